import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What every host must come to: the hash of each form of model. */
const committed = JSON.parse(readFileSync(new URL("../../fixtures/golden/models.json", import.meta.url), "utf8"));

/** Trains all forms: on two threads where the host has them, and without the kernels. */
const TRAIN = `
  import { configureKernels } from "cambium/workers";
  import { goldenModels } from "./packages/cambium/test/support/golden-models.ts";
  async function train() {
    const threaded = await goldenModels(2);
    configureKernels({ module: null });
    return { threaded, plain: await goldenModels(1) };
  }`;

/** A program for Node that prints what the host made. */
export const nodeProgram = () =>
  programOf(`${TRAIN} train().then((made) => console.log(JSON.stringify(made)));`, "node");

/** The same for a page, which posts it to where it is from. */
export const pageProgram = () =>
  programOf(
    `${TRAIN} train()
      .catch(({ message }) => ({ error: message }))
      .then((made) => fetch("/made", { method: "POST", body: JSON.stringify(made) }));`,
    "browser",
  );

async function programOf(contents, platform) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    platform,
    format: "esm",
    target: "es2022",
    conditions: ["@cambium/source"],
    nodePaths: [fileURLToPath(new URL("../../docs/node_modules", import.meta.url))],
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0].text;
}

/** Throws where a host made other models than the committed ones, or made them otherwise than it should have. */
export function checkMade({ error, threaded, plain }, { threads = 2 } = {}) {
  if (error) throw new Error(error);
  const wrong = Object.keys(committed).filter(
    (name) => threaded[name]?.hash !== committed[name] || plain[name]?.hash !== committed[name],
  );
  if (wrong.length > 0) throw new Error(`other bytes than the committed ones: ${wrong.join("; ")}`);
  const { report } = threaded["boosting, many rows, numbers"];
  const said = `the binned engine grew the trees on ${threads} `;
  if (!report.some((line) => line.startsWith(said)))
    throw new Error(`expected "${said}…", got ${JSON.stringify(report)}`);
  return `${Object.keys(committed).length} models, with the kernels and without them`;
}
