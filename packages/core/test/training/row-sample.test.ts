import { createPacer } from "@cambium/kernels";
import { describe, expect, it } from "vitest";
import {
  boosting,
  createDataset,
  crossValidate,
  type Learner,
  randomForest,
  type Tree,
  tableFromColumns,
} from "../../src/index.ts";
import { selectRows } from "../../src/table/select-rows.ts";
import { BoostingBags } from "../../src/training/boosting/boosting-rows.ts";
import { Purpose, randomBits, shuffleInTurns } from "../../src/util/random.ts";
import { atOnce } from "../../src/util/turns.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";
import { referenceBoosting, referenceLosses } from "../support/reference-boosting.ts";

const ROWS = 80;

function keyedTable(seed: number) {
  const random = randomNumbers(seed);
  const a = Array.from({ length: ROWS }, () => roughlyNormal(random));
  const b = Array.from({ length: ROWS }, () => (random() < 0.15 ? Number.NaN : roughlyNormal(random)));
  const y = a.map((x, row) => 3 * x + (b[row] > 0 ? 2 : 0) + roughlyNormal(random));
  const id = a.map((_, row) => (row % 2 === 0 ? -1 : 1) * (row * 2 ** 33 + row));
  const weight = a.map((_, row) => (row % 7 === 0 ? 0 : 0.5 + random()));
  return { a, b, c: a.map((_, row) => "pqrs"[row % 4]), y, id, weight };
}

const bagsOf = async (rowSample: number, seed: number, rounds: number) => {
  const { a, y, weight } = keyedTable(1);
  const dataset = await createDataset({ a, y }, { target: "y", weight });
  const bags = new BoostingBags(dataset, { rowSample, seed }, createPacer());
  return Promise.all(Array.from({ length: rounds }, (_, i) => bags.bagOf(i + 1)));
};

