import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { readRealSet, testRowsOf } from "../data/real-sets.mjs";
import { scoresOf } from "./quality.mjs";

/**
 * Runs a study in which everyone learns the same sets on the same splits. What a peer said stays in the folder, so a run
 * that was ended goes on; Cambium, which changes with the checkout, is always run again.
 *
 * @param {object} study one of `loadStudies`
 * @param {{ runners: Map<string, object>, folder: string, say: (line: string) => void }} options
 */
export async function runSplits(study, { runners, folder, say }) {
  const present = study.rivals.filter(({ peer }) => runners.get(peer).absent === undefined);
  const absent = study.rivals.filter((rival) => !present.includes(rival)).map(({ name }) => name);
  const turns = [];
  const sets = {};
  for (const [set, how] of Object.entries(study.sets)) {
    const table = readRealSet(set, how);
    sets[set] = factsOf(table);
    const splits = study.seeds.map((seed) => testRowsOf(table, seed));
    const job = { ...writeJob(join(folder, "sets"), set, table, splits), seeds: study.seeds, threads: study.threads };
    for (const { name, peer } of present) {
      const answer = await answerOf(runners.get(peer), job, { ...study, folder, isKept: name !== "Cambium" });
      const told = answer.problem ?? `${answer.seconds.toFixed(1)} s`;
      say(`  ${set}, ${name}: ${told}`);
      turns.push({ rival: name, set, ...judged(answer, table, splits) });
    }
  }
  return { absent, sets, turns };
}

/** The files of a set, which all peers read: 64-bit floats, column after column, and a byte a row for each split. */
function writeJob(folder, set, { task, rows, columns, y, classes }, splits) {
  mkdirSync(folder, { recursive: true });
  const x = Float64Array.from(columns.flatMap(({ values }) => Array.from(values)));
  const bytes = { x, y, splits: Buffer.concat(splits) };
  const files = Object.fromEntries(Object.keys(bytes).map((part) => [part, join(folder, `${set}.${part}`)]));
  for (const [part, path] of Object.entries(files)) writeFileSync(path, bytes[part]);
  const hash = createHash("sha256");
  for (const path of Object.values(files)) hash.update(readFileSync(path));
  return { task, rows, classes, levels: columns.map(({ levels }) => levels), ...files, data: hash.digest("hex") };
}

/** What a peer says of a job, or said of the same one before. */
async function answerOf(runner, job, { folder, limitSeconds, isKept }) {
  const key = createHash("sha256");
  // Not where the files lie, but what is in them: of the job by its hash, of the program by its bytes.
  const { task, classes, levels, seeds, threads, data } = job;
  key.update(JSON.stringify({ task, classes, levels, seeds, threads, data, args: runner.args.slice(1) }));
  key.update(readFileSync(runner.args[0]));
  const kept = join(folder, "answers", hashOfFile(runner.requirements), key.digest("hex"));
  if (isKept && existsSync(`${kept}.json`)) {
    return { ...JSON.parse(readFileSync(`${kept}.json`, "utf8")), predicted: floatsOf(`${kept}.bin`) };
  }
  mkdirSync(dirname(kept), { recursive: true });
  const answer = await askPeer(runner, { ...job, predictions: `${kept}.bin` }, limitSeconds);
  if (answer.problem !== undefined) return answer;
  if (isKept) writeFileSync(`${kept}.json`, JSON.stringify(answer));
  return { ...answer, predicted: floatsOf(`${kept}.bin`) };
}

/** Of the versions that are pinned, where a peer has such. */
function hashOfFile(path) {
  return path === undefined ? "checkout" : createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);
}

async function askPeer({ command, args, env }, job, limitSeconds) {
  const threads = { OMP_NUM_THREADS: String(job.threads) };
  const options = { env: { ...process.env, ...threads, ...env }, stdio: "pipe", timeout: limitSeconds * 1000 };
  const child = spawn(command, args, options);
  // A peer that dies early does not read its job; its words on the standard error say why.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(job));
  const [said, complaints, [status, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (signal !== null) return { problem: `no answer within ${limitSeconds} s` };
  if (status !== 0) throw new Error(`${args.join(" ")}: ${complaints}`);
  return JSON.parse(said.trim().split("\n").at(-1));
}

/** Figures by name, in each a number for every split. */
function judged({ version, seconds, problem, predicted }, { task, y, classes }, splits) {
  if (problem !== undefined) return { problem };
  const width = task === "classification" ? classes : 1;
  const scores = {};
  let start = 0;
  for (const isTest of splits) {
    const truth = y.filter((_, row) => isTest[row] === 1);
    const own = predicted.subarray(start, start + truth.length * width);
    start += own.length;
    for (const [figure, value] of Object.entries(scoresOf(task, own, truth))) {
      scores[figure] ??= [];
      scores[figure].push(Number(value.toPrecision(7)));
    }
  }
  if (start !== predicted.length) throw new Error(`expected ${start} predictions, got ${predicted.length}`);
  return { version, seconds: Number(seconds.toFixed(2)), scores };
}

function factsOf({ rows, columns, classes }) {
  return {
    rows,
    features: columns.length,
    categorical: columns.filter(({ levels }) => levels > 0).length,
    missing: columns.reduce((sum, { values }) => sum + values.filter(Number.isNaN).length, 0),
    classes,
  };
}

function floatsOf(path) {
  return new Float64Array(new Uint8Array(readFileSync(path)).buffer);
}
