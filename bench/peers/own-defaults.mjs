import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { boosting } from "cambium";

// Cambium by its own defaults, on one set and all its splits: what own_defaults.py does for the others.
const { version } = JSON.parse(readFileSync(new URL("../../packages/cambium/package.json", import.meta.url), "utf8"));

const job = JSON.parse(await text(process.stdin));
const { rows, levels, seeds, classes, task } = job;
const x = floatsOf(job.x);
const y = floatsOf(job.y);
const splits = readFileSync(job.splits);
const types = Object.fromEntries(levels.map((count, at) => [`x${at}`, count > 0 ? "categorical" : "numeric"]));

const predictions = [];
const started = performance.now();
for (const [at, seed] of seeds.entries()) {
  const isTest = splits.subarray(at * rows, (at + 1) * rows);
  const learner = boosting({ seed });
  const model = await learner.fit(tableOf(isTest, 0), { target: "y", task, types, threads: job.threads });
  predictions.push(predictionsOf(model, tableOf(isTest, 1)));
}
const seconds = (performance.now() - started) / 1000;
writeFileSync(job.predictions, Float64Array.from(predictions.flatMap((numbers) => Array.from(numbers))));
console.log(JSON.stringify({ version, seconds }));

function floatsOf(path) {
  // Copied, since the bytes of a Buffer need not start where a float may.
  return new Float64Array(new Uint8Array(readFileSync(path)).buffer);
}

/** The rows of one side of a split. */
function tableOf(isTest, side) {
  const onSide = (_, row) => isTest[row] === side;
  const columns = levels.map((_, at) => [`x${at}`, x.subarray(at * rows, (at + 1) * rows).filter(onSide)]);
  return Object.fromEntries([...columns, ["y", y.filter(onSide)]]);
}

function predictionsOf(model, table) {
  if (task === "regression") return model.predict(table);
  const known = model.classes.map(Number);
  if (known.length !== classes || known.some((code, at) => code !== at)) {
    throw new Error(`expected the classes 0 to ${classes - 1} in order, got ${known}`);
  }
  return model.predictProbability(table);
}
