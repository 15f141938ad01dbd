import { execFileSync } from "node:child_process";
import { Worker } from "node:worker_threads";
import { configureKernels, WALK_ROWS } from "@cambium/kernels";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import {
  boosting,
  cart,
  crossValidate,
  evaluate,
  evaluateAsync,
  type Model,
  permutationImportance,
  permutationImportanceAsync,
  randomForest,
} from "../../src/index.ts";

const ROWS = 5 * WALK_ROWS + 7;

/** Numbers with gaps as float64 or float32, and categories. */
function tableOf(rows: number, Numbers: typeof Float64Array | typeof Float32Array = Float64Array) {
  const at = (row: number, column: number) => ((row * 7919 + column * 104729) % 1009) / 1009;
  const numbers = (column: number) => {
    const values = new Numbers(rows);
    for (let row = 0; row < rows; row++) values[row] = row % 17 === column ? Number.NaN : at(row, column);
    return values;
  };
  const kind = Array.from({ length: rows }, (_, row) => ["a", "b", "c", null][(row * 5) % 4]);
  const y = Float64Array.from({ length: rows }, (_, row) => at(row, 0) + 0.3 * at(row, 9) + (row % 4 === 0 ? 0.5 : 0));
  const label = Array.from(y, (value) => (value < 0.4 ? "low" : value < 0.9 ? "middle" : "high"));
  const half = Array.from(y, (value) => value < 0.8);
  return { a: numbers(0), b: numbers(1), kind, y, label, half };
}

const without = (table: ReturnType<typeof tableOf>, ...names: (keyof ReturnType<typeof tableOf>)[]) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name as "a")));

const train = tableOf(1500);
const toNumber = without(train, "label", "half", "kind");
const toLabel = without(train, "y", "half");
const toHalf = without(train, "y", "label", "kind");

const models: readonly [name: string, train: () => Promise<Model>][] = [
  ["boosting of two classes", () => boosting({ rounds: 12 }).fit(toHalf, { target: "half" })],
  ["boosting of several classes and categories", () => boosting({ rounds: 5 }).fit(toLabel, { target: "label" })],
  ["boosting of numbers", () => boosting({ rounds: 20 }).fit(toNumber, { target: "y" })],
  [
    "symmetric trees",
    () => boosting({ rounds: 8, growth: "symmetric", splitter: "histogram" }).fit(toNumber, { target: "y" }),
  ],
  ["a forest", () => randomForest({ trees: 6 }).fit(toNumber, { target: "y" })],
  ["a forest of classes", () => randomForest({ trees: 6 }).fit(toLabel, { target: "label" })],
  ["a tree with categories", () => cart({ maxDepth: 6 }).fit(toLabel, { target: "label" })],
  ["a tree with surrogates", () => cart({ missing: "surrogate", maxDepth: 4 }).fit(toLabel, { target: "label" })],
];

afterEach(() => configureKernels({}));

/** Counts the workers that are started from now on; none is idle. */
function countWorkers(): { started: number } {
  configureKernels({});
  const count = { started: 0 };
  const onWorker = () => count.started++;
  process.on("worker", onWorker);
  onTestFinished(() => {
    process.off("worker", onWorker);
  });
  return count;
}

describe("predictions on threads have the bits of those on one", () => {
  it.each(models)("of %s", async (_, grow) => {
    const model = await grow();
    for (const table of [tableOf(ROWS), tableOf(ROWS, Float32Array)]) {
      const predicted = model.predict(table);
      const scores = model.predictScore(table);
      for (const threads of [1, 2, 3]) {
        expect(await model.predictAsync(table, { threads })).toEqual(predicted);
        expect(await model.predictScoreAsync(table, { threads })).toEqual(scores);
        if (model.task === "regression") continue;
        expect(await model.predictProbabilityAsync(table, { threads })).toEqual(model.predictProbability(table));
      }
    }
  });

  it.each([0, 1, WALK_ROWS - 1, WALK_ROWS, WALK_ROWS + 1, 3 * WALK_ROWS, 40 * WALK_ROWS + 1])(
    "of %i rows",
    async (rows) => {
      const model = await boosting({ rounds: 6 }).fit(toNumber, { target: "y" });
      const table = tableOf(rows);
      const scores = model.predictScore(table);
      for (const threads of [2, 3]) expect(await model.predictScoreAsync(table, { threads })).toEqual(scores);
    },
  );

  it("in evaluateAsync and permutationImportanceAsync", async () => {
    const table = tableOf(ROWS);
    for (const [, grow] of [models[0], models[2]]) {
      const model = await grow();
      expect(await evaluateAsync(model, table, { threads: 2 })).toEqual(evaluate(model, table));
      const options = { repeats: 2, seed: 3 };
      expect(await permutationImportanceAsync(model, table, { ...options, threads: 2 })).toEqual(
        permutationImportance(model, table, options),
      );
    }
  });
});

