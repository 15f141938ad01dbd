import { Worker } from "node:worker_threads";
import { configureKernels, createPacer, WALK_ROWS } from "@cambium/kernels";
import { afterEach, describe, expect, it } from "vitest";
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
import { inTurns, type OnThreads } from "../../src/util/turns.ts";

const ROWS = 5 * WALK_ROWS + 7;

/** Numbers with gaps as float64 or float32, and categories. */
function tableOf(rows: number, Numbers: typeof Float64Array | typeof Float32Array = Float64Array) {
  const at = (row: number, column: number) => ((row * 7919 + column * 104729) % 1009) / 1009;
  const numbers = (column: number) =>
    Numbers.from({ length: rows }, (_, row) => (row % 17 === column ? Number.NaN : at(row, column)));
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
  ["symmetric trees", () => boosting({ rounds: 8, grow: "symmetric" }).fit(toNumber, { target: "y" })],
  ["a forest", () => randomForest({ trees: 6 }).fit(toNumber, { target: "y" })],
  ["a forest of classes", () => randomForest({ trees: 6 }).fit(toLabel, { target: "label" })],
  ["a tree with categories", () => cart({ maxDepth: 6 }).fit(toLabel, { target: "label" })],
  ["a tree with surrogates", () => cart({ missing: "surrogate", maxDepth: 4 }).fit(toLabel, { target: "label" })],
];

afterEach(() => configureKernels({}));

/** Counts the workers that are started. */
function countWorkers(): { started: number } {
  const count = { started: 0 };
  const source = new URL("../../../kernels/src/generated/worker-source.ts", import.meta.url);
  configureKernels({
    worker: async () => {
      count.started++;
      const { workerSource } = await import(source.href);
      return new Worker(workerSource, { eval: true });
    },
  } as never);
  return count;
}

describe("predictions on threads have the bits of those on one", () => {
  it.each(models)("of %s", async (_, fit) => {
    const model = await fit();
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

  it.each([0, 1, WALK_ROWS - 1, WALK_ROWS, WALK_ROWS + 1, 3 * WALK_ROWS, 40 * WALK_ROWS + 1])("of %i rows", async (rows) => {
    const model = await boosting({ rounds: 6 }).fit(toNumber, { target: "y" });
    const table = tableOf(rows);
    const scores = model.predictScore(table);
    for (const threads of [2, 3]) expect(await model.predictScoreAsync(table, { threads })).toEqual(scores);
  });

  it("in evaluateAsync and permutationImportanceAsync", async () => {
    const table = tableOf(ROWS);
    for (const [, fit] of [models[0], models[2]]) {
      const model = await fit();
      expect(await evaluateAsync(model, table, { threads: 2 })).toEqual(evaluate(model, table));
      const options = { repeats: 2, seed: 3 };
      expect(await permutationImportanceAsync(model, table, { ...options, threads: 2 })).toEqual(
        permutationImportance(model, table, options),
      );
    }
  });
});
