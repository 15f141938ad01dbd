import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { qualityOf } from "./quality.mjs";

/** Enough for compilers and lazy imports to be done, and little enough for the slowest peer. */
const WARM_UP_ROWS = 1_000;

/** Milliseconds from its answer that a peer has to end: now and then a Node waits for itself then (nodejs/node#54918). */
const END_WITHIN = 10_000;

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
  const startedAt = Date.now();
  const child = spawn(command, args, { env: { ...process.env, ...threads, ...env }, stdio: "pipe" });
  let late = false;
  const end = () => child.kill("SIGKILL");
  const timers = [
    setTimeout(() => {
      late = true;
      end();
    }, limitSeconds * 1000),
  ];
  // A peer that dies early does not read its job; its words on the standard error say why.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify({ ...job, predictions, warmUpRows: WARM_UP_ROWS, startedAt }));
  const [words, complaints, [status]] = await Promise.all([
    said(child.stdout, () => timers.push(setTimeout(end, END_WITHIN))),
    text(child.stderr),
    once(child, "close"),
  ]);
  for (const timer of timers) clearTimeout(timer);
  if (late) return { problem: `no answer within ${limitSeconds} s` };
  const answer = lastJson(words);
  if (status !== 0 && !(child.signalCode === "SIGKILL" && answer !== null)) return { problem: shortened(complaints) };
  if (answer === null) return { problem: "it said nothing that could be read" };
  return existsSync(predictions) ? { ...answer, ...qualityOf(job.work.task, predictions, job.test.y) } : answer;
}

/** All that a peer says; `onAnswer` is called once it has told what counts. */
async function said(stdout, onAnswer) {
  let words = "";
  let isTold = false;
  for await (const part of stdout.setEncoding("utf8")) {
    words += part;
    if (isTold || !words.endsWith("\n") || lastJson(words) === null) continue;
    isTold = true;
    onAnswer();
  }
  return words;
}

/** Libraries print what they like before the line that counts. */
function lastJson(words) {
  const line = words
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
