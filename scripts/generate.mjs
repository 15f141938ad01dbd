import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { resultsPage } from "../bench/harness/results-page.mjs";
import { speedTable } from "../bench/harness/speed-table.mjs";
import { studiesPage } from "../bench/harness/studies-page.mjs";
import { buildAssembly } from "../packages/kernels/build-assembly.mjs";
import { buildFormulas } from "../packages/kernels/build-formulas.mjs";
import { buildLayouts } from "../packages/kernels/build-layouts.mjs";
import { buildWorker } from "../packages/kernels/build-worker.mjs";
import { apiPage } from "./generate/api-page.mjs";
import { apiReports } from "./generate/api-reports.mjs";
import { lossFiles } from "./generate/loss-files.mjs";
import { optionTables } from "./generate/option-tables.mjs";
import { quotedExamples } from "./generate/quoted-examples.mjs";
import { treePictures } from "./generate/tree-pictures.mjs";
import { runTurbo } from "./run-turbo.mjs";

// `npm run generate` writes every generated file; `--check` (part of `npm test`, after the build) writes none and
// fails with the names of those that are out of date.
const root = fileURLToPath(new URL("..", import.meta.url));
const isCheck = process.argv.includes("--check");

// The kernels are compiled from the layouts and formulas too.
const layouts = [...(await buildLayouts()), ...buildFormulas()];
if (!isCheck) layouts.forEach(write);
const kernels = await buildAssembly();
const worker = { path: "packages/kernels/src/generated/worker-source.ts", text: await buildWorker() };
const sources = [...layouts, ...kernels, worker, ...lossFiles(root)];
if (!isCheck) {
  sources.forEach(write);
  if (runTurbo(["build"], ["--filter=./packages/*"]).status !== 0) process.exit(1);
}
// The reports are made from the built declarations, and the pages from what the sources say and do: from those written above.
const pages = [
  ...apiPage(root),
  ...quotedExamples(root, await speedTable(root)),
  ...(await optionTables(root)),
  ...(await treePictures()),
  ...(await resultsPage(root)),
  ...(await studiesPage(root)),
];
const reports = [...apiReports(root), ...pages];
if (!isCheck) reports.forEach(write);

const files = [...sources, ...reports];
const stale = files.filter(({ path, text }) => textOf(path) !== text).map(({ path }) => path);
for (const path of stale) console.error(`${path} is out of date; run npm run generate and commit it.`);
console.log(`${files.length} generated files: ${stale.length} out of date`);
if (stale.length > 0) process.exitCode = 1;

function write({ path, text }) {
  if (textOf(path) === text) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(`wrote ${path}`);
}

function textOf(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null;
}