describe("the threads of a prediction", () => {
  it("are as many as were asked for, wait for the next prediction, and are no more than there are blocks of rows", async () => {
    const count = countWorkers();
    const model = await boosting({ rounds: 6 }).fit(toNumber, { target: "y", threads: 1 });
    await model.predictAsync(tableOf(ROWS), { threads: 1 });
    await model.predictAsync(tableOf(WALK_ROWS), { threads: 8 });
    expect(count.started).toBe(0);
    await model.predictAsync(tableOf(ROWS), { threads: 3 });
    await model.predictScoreAsync(tableOf(ROWS), { threads: 3 });
    await evaluateAsync(model, tableOf(ROWS), { threads: 3 });
    await permutationImportanceAsync(model, tableOf(ROWS), { threads: 3, repeats: 1 });
    expect(count.started).toBe(2);
  });

  it("are those of evaluateAsync and permutationImportanceAsync too", async () => {
    const model = await boosting({ rounds: 6 }).fit(toNumber, { target: "y", threads: 1 });
    for (const judge of [evaluateAsync, permutationImportanceAsync]) {
      const count = countWorkers();
      await judge(model, tableOf(ROWS), { threads: 2 });
      expect(count.started).toBe(1);
    }
  });

  it("are one by default where the work is small, and in the folds of a cross-validation", async () => {
    const count = countWorkers();
    const model = await boosting({ rounds: 6 }).fit(toNumber, { target: "y", threads: 1 });
    await model.predictAsync(tableOf(ROWS));
    await crossValidate(cart({ maxDepth: 2 }), toNumber, { target: "y", folds: 2 });
    expect(count.started).toBe(0);
  });

  it("give way to the caller's own where the host has none, or no memory to share", async () => {
    const model = await boosting({ rounds: 6 }).fit(toNumber, { target: "y", threads: 1 });
    const scores = model.predictScore(tableOf(ROWS));
    const refuse = () => {
      throw new Error("no workers here");
    };
    for (const options of [{ worker: refuse }, { module: null }]) {
      configureKernels(options);
      expect(await model.predictScoreAsync(tableOf(ROWS), { threads: 2 })).toEqual(scores);
    }
  });

  it("end in one error where a worker crashes, and the next prediction has another worker", async () => {
    const model = await boosting({ rounds: 60 }).fit(toNumber, { target: "y", threads: 1 });
    const table = tableOf(200 * WALK_ROWS);
    const scores = model.predictScore(table);
    const crashing = `const { parentPort } = require("node:worker_threads");
      parentPort.postMessage("cambium worker 4");
      parentPort.on("message", () => process.exit(5));`;
    configureKernels({ worker: () => new Worker(crashing, { eval: true }) });
    // The caller's thread may have done all before it hears of it: then nothing is wrong.
    const outcome = await model.predictScoreAsync(table, { threads: 2 }).catch((error: unknown) => error);
    if (outcome instanceof Float64Array) expect(outcome).toEqual(scores);
    else {
      expect(outcome).toMatchObject({ code: "worker-failed" });
      expect(String(outcome)).toMatch(/worker \d+ failed: it ended with code 5; pass threads: 1 to do without workers/);
    }
    configureKernels({});
    expect(await model.predictScoreAsync(table, { threads: 2 })).toEqual(scores);
  });

  it("stop with the signal's reason in the middle, and leave nothing behind that the next prediction would feel", async () => {
    const model = await boosting({ rounds: 60 }).fit(toNumber, { target: "y", threads: 1 });
    const table = tableOf(200 * WALK_ROWS);
    const scores = model.predictScore(table);
    const stop = new AbortController();
    const judged = permutationImportanceAsync(model, table, { repeats: 1000, threads: 2, signal: stop.signal });
    setTimeout(() => stop.abort("enough"), 50);
    await expect(judged).rejects.toBe("enough");
    expect(await model.predictScoreAsync(table, { threads: 2 })).toEqual(scores);
  });

  it("let the process end with the code 0", () => {
    const script = new URL("../support/predict-on-threads.ts", import.meta.url);
    const root = new URL("../../../../", import.meta.url);
    const printed = execFileSync("npm", ["run", "-s", "example", script.pathname], { cwd: root, encoding: "utf8" });
    expect(printed.trim().split("\n").at(-1)).toBe("20000 rows");
  });

  it.each(["many", 0, 1.5, 1000])("refuse %j of them", async (threads) => {
    const model = await cart({ maxDepth: 2 }).fit(toNumber, { target: "y" });
    await expect(model.predictAsync(tableOf(10), { threads: threads as number })).rejects.toThrow(
      'cambium: predictAsync: threads expects "auto" or a whole number from 1 to 256',
    );
  });
});
