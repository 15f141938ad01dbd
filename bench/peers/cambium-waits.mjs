import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { undisturbedTime } from "./undisturbed-time.mjs";
import { jobNamed } from "./waiting-jobs.mjs";
import { longestWait, watchLoop } from "./watch-loop.mjs";

/** Parts of the time of the first run after which the runs that are stopped get their signal. */
const STOPS = [0.03, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 0.95];

const { version } = JSON.parse(readFileSync(new URL("../../packages/cambium/package.json", import.meta.url), "utf8"));

/**
 * One turn of a job of which is asked how long the thread that called it has no turn for its other tasks: first a whole run, with a timer
 * beside it, then runs that are stopped. The job comes as JSON on the standard input, the answer goes to the standard output.
 */
async function main() {
  const { work, train, test } = JSON.parse(await text(process.stdin));
  const run = await jobNamed(work, train, test);
  const clock = undisturbedTime();
  // What making the data left behind is not collected in the time of the job.
  globalThis.gc();
  await setTimeout(200);

  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const called = clock();
  const done = run(undefined);
  // What is done before the call returns: the caller's arrays are copied, or all is done where a function does not pause.
  const callMilliseconds = clock() - called;
  const unwatch = watchLoop(clock);
  await done;
  const stretches = unwatch();
  const wallSeconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);

  const aborts = [];
  for (const part of work.stops ?? STOPS) {
    const late = await abortLatency(run, part * wallSeconds * 1000, clock);
    if (late !== null) aborts.push(late);
  }
  const answer = {
    version,
    wallSeconds,
    cpuSeconds: (user + system) / 1e6,
    callMilliseconds,
    longestMilliseconds: Math.max(...stretches),
    p99Milliseconds: longestWait(stretches, 0.99),
    ...(aborts.length === 0 ? {} : { abortMilliseconds: Math.max(...aborts) }),
  };
  console.log(JSON.stringify(answer));
}

/** How long after it was aborted a run still was under way, by the clock; null where it had ended before. */
async function abortLatency(run, after, clock) {
  const controller = new AbortController();
  let aborted = null;
  const due = performance.now() + after;
  const timer = setInterval(() => {
    if (aborted !== null || performance.now() < due) return;
    aborted = clock();
    controller.abort();
  }, 1);
  try {
    await run(controller.signal);
    // It was done before it could look at the signal, or it does not look.
    return null;
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    return clock() - aborted;
  } finally {
    clearInterval(timer);
  }
}

await main();
