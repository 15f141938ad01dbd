import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { portsToTry } from "../../src/demo/run-demo.ts";

const studio = fileURLToPath(new URL("../..", import.meta.url));
const datasets = fileURLToPath(new URL("../../../../fixtures/datasets", import.meta.url));

let bundle: string;
/** A repository with nothing in it but what the demo reads. */
let root: string;

/** The demo as one script, from the sources of all packages: Node 20 runs no TypeScript. */
beforeAll(async () => {
  bundle = mkdtempSync(join(tmpdir(), "cambium-bundle-"));
  await build({
    entryPoints: [join(studio, "src/demo/run-demo.ts")],
    outfile: join(bundle, "run-demo.mjs"),
    bundle: true,
    conditions: ["@cambium/source"],
    format: "esm",
    platform: "node",
  });
});
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cambium-demo-"));
  mkdirSync(join(root, "apps"));
  mkdirSync(join(root, "fixtures/datasets"), { recursive: true });
  // Windows lets everybody make junctions.
  symlinkSync(studio, join(root, "apps/studio"), "junction");
  cpSync(join(datasets, "penguins.csv"), join(root, "fixtures/datasets/penguins.csv"));
});
afterEach(() => rmSync(root, { recursive: true }));
afterAll(() => rmSync(bundle, { recursive: true }));

/** In a process of its own, without a terminal. */
function runInPipe() {
  const demo = pathToFileURL(join(bundle, "run-demo.mjs")).href;
  const program = `import { runDemo } from ${JSON.stringify(demo)}; await runDemo(${JSON.stringify(root)});`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: root, encoding: "utf8" });
}

test("without a terminal it trains, tells, writes the report and nothing else, and ends well", () => {
  const { status, stdout, stderr } = runInPipe();
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("344 penguins, 7 columns\n");
  expect(stdout).toMatch(/Accuracy +9\d\.\d %/);
  expect(stdout).toMatch(/(\n {2}round \d+0 of 200, mean loss [\d,]+){10}\n/);
  expect(stdout).toMatch(/R² +0\.8\d/);
  expect(stdout).toMatch(/\n├─ flipper_length_mm ≤ 206\.5 .*\n/);
  expect(stdout).toContain(
    `Report: ${join("reports", "penguins.html")}, one file that any browser opens, offline too\n`,
  );
  expect(stdout).toContain("Studio: not served");
  expect(readdirSync(root).sort()).toEqual(["apps", "fixtures", "reports"]);
  expect(readdirSync(join(root, "reports"))).toEqual(["penguins.html"]);
}, 60_000);

test("a second run writes the same report, to the byte", () => {
  const reports = [1, 2].map(() => {
    expect(runInPipe().status).toBe(0);
    return readFileSync(join(root, "reports/penguins.html"));
  });
  expect(reports[1].equals(reports[0])).toBe(true);
}, 60_000);

test("a table that is gone is told in one line", () => {
  rmSync(join(root, "fixtures/datasets/penguins.csv"));
  const { status, stderr } = runInPipe();
  expect(status).toBe(1);
  expect(stderr).toMatch(/^cambium: [^\n]*penguins\.csv[^\n]*\n$/);
}, 60_000);

test("the studio takes the port that is asked for, or the first free one of twenty", () => {
  expect(portsToTry("8080")).toEqual([8080]);
  expect(portsToTry(undefined)).toHaveLength(20);
  expect(portsToTry("")[0]).toBe(4100);
  for (const wanted of ["http", "0", "65536", "80.5"]) {
    expect(() => portsToTry(wanted)).toThrow(`cambium: PORT is "${wanted}", expected a number from 1 to 65535`);
  }
});
