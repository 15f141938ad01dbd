import { configureKernels } from "@cambium/kernels";
import { afterEach, describe, expect, it } from "vitest";
import { adaBoost, bagging, type CartOptions, cart, type Learner, randomForest } from "../../src/index.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

/** Columns of many values, of few and with gaps, and a target of so many classes. */
function tableOf(rows: number, classes: number) {
  const next = randomNumbers(5);
  const column = (make: () => number) => Float64Array.from({ length: rows }, make);
  const x = column(() => next() * 6 - 3);
  const gaps = column(() => (next() < 0.2 ? Number.NaN : Math.floor(next() * 9)));
  const few = column(() => Math.floor(next() * 3));
  const y = Array.from(x, (value, row) => `c${Math.abs(Math.floor(value * few[row] + 2 * next())) % classes}`);
  return { x, gaps, few, y, w: column(() => 1 + Math.floor(next() * 4)) };
}

const bins: CartOptions = { splitter: "histogram" };

const learners: [string, Learner][] = [
  ["cart", cart({ ...bins, maxDepth: 8 })],
  ["cart by leaf, with limits on rows", cart({ ...bins, maxLeaves: 30, minRowsLeaf: 20 })],
  ["bagging", bagging(cart({ ...bins, maxDepth: 5 }), { trees: 3 })],
  ["randomForest", randomForest({ ...bins, trees: 3, maxDepth: 8, columnSample: { node: 2 / 3 } })],
  ["adaBoost", adaBoost(cart({ ...bins, maxDepth: 3 }), { rounds: 3 })],
];

describe("trees of classes in bins", () => {
  it.each(learners.flatMap(([name, learner]) => [2, 7].map((classes) => [name, classes, learner] as const)))(
    "are the same bytes in plain JavaScript: %s, %i classes",
    async (_name, classes, learner) => {
      const table = tableOf(1500, classes);
      const bytesOf = async () => (await learner.fit(table, { target: "y", weight: "w" })).toBytes();
      const compiled = await bytesOf();
      configureKernels({ module: null });
      expect(await bytesOf()).toEqual(compiled);
    },
  );

  it.each([2, 7])("are the same bytes on any number of threads, which share each tree: %i classes", async (classes) => {
    const table = tableOf(6000, classes);
    const learner = randomForest({ ...bins, trees: 3, maxDepth: 5, seed: 4 });
    const alone = await learner.fit(table, { target: "y", threads: 1 });
    for (const threads of [2, 3]) {
      const shared = await learner.fit(table, { target: "y", threads });
      expect(shared.toBytes()).toEqual(alone.toBytes());
      expect(shared.report).toContain(`the binned engine grew the trees on ${threads} threads`);
    }
  });

  it("are the same bytes for rows in any order", async () => {
    const table = tableOf(3000, 4);
    const order = [...table.y.keys()].sort((a, b) => ((a * 7919) % 3000) - ((b * 7919) % 3000));
    const shuffled = inOrder(table, order);
    const learner = cart({ ...bins, maxBins: 40 });
    const model = await learner.fit(table, { target: "y", weight: "w" });
    expect((await learner.fit(shuffled, { target: "y", weight: "w" })).toBytes()).toEqual(model.toBytes());
  });
});
