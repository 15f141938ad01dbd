import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";

// One turn of Cambium by its own defaults: the first fit of a process. README.md has the protocol.
const job = JSON.parse(await text(process.stdin));
const { task, learner, threads } = job.work;

const imported = await timed(() => import("cambium"));
const read = await timed(() => tableOf(job.train));
const cpu = process.cpuUsage();
const fitted = await timed(() => imported.result[learner]().fit(read.result, options(job.train)));
const { user, system } = process.cpuUsage(cpu);
const sinceStart = (performance.timeOrigin + performance.now() - job.startedAt) / 1000;

writeFileSync(job.predictions, Float64Array.from(predictionsOf(fitted.result, tableOf(job.test))));
const { version } = JSON.parse(readFileSync(new URL("../../packages/cambium/package.json", import.meta.url), "utf8"));
const answer = {
  version,
  wallSeconds: fitted.seconds,
  cpuSeconds: (user + system) / 1e6,
  importSeconds: imported.seconds,
  sinceStartSeconds: sinceStart - read.seconds,
};
console.log(JSON.stringify(answer));

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** By default a fit chooses its number of threads. It is set only if the machine has more threads than the peers get. */
function options({ categories }) {
  const types = Object.fromEntries(categories.map((at) => [`x${at}`, "categorical"]));
  return { target: "y", task, types, ...(learner !== "cart" && availableParallelism() > threads && { threads }) };
}

function tableOf({ x, y, rows, features }) {
  const values = floatsOf(x);
  const columns = Array.from({ length: features }, (_, at) => [`x${at}`, values.subarray(at * rows, (at + 1) * rows)]);
  return Object.fromEntries([...columns, ["y", floatsOf(y)]]);
}

function floatsOf(path) {
  // The bytes of a Buffer need not start where a float may, so they are copied.
  return new Float32Array(new Uint8Array(readFileSync(path)).buffer);
}

function predictionsOf(model, table) {
  if (task === "regression") return model.predict(table);
  if (model.classes.some((name, code) => Number(name) !== code)) {
    throw new Error(`expected the classes in the order of their codes, got ${model.classes}`);
  }
  return model.predictProbability(table);
}
