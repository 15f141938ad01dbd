import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { runTool } from "../run-tool.mjs";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const VIZ = "packages/viz/src";
const CORE = "packages/core/src";

/** Where a text stands, what it is, and the rule that must object to it, or null where none may. */
const CASES = [
  [VIZ, "export const anything: any = 1;", "noExplicitAny"],
  [VIZ, 'export * from "./tree.ts";', "noReExportAll"],
  [VIZ, "export default 1;", "noDefaultExport"],
  [VIZ, 'import { Tree } from "./tree.ts";\nexport type T = Tree;', "useImportType"],
  [VIZ, 'export { grow } from "./grow";', "useImportExtensions"],
  [VIZ, "// @ts-ignore\nexport const x = 1;", "noTsIgnore"],
  [VIZ, 'export const two = eval("1 + 1");', "noGlobalEval"],
  [VIZ, 'export const f = new Function("return 1");', "plugin"],
  [VIZ, "async function later() {}\nexport function now() {\n  later();\n}", "noFloatingPromises"],
  [VIZ, `export function long() {\n${"  now();\n".repeat(61)}}`, "noExcessiveLinesPerFunction"],
  [VIZ, "now();\n".repeat(401), "noExcessiveLinesPerFile"],
  [VIZ, "export const chance = Math.random();", "noJsRestrictedProperties"],
  [VIZ, "export const height = Math.exp(1);", null],
  [CORE, "export const x = Math.random();", "noJsRestrictedProperties"],
  [CORE, "export const x = Math.exp(1);", "noJsRestrictedProperties"],
  [CORE, 'export const x = Math["log"](2);', "noJsRestrictedProperties"],
  [CORE, "const { exp } = Math;\nexport const x = exp(1);", "noJsRestrictedProperties"],
  [CORE, "export const x = Math.floor(Math.sqrt(Math.abs(-2)));", null],
  ["packages/viz/test", 'import { test } from "vitest";\ntest.skip("x", () => {});', "noSkippedTests"],
];

const root = mkdtempSync(join(tmpdir(), "cambium-"));
afterAll(() => rmSync(root, { recursive: true }));

const pathOf = (folder, index) => `${folder}/fault-${index}.ts`;
for (const name of ["biome.json", "tools/lint"]) cpSync(join(repository, name), join(root, name), { recursive: true });
write(`${VIZ}/grow.ts`, "export const grow = 1;\n");
write(`${VIZ}/camelCase.ts`, "export const x = 1;\n");
for (const [index, [folder, text]] of CASES.entries()) write(pathOf(folder, index), `${text}\n`);
const objections = lint();

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Path → the rules that object to the file. */
function lint() {
  const args = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = runTool("@biomejs/biome", "biome", args, { cwd: root });
  const rules = new Map();
  for (const { location, category } of JSON.parse(stdout).diagnostics) {
    rules.set(location.path, [...(rules.get(location.path) ?? []), category.split("/").at(-1)]);
  }
  return rules;
}

test.each(
  CASES.map(([folder, text, rule], index) => [rule ?? "nothing", folder, text.slice(0, 40), pathOf(folder, index)]),
)("%s objects in %s to: %s", (rule, _folder, _text, path) => {
  const rules = objections.get(path) ?? ["nothing"];
  expect(rules).toContain(rule);
});

test("a file is named in kebab-case", () => {
  expect(objections.get(`${VIZ}/camelCase.ts`)).toEqual(["useFilenamingConvention"]);
});
