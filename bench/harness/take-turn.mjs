import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { qualityOf } from "./quality.mjs";

/** Enough for compilers and lazy imports to be done, and little enough for the slowest peer. */
const WARM_UP_ROWS = 1_000;

/**
 * One peer does the work once, in a process of its own that is ended after the limit.
 *
 * @param {{ command: string, args: string[], env?: object }} runner
 * @param {{ train: object, test: object, work: object }} job
 * @param {{ limitSeconds: number, predictions: string }} options
 * @returns {Promise<object>} what the peer measured, with its quality; or what went wrong, as `problem`
 */
export async function takeTurn({ command, args, env }, job, { limitSeconds, predictions }) {
  rmSync(predictions, { force: true });
  // Libraries below the peers would else start as many threads as there are cores.
  const threads = { OMP_NUM_THREADS: String(job.work.threads) };
  const child = spawn(command, args, { env: { ...process.env, ...threads, ...env }, stdio: "pipe" });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, limitSeconds * 1000);
  // A peer that dies early does not read its job; its words on the standard error say why.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify({ ...job, predictions, warmUpRows: WARM_UP_ROWS }));
  const [said, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  clearTimeout(timer);
  if (late) return { problem: `no answer within ${limitSeconds} s` };
  if (status !== 0) return { problem: shortened(complaints) };
  const answer = lastJson(said);
  if (answer === null) return { problem: "it said nothing that could be read" };
  return existsSync(predictions) ? { ...answer, ...qualityOf(job.work.task, predictions, job.test.y) } : answer;
}

/** Libraries print what they like before the line that counts. */
function lastJson(said) {
  const line = said
    .trim()
    .split("\n")
    .findLast((candidate) => candidate.startsWith("{"));
  return line === undefined ? null : JSON.parse(line);
}

/** The line that names the error, without the paths of this machine, since it is kept. */
function shortened(complaints) {
  const lines = complaints.split("\n").map((line) => line.trim());
  const telling = lines.findLast((line) => /error|abort|killed|out of/i.test(line)) ?? lines.findLast((line) => line);
  return (telling ?? "it ended without a word")
    .replace(/(?:file:\/\/)?(?:[A-Za-z]:)?[\\/][^\s:'")]+/g, "…")
    .slice(0, 160);
}