describe("row sampling", () => {
  it("draws each row with the chance that was asked for, and other rows each round", async () => {
    const bags = await bagsOf(0.4, 5, 500);
    const times = new Float64Array(ROWS);
    for (const bag of bags) {
      expect([...bag]).toEqual([...bag].sort((a, b) => a - b));
      for (const row of bag) times[row]++;
    }
    // Five standard deviations of a binomial count of 500 draws.
    const spread = 5 * Math.sqrt(500 * 0.4 * 0.6);
    times.forEach((count, row) => {
      expect(Math.abs(count - (row % 7 === 0 ? 0 : 200))).toBeLessThan(row % 7 === 0 ? 1 : spread);
    });
    expect(new Set(bags.map(String)).size).toBe(500);
  });

  it("takes the row that came nearest where chance leaves none", async () => {
    const bags = await bagsOf(1e-9, 3, 20);
    bags.forEach((bag, round) => {
      const key = randomBits(3, Purpose.TreeRows, round);
      const weighted = Array.from({ length: ROWS }, (_, row) => row).filter((row) => row % 7 !== 0);
      const nearest = weighted.reduce((best, row) => (randomBits(key, row) < randomBits(key, best) ? row : best));
      expect([...bag]).toEqual([nearest]);
    });
  });

  it("is none at 1, rows of no weight included", async () => {
    const { a, b, y, weight } = keyedTable(2);
    const bytes = await Promise.all(
      [{}, { rowSample: 1 }, { rowSample: 1, seed: 9 }].map(async (options) =>
        (await boosting({ rounds: 3, ...options }).fit({ a, b, y }, { target: "y", weight })).toBytes(),
      ),
    );
    expect(bytes[1]).toEqual(bytes[0]);
    expect(bytes[2]).toEqual(bytes[0]);
  });

  it.each(["squaredError", "logistic"] as const)(
    "grows each tree on its bag, and moves the scores of all rows, as plain arrays say (%s)",
    async (name) => {
      const { a, b, y: numbers } = keyedTable(3);
      const y = name === "logistic" ? numbers.map((value) => Number(value > 1)) : numbers;
      const options = { rounds: 3, learningRate: 0.3, maxDepth: 3 };
      const bags = await (async () => {
        const dataset = await createDataset({ a, y }, { target: "y" });
        const all = new BoostingBags(dataset, { rowSample: 0.5, seed: 4 }, createPacer());
        return Promise.all([1, 2, 3].map((round) => all.bagOf(round)));
      })();
      const w = y.map(() => 1);
      const expected = referenceBoosting([a, b], y, w, referenceLosses[name], { ...options, l2: 1, bags });
      const table = { a, b, y: name === "logistic" ? y.map((value) => value === 1) : y };
      const model = await boosting({ ...options, rowSample: 0.5, seed: 4 }).fit(table, { target: "y" });
      model.predictScore(table).forEach((score, row) => {
        expect(score).toBeCloseTo(expected[row], 8);
      });
      const rowsOf = (tree: Tree) => tree.rowCount[0];
      expect(model.ensemble.trees.map(rowsOf)).toEqual(bags.map((bag) => bag.length));
    },
  );

  it.each<[string, Learner]>([
    ["boosting", boosting({ rounds: 6, rowSample: 0.5, seed: 2 }) as Learner],
    ["boosting by histograms", boosting({ rounds: 6, rowSample: 0.5, splitter: "histogram", maxBins: 9 }) as Learner],
    ["boosting of almost no rows", boosting({ rounds: 6, rowSample: 1e-9 }) as Learner],
    ["a forest", randomForest({ trees: 5, seed: 2 })],
    ["a forest without bootstrap", randomForest({ trees: 5, bootstrap: false, rowSample: 0.5 })],
  ])(
    "has the same bytes for any order of the rows, where a column says which is which (%s)",
    async (_name, learner) => {
      const table = tableFromColumns(keyedTable(5));
      const description = { target: "y", weight: "weight", rowKey: "id" };
      const expected = await learner.fit(table, description);
      expect(expected.features.map(({ name }) => name)).toEqual(["a", "b", "c"]);
      for (const seed of [1, 2]) {
        const shuffled = selectRows(table, atOnce(shuffleInTurns(ROWS, seed)));
        expect((await learner.fit(shuffled, description)).toBytes()).toEqual(expected.toBytes());
      }
      const { id: _id, ...others } = keyedTable(5);
      expect((await learner.fit(others, { ...description, rowKey: undefined } as never)).toBytes()).not.toEqual(
        expected.toBytes(),
      );
    },
  );

  it("is repeated by its seed, and other rows are drawn by another", async () => {
    const { a, b, y } = keyedTable(6);
    const bytes = async (seed: number) =>
      String((await boosting({ rounds: 3, rowSample: 0.5, seed }).fit({ a, b, y }, { target: "y" })).toBytes());
    expect(await bytes(1)).toBe(await bytes(1));
    expect(await bytes(1)).not.toBe(await bytes(2));
  });

  it("keeps the row key out of the features of each fold", async () => {
    const description = { target: "y", rowKey: "id", folds: 2 };
    const seen: string[][] = [];
    const learner = boosting({ rounds: 2, rowSample: 0.5 });
    const watched = {
      ...learner,
      fit: async (...given: Parameters<typeof learner.fit>) => {
        const model = await learner.fit(...given);
        seen.push(model.features.map(({ name }) => name));
        return model;
      },
    } as typeof learner;
    await crossValidate(watched, keyedTable(7), description);
    expect(seen).toEqual([
      ["a", "b", "c", "weight"],
      ["a", "b", "c", "weight"],
    ]);
  });

  it.each<[string, unknown[], string]>([
    [
      "twice the same",
      [1, 2, 1],
      'bad-column | cambium: rowKey: column "id" has 1 in row 1 and in row 3; expected each number once',
    ],
    [
      "a share",
      [1, 2.5, 3],
      'bad-column | cambium: rowKey: column "id" has 2.5 in row 2; expected a whole number up to 2^53',
    ],
    [
      "nothing",
      [1, 2, null],
      'bad-column | cambium: rowKey: column "id" has null in row 3; expected a whole number up to 2^53',
    ],
    [
      "a vast number",
      [1, 2n ** 60n, 3],
      'bad-column | cambium: rowKey: column "id" has 1152921504606846976n in row 2; expected a whole number up to 2^53',
    ],
  ])("refuses a row key with %s", async (_name, id, message) => {
    const fit = () => boosting().fit({ x: [1, 2, 3], y: [1, 2, 3], id }, { target: "y", rowKey: "id" });
    expect(await failureOf(fit)).toBe(message);
  });

  it("refuses a row key that the table lacks, or that the dataset was made without", async () => {
    const table = { x: [1, 2, 3], y: [1, 2, 3] };
    expect(await failureOf(() => boosting().fit(table, { target: "y", rowKey: "id" }))).toBe(
      'unknown-column | cambium: rowKey: the table has no column "id"; there are "x", "y"',
    );
    const dataset = await createDataset(table, { target: "y" });
    expect(await failureOf(() => boosting().fit(dataset, { rowKey: "id" } as never))).toBe(
      "bad-option | cambium: fit: rowKey was settled when the dataset was created; leave it out here",
    );
  });
});
