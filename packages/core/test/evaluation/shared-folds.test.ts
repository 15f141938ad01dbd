import { describe, expect, it, vi } from "vitest";
import { Dataset } from "../../src/dataset/dataset.ts";
import {
  boosting,
  createDataset,
  crossValidate,
  evaluate,
  foldsOf,
  gridSearch,
  type Learner,
  type Model,
} from "../../src/index.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(23);
const rows = Array.from({ length: 400 }, () => ({ a: random(), b: random(), c: "pqr"[Math.floor(3 * random())] }));
const table = {
  a: Float64Array.from(rows, ({ a }) => a),
  b: rows.map(({ b }, row) => (row % 11 === 0 ? null : b)),
  c: rows.map(({ c }) => c),
  w: rows.map((_, row) => 1 + (row % 3)),
  y: rows.map(({ a, b, c }) => 3 * a + (c === "q" ? b : 1) + random()),
};
const run = { target: "y", folds: 4, seed: 2 };
const binned = (more: object = {}) => boosting({ splitter: "histogram", maxBins: 8, rounds: 6, ...more });

/** A learner that keeps what it was given to learn from. */
function watched(learner: Learner, given: unknown[]): Learner {
  return {
    ...learner,
    fit: ((data: Dataset, options?: object) => {
      given.push(data);
      return learner.fit(data, options);
    }) as Learner["fit"],
  };
}

describe("the folds of a search", () => {
  it("are read, sorted and cut into bins once for all trials, and each trial is as it would be alone", async () => {
    const given: unknown[] = [];
    const grid = { learningRate: [0.1, 0.3], splitter: ["exact", "histogram"] } as const;
    const make = ({ learningRate, splitter }: { learningRate: number; splitter: "exact" | "histogram" }) =>
      watched(boosting({ rounds: 5, learningRate, splitter }), given);
    const { trials } = await gridSearch(make, grid, table, run);
    expect(given).toHaveLength(16);
    expect(new Set(given).size).toBe(4);
    for (const { parameters, scores } of trials) {
      const alone = await crossValidate(boosting({ rounds: 5, ...parameters }), table, run);
      expect(alone.scores).toEqual(scores);
    }
  });
});

describe("shareBins", () => {
  it("cuts where the whole table would be cut, in every fold, by its weights; the other rows are still held out", async () => {
    const whole = await createDataset(table, { target: "y", weight: "w", maxBins: 8 });
    const given: Dataset[] = [];
    const options = { ...run, weight: "w", shareBins: true };
    const { folds, scores } = await crossValidate(watched(binned(), given), table, options);
    const cuts = async (of: Dataset) => Promise.all([0, 1].map(async (f) => (await of.binned(f, 8, never)).cuts));
    for (const [fold, dataset] of given.entries()) {
      expect(await cuts(dataset)).toEqual(await cuts(whole));
      expect(dataset.rowCount).toBe(folds[fold].train.length);
      const own = await createDataset(inOrder(table, folds[fold].train), { target: "y", weight: "w" });
      expect(await cuts(own)).not.toEqual(await cuts(whole));
      // A fit of the dataset is the same as of its bytes.
      const model = (await binned().fit(dataset)) as Model;
      expect(evaluate(model, inOrder(table, folds[fold].test), { weight: "w" })).toEqual(scores[fold]);
    }
  });

  it("is as cutting each fold by itself where every value has a bin in every fold", async () => {
    const few = { a: rows.map(({ a }) => Math.floor(8 * a)), c: table.c, y: table.y };
    const [one, other] = await Promise.all(
      [true, false].map((shareBins) => crossValidate(binned(), few, { ...run, shareBins })),
    );
    expect(one.scores).toEqual(other.scores);
  });

  it("cuts the table once for all folds and trials of a search", async () => {
    const cut = vi.spyOn(Dataset.prototype, "binned");
    const grid = { learningRate: [0.1, 0.3] };
    await gridSearch(({ learningRate }) => binned({ learningRate }), grid, table, { ...run, shareBins: true });
    const lenders = new Set(cut.mock.contexts.filter((of) => (of as Dataset).rowCount === 400));
    expect(lenders.size).toBe(1);
    cut.mockRestore();
  });

  it("changes nothing for learners that try every cut", async () => {
    const learner = boosting({ rounds: 4 });
    const [one, other] = await Promise.all(
      [true, false].map((shareBins) => crossValidate(learner, table, { ...run, shareBins })),
    );
    expect(one.scores).toEqual(other.scores);
  });
});

it("folds of a search are those that foldsOf makes", async () => {
  const { folds } = await gridSearch(({ rounds }) => binned({ rounds }), { rounds: [1, 2] }, table, run);
  expect(folds).toEqual(foldsOf(table, { folds: 4, seed: 2 }));
});

const never = { due: () => false, pause: async () => {} } as never;
