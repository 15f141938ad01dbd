import { configureKernels } from "@cambium/kernels";
import { afterEach, describe, expect, it } from "vitest";
import { type BoostingOptions, boosting } from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

const mean = (numbers: Float64Array) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** With gaps, columns of few values, categories, and equal columns, whose cuts tie. */
function tableOf(rows: number) {
  const next = randomNumbers(5);
  const column = (make: () => number) => Float64Array.from({ length: rows }, make);
  const x = column(() => next() * 6 - 3);
  const gaps = column(() => (next() < 0.2 ? Number.NaN : Math.floor(next() * 50)));
  const few = column(() => Math.floor(next() * 3));
  const kind = Array.from({ length: rows }, () => "abcdefg"[Math.floor(next() * 7)]);
  const y = x.map((value, row) => value * few[row] + (gaps[row] > 25 ? 1 : 0) + (kind[row] < "c" ? 2 : 0) + next());
  return { x, same: x, gaps, few, kind, y, w: column(() => Math.floor(next() * 4)) };
}

const forms: [string, BoostingOptions][] = [
  ["by depth", { maxDepth: 7 }],
  ["of sampled rows and columns", { maxDepth: 5, rowSample: 0.5, columnSample: { tree: 0.7 } }],
  ["of columns for each node", { maxDepth: 7, categorical: "partition", columnSample: { node: 0.5 } }],
  ["of columns for each tree and node", { categorical: "partition", columnSample: { tree: 0.7, node: 0.6 } }],
  ["of columns for each level", { categorical: "partition", columnSample: { level: 0.7, node: 0.7 } }],
  ["with limits on rows", { maxDepth: 9, minRowsLeaf: 40, minChildWeight: 20 }],
];

describe("boosting that tries every cut", () => {
  it.each(forms)("gives the same bytes on any number of threads, and in plain JavaScript: %s", async (_, options) => {
    const table = tableOf(4000);
    const learner = boosting({ rounds: 2, splitter: "exact", ...options });
    const train = (threads: number) => learner.fit(table, { target: "y", weight: "w", threads });
    const alone = (await train(1)).toBytes();
    for (const threads of [2, 3, 8]) expect((await train(threads)).toBytes()).toEqual(alone);
    // The scores that the next tree learned from are those that the model gives.
    const run = { target: "y", task: "regression", weight: "w", threads: 2, trainMetrics: true } as const;
    const model = await learner.fit(table, run);
    const errors = model.predict(table).map((score, row) => (score - table.y[row]) ** 2 * table.w[row]);
    expect(model.learningCurve.at(-1)?.trainLoss).toBeCloseTo(mean(errors) / mean(table.w) / 2, 10);
    configureKernels({ module: null });
    expect((await train(2)).toBytes()).toEqual(alone);
  });

  it("grows trees of a node that no cut can part", async () => {
    const table = { x: new Float64Array(3000).fill(1), y: Float64Array.from({ length: 3000 }, (_, row) => row % 5) };
    const model = await boosting({ rounds: 2, splitter: "exact" }).fit(table, { target: "y", threads: 2 });
    expect(model.ensemble.trees.map(({ nodeCount }) => nodeCount)).toEqual([1, 1]);
  });
});
