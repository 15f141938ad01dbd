import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { findChromium } from "./find-chromium.mjs";
import { bundledSize, runBundled } from "./packages/bundle.mjs";
import { installConsumer } from "./packages/install-consumer.mjs";
import { packAll } from "./packages/pack-all.mjs";
import { PAGES, pageProblems } from "./packages/pages.mjs";
import { ENTRY_BUDGETS, SIZE_BUDGETS } from "./packages/size-budgets.mjs";
import { runNode, runTool } from "./run-tool.mjs";

// What a user gets: every tarball is looked at by publint and attw, then all of them are installed into one empty
// project, with no registry, and used there in each of the ways that users load a package.
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cambium-packages-"));
const chromium = findChromium();
const counts = { passed: 0, failed: 0 };

try {
  const packages = packAll(root, folder);
  for (const { name, tarball } of packages) {
    await expectNothing(`publint finds nothing wrong with ${name}`, () => publintProblems(tarball));
    await expectNothing(`attw resolves the types of ${name}`, () => attwProblems(tarball));
  }
  const project = installConsumer(packages, folder);
  await expectNothing("import works", () => problemsOf(runNode(join(project, "use.mjs"))));
  await expectNothing("require works", () => problemsOf(runNode(join(project, "use.cjs"))));
  for (const resolution of ["nodenext", "bundler"]) {
    const args = ["-p", join(project, `tsconfig.${resolution}.json`)];
    await expectNothing(`TypeScript agrees under ${resolution}`, () => problemsOf(runTool("typescript", "tsc", args)));
  }
  await expectNothing("a browser bundle works", () => problemsOf(runBundled(project, "use.mjs")));
  if (!chromium) console.log("       no page was tried: no Chromium was found (CHROME_PATH names one)");
  for (const [way, makePage] of chromium ? Object.entries(PAGES) : []) {
    await expectNothing(`a page works ${way}`, () => pageProblems(chromium, project, packages, makePage));
  }
  for (const { name, entries } of packages) {
    await expectNothing(`${name} keeps its size budget`, () =>
      sizeProblems(project, name, entries, SIZE_BUDGETS[name]),
    );
  }
  for (const [entry, budget] of Object.entries(ENTRY_BUDGETS)) {
    await expectNothing(`${entry} keeps its size budget`, () => sizeProblems(project, entry, [entry], budget));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** Counts one expectation; `find` gives what is wrong, as text, or nothing. What it throws is wrong too. */
async function expectNothing(what, find) {
  const problems = await Promise.resolve()
    .then(find)
    .catch(({ message }) => message);
  counts[problems ? "failed" : "passed"] += 1;
  console.log(`${problems ? "FAILED" : "ok    "} ${what}${problems ? `\n${problems}` : ""}`);
}

async function publintProblems(tarball) {
  const bytes = readFileSync(tarball);
  const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false })).join("\n");
}

function attwProblems(tarball) {
  const args = [tarball, "--profile", "esm-only", "--no-definitely-typed", "--no-color", "--no-emoji"];
  return problemsOf(runTool("@arethetypeswrong/cli", "attw", args));
}

function sizeProblems(project, name, entries, budget) {
  if (budget === undefined) return `no budget for ${name} in scripts/packages/size-budgets.mjs`;
  const size = bundledSize(project, entries) / 1000;
  console.log(`       ${name}: ${size.toFixed(1)} of ${budget} kB`);
  return size > budget ? `${name} weighs ${size.toFixed(1)} kB, more than its ${budget} kB` : "";
}

function problemsOf({ status, stdout, stderr }) {
  return status === 0 ? "" : `${stdout}${stderr}`.trim() || `exit code ${status}`;
}
