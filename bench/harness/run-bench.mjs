import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { commitOf } from "./commit-of.mjs";
import { loadCases } from "./load-cases.mjs";
import { preparePeers } from "./peers.mjs";
import { describeMachine, writeResult } from "./results.mjs";
import { sectionOf } from "./results-page.mjs";
import { runCase } from "./run-case.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Ignored by git, and not shared with others as a system's temporary folder is. */
const FOLDER = join(root, "node_modules/.cambium-bench");

/**
 * Runs the cases that are named, or all. Fewer rows, fewer rounds or fewer peers make it a trial, whose figures are shown
 * and not kept.
 *
 * @returns {Promise<boolean>} whether results were written
 */
export async function runBench(args, say = console.log) {
  const options = { rows: { type: "string" }, rounds: { type: "string" }, peers: { type: "string" } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const cases = await loadCases();
  const unknown = positionals.find((name) => !cases.has(name));
  if (unknown !== undefined) {
    throw new Error(`there is no case "${unknown}"; there are ${[...cases.keys()].join(", ")}`);
  }
  const chosen = [...cases].filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const isTrial = Object.keys(values).length > 0;
  const wanted = chosen.map(([name, benchCase]) => [name, isTrial ? cutDown(benchCase, values) : benchCase]);
  const runners = preparePeers(
    wanted.flatMap(([, { rivals }]) => rivals.map(({ peer }) => peer)),
    FOLDER,
  );
  const absent = [...runners]
    .filter(([, runner]) => runner.absent)
    .map(([name, runner]) => `${name} (${runner.absent})`);
  if (absent.length > 0) say(`Not there: ${absent.join(", ")}.`);

  const machine = describeMachine();
  const date = new Date().toISOString().slice(0, 10);
  const commit = commitOf(root);
  for (const [name, benchCase] of wanted) {
    say(`${name}: ${benchCase.title}`);
    const result = {
      node: process.versions.node,
      commit,
      ...(await runCase(benchCase, runners, { folder: FOLDER, say })),
    };
    say(`\n${sectionOf(benchCase, result)}`);
    if (!isTrial) writeResult(root, { date, machine, name, result });
  }
  return !isTrial;
}

/** A trial. Where a case has a rival for each size, the rivals of larger sizes are left out; other rivals get fewer rows. */
export function cutDown(benchCase, { rows, rounds, peers }) {
  const atMost = (data) =>
    rows === undefined
      ? data
      : { ...data, rows: Math.min(Number(rows), data.rows), testRows: Math.min(Number(rows), data.testRows) };
  return {
    ...benchCase,
    rounds: rounds === undefined ? benchCase.rounds : Number(rounds),
    rivals: benchCase.rivals
      .filter(({ peer }) => peers === undefined || peers.split(",").includes(peer))
      .filter(({ data }) => rows === undefined || !benchCase.hasSizes || data.rows <= Number(rows))
      .map((rival) => ({ ...rival, data: atMost(rival.data) })),
  };
}
