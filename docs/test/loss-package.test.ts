import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runTool } from "../../scripts/run-tool.mjs";
import { runTypeScript } from "../../scripts/run-typescript.mjs";
import { read, root } from "./support/read-pages.ts";

const NAME = "cambium-loss-negative-binomial";
const SOURCE = `docs/examples/${NAME}`;
const temporary = mkdtempSync(join(tmpdir(), "cambium-loss-package-"));
const author = join(temporary, "author");
const user = join(temporary, "user");

afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** What somebody does with the package, who has nothing of it but the name. */
const USE = `
import { boosting, loadModel } from "cambium";
import { negativeBinomial } from "${NAME}";

const table = { hour: [8, 9, 10, 11, 12, 13, 14, 15], visitors: [0, 1, 2, 4, 19, 7, 3, 2] };
const loss = negativeBinomial({ dispersion: 0.5 });
const model = await boosting({ loss, rounds: 300, maxDepth: 2, l2: 0 }).fit(table, { target: "visitors" });
const revived = loadModel(model.toBytes());
console.log(JSON.stringify({ loss: revived.loss, counts: Array.from(revived.predict(table), Math.round) }));
`;

test("the check of the recipe prints the report that the page shows, and every law holds", async () => {
  const { status, stdout, stderr } = await runTypeScript({ path: `${SOURCE}/check.ts` });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  await expect(stdout).toMatchFileSnapshot(`../examples/output/${NAME}.txt`);
});

test("the steps of the page make a package that a user installs by its name", { timeout: 120_000 }, async () => {
  cpSync(join(root, SOURCE), author, { recursive: true });
  // The types of Cambium are not here, where nothing is built yet: the docs' own check of types has seen this file.
  const compiled = runTool("typescript", "tsc", ["-p", author, "--noCheck"]);
  expect(compiled.stdout + compiled.stderr).toBe("");
  const [{ filename, files }] = JSON.parse(npm(author, "pack", "--json", "--ignore-scripts"));
  const packed = files.map(({ path }: { readonly path: string }) => path).sort();
  expect(packed).toEqual(["README.md", "dist/index.d.ts", "dist/index.js", "package.json"]);

  mkdirSync(user);
  writeFileSync(join(user, "package.json"), "{}");
  writeFileSync(join(user, "use.ts"), USE);
  npm(user, "install", "--offline", "--legacy-peer-deps", "--no-audit", "--no-fund", join(author, filename));
  const { status, stdout, stderr } = await runTypeScript({ path: join(user, "use.ts") });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const { loss, counts } = JSON.parse(stdout);
  expect(loss).toEqual({ name: "negativeBinomial", parameters: { dispersion: 0.5 } });
  expect(counts).toEqual([0, 1, 2, 4, 19, 7, 3, 2]);
});

test("the package says what it is for, and brings nothing along", () => {
  const manifest = JSON.parse(read(`${SOURCE}/package.json`));
  expect(manifest.name).toBe(NAME);
  expect(manifest.dependencies).toBeUndefined();
  expect(read(`${SOURCE}/README.md`)).toMatch(new RegExp(`^# ${NAME}\n`));
});

function npm(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(status, `npm ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}
