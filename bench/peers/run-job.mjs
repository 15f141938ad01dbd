import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { tableOf } from "./table-of.mjs";

/**
 * One turn of a peer that is written in JavaScript: a job comes as JSON on the standard input, one line of JSON goes to
 * the standard output. README.md tells what stands in both. The clock runs during `fit`, or where that is what is measured
 * during prediction, and nothing else: the tables are put into the form that the peer likes best before, and it has done
 * the same with a small table once.
 *
 * @param {object} peer
 * @param {(table: { columns: Float32Array[], y: Float32Array }, work: object) => unknown} peer.input
 *   the table as the peer takes it
 * @param {(input: any, work: object) => unknown} peer.fit
 * @param {(model: any, input: any, work: object) => ArrayLike<number>} peer.predict
 *   a number per row: what is predicted, or how likely class 1 is
 * @param {(table: { columns: Float32Array[] }, work: object) => any} [peer.rows] the rows one by one, where these are measured
 * @param {(model: any, rows: any, work: object) => ArrayLike<number>} [peer.predictRows] the same, a call a row
 * @param {(model: any) => object | Promise<object>} peer.describe whatever shows that the work was done
 */
export async function runJob(peer) {
  const job = JSON.parse(await text(process.stdin));
  const work = { ...job.work, categories: job.train.categories };
  const given = peer.input(readTable(job.train, job.train.rows), work);
  const warmUp = peer.input(readTable(job.train, Math.min(job.warmUpRows, job.train.rows)), work);

  // First of all: it would throw away what the engine has compiled for the objects that were alive then.
  await collectGarbage();
  await peer.fit(warmUp, work);
  forgetPeak();
  const baseline = process.memoryUsage().rss;
  const fitted = await timed(() => peer.fit(given, work));
  const model = fitted.result;
  const peak = peakBytes();

  const input = work.measure === "row" ? peer.rows : peer.input;
  const predict = work.measure === "row" ? peer.predictRows : peer.predict;
  const isOfPrediction = work.measure === "batch" || work.measure === "row";
  if (isOfPrediction) {
    await predict(model, input(readTable(job.test, Math.min(job.warmUpRows, job.test.rows)), work), work);
  }
  const test = input(readTable(job.test, job.test.rows), work);
  const predicted = await timed(() => predict(model, test, work));
  writeFileSync(job.predictions, Float64Array.from(predicted.result));
  const { wallSeconds, cpuSeconds } = isOfPrediction ? predicted : fitted;
  const memory = peak === null ? {} : { baselineBytes: baseline, peakBytes: peak };
  const answer = { wallSeconds, cpuSeconds, ...memory, ...(await peer.describe(model)) };
  console.log(JSON.stringify(answer));
}

async function timed(work) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const wallSeconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { result, wallSeconds, cpuSeconds: (user + system) / 1e6 };
}

function readTable(table, count) {
  return tableOf(readFloats(table.x), readFloats(table.y), table, count);
}

function readFloats(path) {
  // Copied, since the bytes of a Buffer need not start where a float may.
  return new Float32Array(new Uint8Array(readFileSync(path)).buffer);
}

/** What reading left behind would else be given back during the fit, and hide as much of what the fit takes. */
async function collectGarbage() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  // Memory of arrays is given back a little later, on another thread.
  await setTimeout(100);
}

/** Linux lets a process lower its own high-water mark, so that reading the tables does not count. */
function forgetPeak() {
  if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5");
}

function peakBytes() {
  if (process.platform !== "linux") return null;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"));
  return Number(kibibytes) * 1024;
}
