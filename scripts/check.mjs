import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { summaryOf } from "./check/summary-of.mjs";
import { findChromium } from "./find-chromium.mjs";
import { runTurbo } from "./run-turbo.mjs";

// Every check there is, as tasks of turbo, which runs each again only when something that it reads has changed.
const CHECKS = ["lint", "imports", "types", "unit", "knip", "generated", "packages"];

const root = fileURLToPath(new URL("..", import.meta.url));
const runs = join(root, ".turbo/runs");
const started = performance.now();
const chromium = findChromium();
const tasks = chromium ? [...CHECKS, "browser"] : CHECKS;

rmSync(runs, { recursive: true, force: true });
const { status } = runTurbo(tasks, ["--continue", "--summarize"], chromium ? { CHROME_PATH: chromium } : {});

const [file] = readdirSync(runs);
const run = JSON.parse(readFileSync(join(runs, file), "utf8"));
const summary = summaryOf(run.tasks, (path) => readFileSync(join(root, path), "utf8"));
console.log(`\n${summary.lines.join("\n")}`);
if (!chromium) console.log("The browser tests did not run: no Chromium was found (CHROME_PATH names one).");
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${summary.passed} passed, ${summary.failed} failed in ${seconds} s`);
process.exitCode = status === 0 && summary.failed === 0 ? 0 : 1;
