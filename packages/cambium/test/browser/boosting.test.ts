import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GoldenModel } from "../support/golden-models.ts";
import { ISOLATED, inPage, launchChromium, policy } from "../support/in-page.ts";
import { scriptOf } from "../support/script-of.ts";
import type { ServedFile } from "../support/serve-page.ts";

const executablePath = process.env.CHROME_PATH ?? "";
if (!executablePath) console.log("cambium: no Chromium found (CHROME_PATH), so nothing was boosted in one");

const path = new URL("../../../../fixtures/golden/models.json", import.meta.url);
const committed: Readonly<Record<string, string>> = JSON.parse(readFileSync(path, "utf8"));
/** Threads share their trees: growth by depth and by leaf, both tasks, with categories, gaps, and rows that are drawn. */
const SHARED = [
  "boosting, by depth, numbers",
  "boosting, by leaf, two classes",
  "boosting, rows drawn by a key",
  "boosting, many rows, numbers",
  "boosting, a loss of an expression",
];
/** What is said where the kernels run compiled, and the loss does not. */
const INTERPRETED =
  /^gradients were computed in plain JavaScript, on one thread, because this host did not compile the loss: /;

type Models = Record<string, GoldenModel>;

function expectCommitted(models: Models, names = Object.keys(committed)): void {
  const hashes = Object.entries(models).map(([name, { hash }]) => [name, hash]);
  expect(Object.fromEntries(hashes)).toEqual(Object.fromEntries(names.map((name) => [name, committed[name]])));
}

function expectAllToSay(models: Models, line: string | RegExp, names = SHARED): void {
  for (const name of names) expect(models[name].report).toContainEqual(expect.stringMatching(line));
}

/** Compiles the kernels for the page that may not, and passes them on: what is shipped, from where it is written. */
const COMPILE = `import { decodeBinary } from "../../../kernels/src/host/decode-binary.ts";
  import { growBinary } from "../../../kernels/src/generated/grow-binary.ts";
  import { predictBinary } from "../../../kernels/src/generated/predict-binary.ts";
  const compiled = (text) => WebAssembly.compile(decodeBinary(text));
  onmessage = async () => postMessage({ grow: await compiled(growBinary), predict: await compiled(predictBinary) });`;

describe.skipIf(!executablePath)("boosting in a page of Chromium", () => {
  let browser: Browser;
  let scripts: Readonly<Record<string, string | ServedFile>>;

  beforeAll(async () => {
    const library = `export { goldenModels } from "./golden-models.ts"; export { configureKernels } from "cambium/workers";`;
    scripts = {
      "/library.js": await scriptOf(library),
      "/page.js": `import * as library from "/library.js"; Object.assign(globalThis, library);`,
      "/worker.js": await scriptOf(`import "cambium/worker";`),
      "/compile.js": { body: await scriptOf(COMPILE), headers: ISOLATED },
      "/crash.js": `postMessage("cambium worker 4"); onmessage = () => { throw new Error("out of luck"); };`,
    };
    browser = await launchChromium(executablePath);
  });
  afterAll(() => browser?.close());

  /** The models of a page with these headers, on two threads, after the page has run `setup`. */
  function boost(headers: Record<string, string>, names?: readonly string[], setup = ""): Promise<Models> {
    const code = `(async () => { ${setup}; return goldenModels(2, ${JSON.stringify(names)}); })()`;
    return inPage(browser, { scripts, headers }, (page: Page) => page.evaluate<Models>(code));
  }

  test("that is isolated comes to the committed bytes in all forms, on two threads inside each tree", async () => {
    const models = await boost(ISOLATED);
    expectCommitted(models);
    expectAllToSay(models, /engine grew the trees on 2 threads$/);
    for (const { report } of Object.values(models))
      expect(report).not.toContainEqual(expect.stringMatching(INTERPRETED));
  });

  test("that is not isolated comes to them in all forms, on one thread, and says why", async () => {
    const models = await boost({});
    expectCommitted(models);
    expectAllToSay(models, /^of 2 threads this host gave 1: this page is not cross-origin isolated/);
  });

  test("whose policy forbids WebAssembly comes to them in all forms in plain JavaScript, and says so", async () => {
    const models = await boost({ ...ISOLATED, ...policy("script-src 'self'") });
    expectCommitted(models);
    expectAllToSay(models, /this host refuses WebAssembly$/, Object.keys(committed));
  });

  test("that may not compile has threads by a module and a worker of its own", async () => {
    const strict = policy("default-src 'none'; script-src 'self'; worker-src 'self'");
    const setup = `const compiler = new Worker("/compile.js");
      const module = await new Promise((resolve) => {
        compiler.onmessage = ({ data }) => resolve(data);
        compiler.postMessage(null);
      });
      configureKernels({ module, worker: () => new Worker("/worker.js") });`;
    const models = await boost({ ...ISOLATED, ...strict }, SHARED, setup);
    expectCommitted(models, SHARED);
    expectAllToSay(models, INTERPRETED, ["boosting, a loss of an expression"]);
    expectAllToSay(models, /engine grew the trees on 2 threads$/);
  });

  test("whose policy forbids workers from a Blob grows on one thread, and says so", async () => {
    const strict = policy("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'");
    const models = await boost({ ...ISOLATED, ...strict }, SHARED);
    expectCommitted(models, SHARED);
    expectAllToSay(models, /^of 2 threads this host gave 1: a worker could not be loaded, or the policy/);
  });

  test("whose worker crashes inside a tree has one error that names it", async () => {
    const setup = `configureKernels({ worker: () => new Worker("/crash.js") });
      for (let i = 0; i < 100; i++) await goldenModels(2, ${JSON.stringify(SHARED)})`;
    const boosting = boost(ISOLATED, SHARED, setup);
    await expect(boosting).rejects.toThrow(/cambium: worker \d+ failed: .*out of luck; pass threads: 1 to do without/);
  });
});
