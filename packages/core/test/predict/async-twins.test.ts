import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adaBoost,
  boosting,
  type ClassificationModel,
  c45,
  cart,
  evaluate,
  evaluateAsync,
  leafIndices,
  leafIndicesAsync,
  type Model,
  permutationImportance,
  permutationImportanceAsync,
  randomForest,
} from "../../src/index.ts";

const ROWS = 3000;

/** Numbers with gaps, and categories. */
function tableOf(seed: number) {
  const at = (row: number, column: number) => ((row * 7919 + column * 104729 + seed * 31) % 1009) / 1009;
  const numbers = (column: number) =>
    Float64Array.from({ length: ROWS }, (_, row) => (row % 17 === column ? Number.NaN : at(row, column)));
  const kind = Array.from({ length: ROWS }, (_, row) => ["a", "b", "c", null][(row * 5 + seed) % 4]);
  const y = Float64Array.from({ length: ROWS }, (_, row) => at(row, 0) + 0.3 * at(row, 9) + (row % 4 === 0 ? 0.5 : 0));
  const label = Array.from(y, (value) => (value < 0.4 ? "low" : value < 0.9 ? "middle" : "high"));
  return { a: numbers(0), b: numbers(1), kind, y, label };
}

const { y: _y, ...classes } = tableOf(1);
const { label: _label, ...numbers } = tableOf(2);

const models: readonly [name: string, train: () => Promise<Model>][] = [
  ["a tree", () => cart({ maxDepth: 6 }).fit(classes, { target: "label" })],
  ["a tree with surrogates", () => cart({ missing: "surrogate", maxDepth: 4 }).fit(classes, { target: "label" })],
  ["a tree whose rows are shared", () => c45().fit(classes, { target: "label" })],
  ["a forest", () => randomForest({ trees: 5 }).fit(numbers, { target: "y" })],
  ["boosting", () => boosting({ rounds: 12 }).fit(numbers, { target: "y" })],
  ["boosting of classes", () => boosting({ rounds: 4 }).fit(classes, { target: "label" })],
  ["medians", () => adaBoost({ rounds: 4 }).fit(numbers, { target: "y" })],
];

describe("a function with Async in its name gives the bits of its twin", () => {
  it.each(models)("of %s", async (_, train) => {
    const model = await train();
    const table = model.task === "classification" ? classes : numbers;
    expect(await model.predictAsync(table)).toEqual(model.predict(table));
    expect(await model.predictScoreAsync(table)).toEqual(model.predictScore(table));
    if (model.task === "classification") {
      expect(await model.predictProbabilityAsync(table)).toEqual(model.predictProbability(table));
    }
    expect(await leafIndicesAsync(model, table)).toEqual(leafIndices(model, table));
    expect(await evaluateAsync(model, table)).toEqual(evaluate(model, table));
    const options = { repeats: 2, seed: 3 };
    expect(await permutationImportanceAsync(model, table, options)).toEqual(
      permutationImportance(model, table, options),
    );
  });

  it("for any number of rows", async () => {
    const model = (await boosting({ rounds: 3 }).fit(classes, { target: "label" })) as ClassificationModel;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 200 }), async (rows) => {
        const some = { a: classes.a.slice(0, rows), b: classes.b.slice(0, rows), kind: classes.kind.slice(0, rows) };
        expect(await model.predictAsync(some)).toEqual(model.predict(some));
      }),
      { numRuns: 30 },
    );
  });
});

describe("evaluateAsync", () => {
  it("asks the functions that the model has, not those that it was made with", async () => {
    const model = await cart({ maxDepth: 3 }).fit(numbers, { target: "y" });
    const other = {
      ...model,
      predict: (table: never) => (model.predict(table) as Float64Array).map((value) => -value),
    };
    expect(await evaluateAsync(other as never, numbers)).toEqual(evaluate(other as never, numbers));
  });
});

describe("the signal of such a function", () => {
  it("ends it with the signal's reason, before it begins and in the middle", async () => {
    const model = await cart({ maxDepth: 3 }).fit(classes, { target: "label" });
    const stopped = AbortSignal.abort("stop");
    await expect(model.predictAsync(classes, { signal: stopped })).rejects.toBe("stop");
    await expect(evaluateAsync(model, classes, { signal: stopped })).rejects.toBe("stop");
    await expect(permutationImportanceAsync(model, classes, { signal: stopped })).rejects.toBe("stop");
    const controller = new AbortController();
    const long = permutationImportanceAsync(model, classes, { repeats: 10_000, signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 1);
    await expect(long).rejects.toBe("enough");
  });

  it("stands beside no option that is not known, which is refused by name", async () => {
    const model = await cart({ maxDepth: 2 }).fit(classes, { target: "label" });
    await expect(model.predictAsync(classes, { signals: 1 } as never)).rejects.toThrow(/predictAsync.*signals/);
    await expect(leafIndicesAsync(model, classes, { threads: 2 } as never)).rejects.toThrow(
      /leafIndicesAsync.*threads/,
    );
  });
});
