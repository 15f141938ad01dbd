import { type BoostingOptions, boosting, configureKernels, createDataset, loadModel } from "@cambium/core";
import { createPacer } from "@cambium/kernels";
import { afterEach, describe, expect, it } from "vitest";
import { BoostingBags } from "../../src/training/boosting/boosting-rows.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";
import { referenceBoosting, referenceLosses } from "../support/reference-boosting.ts";

afterEach(() => configureKernels({}));

function noisyTable(rows: number, seed: number) {
  const random = randomNumbers(seed);
  const column = () => Array.from({ length: rows }, () => roughlyNormal(random));
  const [a, b] = [column(), column()];
  const size = a.map((value, row) => 2 * value + Math.abs(b[row]) + roughlyNormal(random));
  const targets = {
    numbers: size,
    pairs: size.map((value) => value > 1),
    classes: size.map((value) => (value < 0 ? "low" : value < 1.5 ? "middle" : "high")),
  };
  return { a, b, targets, key: a.map((_, row) => row) };
}

describe("several trees a round", () => {
  it("are a random forest in one round: the mean of trees that are grown on bags of their own", async () => {
    const { a, b, targets } = noisyTable(60, 1);
    const y = targets.numbers;
    const dataset = await createDataset({ a, b, y }, { target: "y" });
    const sampled = { rowSample: 0.6, seed: 4, treesPerRound: 5 };
    const stages = { rounds: 1, learningRate: 1, maxDepth: 3 };
    const model = await boosting({ ...sampled, ...stages, l2: 0 }).fit(dataset);
    expect(model.ensemble.trees.length).toBe(5);
    const bags = new BoostingBags(dataset, sampled, createPacer());
    const w = y.map(() => 1);
    const forest = await Promise.all(
      Array.from({ length: 5 }, async (_, tree) => {
        const bag = await bags.bagOf(1, tree);
        return referenceBoosting([a, b], y, w, referenceLosses.squaredError, { ...stages, l2: 0, bags: [bag] });
      }),
    );
    expect(new Set(forest.map(String)).size).toBe(5);
    model.predictScore({ a, b }).forEach((score, row) => {
      expect(score).toBeCloseTo(forest.reduce((sum, scores) => sum + scores[row], 0) / 5, 9);
    });
  });

  it.each(["numbers", "pairs", "classes"] as const)(
    "all start from the scores of the round, so that without chance they are one tree: %s",
    async (target) => {
      const { a, b, targets } = noisyTable(300, 2);
      const table = { a, b, y: targets[target] };
      for (const options of [{ splitter: "exact" }, { splitter: "histogram" }, { order: 1 }] as const) {
        const fitted = (treesPerRound: number) =>
          boosting({ ...options, treesPerRound, rounds: 4, learningRate: 0.5, maxDepth: 3 }).fit(table, {
            target: "y",
          });
        const [one, four] = [await fitted(1), await fitted(4)];
        const count = target === "classes" ? 3 : 1;
        expect(four.ensemble.trees.length).toBe(16 * count);
        const [first, next] = [four.ensemble.trees[0], four.ensemble.trees[count]];
        expect([...next.value]).toEqual([...first.value]);
        const expected = one.predictScore(table);
        four.predictScore(table).forEach((score, at) => {
          expect(score).toBeCloseTo(expected[at], 9);
        });
      }
    },
  );

  for (const target of ["numbers", "pairs", "classes"] as const) {
    it(`give the same bytes for any threads, engine and order of the rows, saved or gone on with: ${target}`, async () => {
      const { a, b, targets, key } = noisyTable(2000, 3);
      const table = { a, b, y: targets[target], key };
      const run = { target: "y", rowKey: "key" };
      const options = { treesPerRound: 3, rowSample: 0.6, columnSample: { tree: 0.5 }, maxDepth: 4 };
      for (const splitter of ["exact", "histogram"] as const) {
        const learner = (rounds: number) => boosting({ ...options, splitter, rounds });
        const model = await learner(4).fit(table, { ...run, threads: 1 });
        const expected = digest(model);
        expect(digest(await learner(4).fit(table, { ...run, threads: 2 }))).toBe(expected);
        const order = key.map((row) => (row * 547) % 2000);
        expect(digest(await learner(4).fit(inOrder(table, order), run))).toBe(expected);
        const half = loadModel((await learner(2).fit(table, run)).toBytes());
        expect(digest(await learner(2).fit(table, { ...run, continueFrom: half }))).toBe(expected);
        configureKernels({ module: null });
        expect(digest(await learner(4).fit(table, run))).toBe(expected);
        configureKernels({});
        expect(digest(loadModel(model.toBytes()))).toBe(expected);
      }
    });
  }

  it("grow each on rows of its own, in every round", async () => {
    const { a, b, targets } = noisyTable(200, 4);
    const dataset = await createDataset({ a, b, y: targets.numbers }, { target: "y" });
    const bags = new BoostingBags(dataset, { treesPerRound: 3, rowSample: 0.5 }, createPacer());
    const drawn = new Set<string>();
    for (const round of [1, 2, 3, 4]) {
      for (const tree of [0, 1, 2]) drawn.add((await bags.bagOf(round, tree)).join());
    }
    expect(drawn.size).toBe(12);
  });

  it("are measured together, and kept or left together by early stopping", async () => {
    const { a, b, targets } = noisyTable(300, 5);
    const table = { a, b, y: targets.classes };
    const held = noisyTable(200, 6);
    const validation = { a: held.a, b: held.b, y: held.targets.classes };
    const options = { treesPerRound: 2, rowSample: 0.5, learningRate: 0.6, rounds: 60 };
    const model = await boosting({ ...options, earlyStopping: { patience: 3 } }).fit(table, {
      target: "y",
      validation,
    });
    const { learningCurve, ensemble } = model;
    const losses = learningCurve.map(({ sets }) => sets.validation.meanLoss);
    const best = losses.indexOf(Math.min(...losses)) + 1;
    expect(ensemble.trees.length).toBe(best * 2 * 3);
    expect(learningCurve.length).toBe(best + 3);
    const scores = model.predictScore(validation);
    const loss = validation.y.reduce((sum, value, row) => {
      const powers = [0, 1, 2].map((code) => Math.exp(scores[3 * row + code]));
      const share = powers[["high", "low", "middle"].indexOf(value)] / powers.reduce((all, power) => all + power, 0);
      return sum - Math.log(share);
    }, 0);
    expect(loss / 200).toBeCloseTo(losses[best - 1], 9);
  });

  it.each<[string, BoostingOptions, string]>([
    [
      "a model of other rounds",
      { treesPerRound: 3 },
      "fit: continueFrom: the model has 4 trees, which are no whole rounds of 3; go on with the treesPerRound that it was fitted with",
    ],
    [
      "rows that are chosen by their gradients",
      { treesPerRound: 2, rowSample: { largest: 0.2, others: 0.1 } },
      "boosting: the trees of a round are to differ by the rows that chance draws, and rowSample takes those of the largest gradients for all of them; take a number as rowSample, such as 0.7, or leave treesPerRound out",
    ],
  ])("refuse %s", async (_name, options, message) => {
    const { a, b, targets } = noisyTable(50, 7);
    const table = { a, b, y: targets.numbers };
    const continueFrom = await boosting({ rounds: 2, treesPerRound: 2 }).fit(table, { target: "y" });
    expect(await failureOf(() => boosting(options).fit(table, { target: "y", continueFrom }))).toBe(
      `bad-option | cambium: ${message}`,
    );
  });
});
