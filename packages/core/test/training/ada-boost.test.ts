import { describe, expect, it } from "vitest";
import {
  type AdaBoostOptions,
  type AdaBoostReport,
  adaBoost,
  boosting,
  c45,
  cart,
  costComplexity,
  encodeTable,
  leafOf,
  type Model,
} from "../../src/index.ts";
import { float32Column, readDataset } from "../peers/read-dataset.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(5);
const numbers = Array.from({ length: 120 }, () => {
  const [a, b] = [random(), random()];
  return { a, b, y: 10 * a * b + (random() < 0.1 ? 5 : random()) };
});
const two = numbers.map(({ y, ...row }) => ({ ...row, y: y > 3 ? "high" : "low" }));
const three = numbers.map(({ y, ...row }) => ({ ...row, y: y > 5 ? "high" : y > 2 ? "middle" : "low" }));
const run = { target: "y" };
const sum = (values: readonly number[]) => values.reduce((total, x) => total + x, 0);

const cancer = readDataset("breast-cancer-wdbc");
const features = Object.keys(cancer).filter((name) => name !== "target");
const table = Object.fromEntries([
  ...features.map((name) => [name, float32Column(cancer[name])]),
  ["target", cancer.target],
]);

/** The votes of every tree for every row: -1 or 1. */
function votesOf(model: Model, input: never): number[][] {
  const rows = encodeTable(model, input);
  return model.ensemble.trees.map((tree) =>
    Array.from({ length: rows.rowCount }, (_, row) => (tree.value[2 * leafOf(tree, rows, row) + 1] === 1 ? 1 : -1)),
  );
}

describe("discrete AdaBoost on breast cancer", () => {
  it("keeps its theorems to 1e-10: error ½ after weighing, and the bound by the product of Z", async () => {
    const model = await adaBoost({ kind: "discrete", rounds: 30 }).fit(table, {
      target: "target",
      task: "classification",
    });
    if (model.task !== "classification") throw new Error("a classification was asked for");
    const votes = votesOf(model, table as never);
    const truth = cancer.target.map((label) => (label === model.classes[1] ? 1 : -1));
    const alphas = [...(model.ensemble.combine?.weights ?? [])].map((weight) => weight / 2);
    let weights = truth.map(() => 1 / truth.length);
    const margin = new Float64Array(truth.length);
    let bound = 1;
    const found: string[] = [];
    for (const [round, vote] of votes.entries()) {
      const error = sum(weights.filter((_, row) => vote[row] !== truth[row]));
      expect(Math.abs(alphas[round] - Math.log((1 - error) / error) / 2)).toBeLessThan(1e-10);
      const z = 2 * Math.sqrt(error * (1 - error));
      bound *= z;
      weights = weights.map((weight, row) => (weight * Math.exp(-alphas[round] * vote[row] * truth[row])) / z);
      expect(Math.abs(sum(weights) - 1)).toBeLessThan(1e-10);
      expect(Math.abs(sum(weights.filter((_, row) => vote[row] !== truth[row])) - 0.5)).toBeLessThan(1e-10);
      truth.forEach((y, row) => {
        margin[row] += alphas[round] * vote[row] * y;
      });
      const wrong = sum([...margin].map((m) => (m <= 0 ? 1 : 0))) / truth.length;
      expect(wrong).toBeLessThanOrEqual(bound);
      expect(Math.abs(sum([...margin].map((m) => Math.exp(-m))) / truth.length - bound)).toBeLessThan(1e-10);
      if ([1, 5, 10, 30].includes(round + 1)) found.push(`${wrong.toFixed(6)} ${bound.toFixed(6)}`);
    }
    // The figures of another implementation of the same theorems, on the same stumps.
    expect(found).toEqual(["0.077329 0.534224", "0.031634 0.173225", "0.019332 0.119074", "0.001757 0.035246"]);
    expect(alphas[0].toFixed(6)).toBe("1.239604");
    const shares = model.predictProbability(table);
    margin.forEach((m, row) => {
      expect(shares[2 * row + 1]).toBeCloseTo(1 / (1 + Math.exp(-2 * m * truth[row])), 12);
    });
  });
});

describe("SAMME", () => {
  it("has the first rounds of scikit-learn's on iris, to the printed digit", async () => {
    const iris = readDataset("iris");
    const names = Object.keys(iris).filter((name) => name !== "target");
    const columns = Object.fromEntries(names.map((name) => [name, float32Column(iris[name])]));
    const told: AdaBoostReport[] = [];
    const model = await adaBoost({ rounds: 10 }).fit(
      { ...columns, target: iris.target },
      { target: "target", onRound: (report) => told.push(report) },
    );
    expect(told.slice(0, 5).map(({ error }) => error.toFixed(6))).toEqual([
      "0.333333",
      "0.180000",
      "0.114122",
      "0.237005",
      "0.160428",
    ]);
    expect(told.slice(0, 5).map(({ weight }) => weight.toFixed(6))).toEqual([
      "1.386294",
      "2.209495",
      "2.742456",
      "1.862318",
      "2.348196",
    ]);
    const predicted = model.predict(columns) as string[];
    const right = predicted.filter((label, row) => label === iris.target[row]).length;
    expect((right / 150).toFixed(6)).toBe("0.966667");
  });

  it("predicts by scikit-learn's rule: the decision, divided by the classes less one, through a softmax", async () => {
    const model = await adaBoost({ rounds: 6 }).fit(three, run);
    if (model.task !== "classification") throw new Error("a classification was asked for");
    const shares = model.predictProbability(three);
    for (let row = 0; row < three.length; row++) {
      const powers = decisionOf(model, row).map((d) => Math.exp(d / 2));
      for (let k = 0; k < 3; k++) expect(shares[3 * row + k]).toBeCloseTo(powers[k] / sum(powers), 12);
    }
  });
});

/** scikit-learn's decision for a row of three classes: 1 for the class that a tree votes for, -1/2 for the others. */
function decisionOf(model: Model, row: number): number[] {
  const weights = [...(model.ensemble.combine?.weights ?? [])];
  const rows = encodeTable(model, three);
  return [0, 1, 2].map((k) => {
    const votes = model.ensemble.trees.map((tree) => (tree.value[3 * leafOf(tree, rows, row) + k] === 1 ? 1 : -1 / 2));
    return sum(votes.map((vote, index) => vote * weights[index])) / sum(weights);
  });
}

describe("real AdaBoost", () => {
  it("is algorithm 2 of Friedman, Hastie and Tibshirani, as written out here", async () => {
    const model = await adaBoost({ kind: "real", rounds: 8 }).fit(two, run);
    if (model.task !== "classification") throw new Error("a classification was asked for");
    const y = two.map((row) => (row.y === model.classes[1] ? 1 : -1));
    const rows = encodeTable(model, two);
    let weights = y.map(() => 1 / y.length);
    const score = new Float64Array(y.length);
    for (const tree of model.ensemble.trees) {
      const leaf = y.map((_, row) => leafOf(tree, rows, row));
      const halfLogOdds = new Map(
        [...new Set(leaf)].map((of) => {
          const inLeaf = [...y.keys()].filter((row) => leaf[row] === of);
          const p =
            sum(inLeaf.map((row) => (y[row] === 1 ? weights[row] : 0))) / sum(inLeaf.map((row) => weights[row]));
          const bounded = Math.min(Math.max(p, 2 ** -20), 1 - 2 ** -20);
          return [of, Math.log(bounded / (1 - bounded)) / 2] as const;
        }),
      );
      const f = leaf.map((of) => halfLogOdds.get(of) ?? 0);
      for (const [row, of] of leaf.entries()) expect(tree.value[of]).toBeCloseTo(2 * f[row], 9);
      weights = weights.map((weight, row) => weight * Math.exp(-y[row] * f[row]));
      const total = sum(weights);
      weights = weights.map((weight) => weight / total);
      f.forEach((value, row) => {
        score[row] += value;
      });
    }
    const shares = model.predictProbability(two);
    score.forEach((value, row) => {
      expect(shares[2 * row + 1]).toBeCloseTo(1 / (1 + Math.exp(-2 * value)), 9);
    });
  });
});

describe.each(["linear", "square", "exponential"] as const)("AdaBoost.R2 with errors of the shape %s", (errorShape) => {
  it("weighs rows and trees by Drucker's formulas, and predicts the weighted median", async () => {
    const told: AdaBoostReport[] = [];
    const model = await adaBoost({ errorShape, rounds: 12 }).fit(numbers, {
      ...run,
      onRound: (report) => told.push(report),
    });
    const rows = encodeTable(model, numbers);
    let weights = numbers.map(() => 1 / numbers.length);
    const said: number[][] = [];
    for (const [round, tree] of model.ensemble.trees.entries()) {
      const predicted = numbers.map((_, row) => tree.value[leafOf(tree, rows, row)]);
      said.push(predicted);
      const distance = predicted.map((value, row) => Math.abs(value - numbers[row].y));
      const share = distance.map((d) => d / Math.max(...distance));
      const losses = share.map((l) =>
        errorShape === "linear" ? l : errorShape === "square" ? l * l : 1 - Math.exp(-l),
      );
      const error = sum(losses.map((l, row) => l * weights[row]));
      const beta = error / (1 - error);
      expect(told[round].error).toBeCloseTo(error, 10);
      expect(told[round].weight).toBeCloseTo(Math.log(1 / beta), 9);
      weights = weights.map((weight, row) => weight * beta ** (1 - losses[row]));
      const total = sum(weights);
      weights = weights.map((weight) => weight / total);
    }
    const worth = told.map(({ weight }) => weight);
    const predicted = model.predict(numbers) as Float64Array;
    for (let row = 0; row < numbers.length; row++) {
      const values = said.map((of) => of[row]);
      const least = [...values]
        .sort((a, b) => a - b)
        .find((value) => {
          return 2 * sum(worth.filter((_, tree) => values[tree] <= value)) >= sum(worth);
        });
      expect(predicted[row]).toBe(least);
    }
  });
});

describe("AdaBoost in trouble", () => {
  it("ends with a tree that makes no error", async () => {
    const model = await adaBoost(cart()).fit(three, run);
    expect(model.ensemble.trees).toHaveLength(1);
    expect(model.report).toContain("AdaBoost ended with round 1 of 50: its tree makes no error");
    expect(model.predict(three)).toEqual(three.map(({ y }) => y));
    const exact = (await adaBoost(cart()).fit(numbers, run)).predict(numbers) as Float64Array;
    for (const [row, { y }] of numbers.entries()) expect(exact[row]).toBeCloseTo(y, 12);
  });

  it("keeps its first tree where no tree is better than chance, and says so", async () => {
    const xor = { a: [0, 0, 1, 1], b: [0, 1, 0, 1], y: ["p", "q", "q", "p"] };
    const model = await adaBoost().fit(xor, run);
    expect(model.ensemble.trees).toHaveLength(1);
    expect(model.warnings).toEqual([
      {
        code: "no-better-than-chance",
        message:
          "adaBoost has its first tree only, which is no better than chance: its error is 0.5. Let its trees be larger: adaBoost(cart({ maxDepth: 3 })).",
      },
    ]);
  });

  it("drops a later tree that is no better than chance", async () => {
    const stuck = { x: [1, 1, 1], y: ["p", "p", "q"] };
    const model = await adaBoost().fit(stuck, run);
    const ended = model.report.find((line) => line.startsWith("AdaBoost ended"));
    expect(ended).toBe(
      "AdaBoost ended before round 2 of 50: its tree would be no better than chance, with an error of 0.5",
    );
    expect(model.ensemble.trees).toHaveLength(1);
    expect(model.predict(stuck)).toEqual(["p", "p", "p"]);
  });

  it("keeps the total weight, so that what a leaf must weigh means the same in every round", async () => {
    const table = { x: numbers.map((_, row) => row % 10), y: numbers.map((_, row) => (row % 10 < 6 ? "p" : "q")) };
    const weight = numbers.map((_, row) => 1 + (row % 3));
    for (const base of [c45({ prune: [] }), cart({ minChildWeight: 5 })]) {
      const alone = await base.fit(table, { ...run, weight });
      const model = await adaBoost(base, { kind: "real", rounds: 4 }).fit(table, { ...run, weight });
      const total = weight.reduce((sum, each) => sum + each, 0);
      expect(alone.ensemble.trees[0].nodeCount).toBeGreaterThan(1);
      expect(model.ensemble.trees[0].threshold).toEqual(alone.ensemble.trees[0].threshold);
      for (const tree of model.ensemble.trees) {
        expect(tree.cover[0]).toBeCloseTo(total, 6);
      }
    }
  });

  it.each<AdaBoostOptions>([{}, { kind: "discrete" }, { kind: "real" }])(
    "says numbers at the longest and the shortest step (%o)",
    async (options) => {
      const table = { x: [1, 2, 3, 4, 5, 6, 7, 8], y: ["p", "q", "p", "p", "q", "p", "p", "q"] };
      for (const learningRate of [10, 5e-324]) {
        for (const base of [cart({ maxDepth: 1 }), cart({ maxDepth: 2 })]) {
          const model = await adaBoost(base, { ...options, learningRate, rounds: 300 }).fit(table, run);
          expect(model.predictScore(table).every(Number.isFinite)).toBe(true);
        }
      }
    },
  );

  it("learns from one row, from one class, and from rows of which one has weight", async () => {
    expect((await adaBoost().fit({ x: [1], y: [7] }, run)).predictOne({ x: 5 })).toBe(7);
    const only = await adaBoost().fit({ x: [1, 2], y: ["a", "a"] }, run);
    expect(only.task === "classification" && [...only.predictProbability({ x: [9] })]).toEqual([1]);
    const weight = numbers.map((_, row) => (row === 3 ? 5 : 0));
    const one = await adaBoost().fit(numbers, { ...run, weight });
    expect(one.predictOne(numbers[50])).toBe(numbers[3].y);
  });

  it.each<[string, () => unknown, string]>([
    [
      "a kind for the other task",
      () => adaBoost({ kind: "samme" }).fit(numbers, run),
      'bad-option | cambium: adaBoost: kind "samme" is for classification, but the target "y" is taken for regression; pass kind: "r2", or task: "classification" to fit',
    ],
    [
      "numbers wanted of classes",
      () => adaBoost({ kind: "r2" }).fit(two, run),
      'bad-option | cambium: adaBoost: kind "r2" is for regression, but the target "y" is taken for classification; pass kind: "samme", or task: "regression" to fit',
    ],
    [
      "two classes wanted of three",
      () => adaBoost({ kind: "real" }).fit(three, run),
      'bad-target | cambium: adaBoost: kind "real" expects two classes, but the target "y" has 3; kind: "samme" takes any number',
    ],
    [
      "a shape of errors for classes",
      () => adaBoost({ errorShape: "square" }).fit(two, run),
      'bad-option | cambium: adaBoost: errorShape is for kind "r2", but this is "samme"; leave it out',
    ],
    [
      "a base of many trees",
      () => adaBoost(boosting() as never),
      "bad-option | cambium: adaBoost expects a learner of single trees, such as cart(), got boosting, which is none",
    ],
    [
      "a base that needs a validation set",
      () => adaBoost(cart({ prune: costComplexity({ by: "validation" }) })),
      "bad-option | cambium: adaBoost: the trees of an ensemble have no validation set, which pruning by costComplexity asks for; choose by folds, or leave it out",
    ],
    [
      "no round",
      () => adaBoost({ rounds: 0 }),
      "bad-option | cambium: adaBoost: rounds expects a whole number >= 1, got 0",
    ],
    [
      "text",
      () => adaBoost("samme" as never),
      'bad-option | cambium: adaBoost: expected an object of options, got "samme"',
    ],
  ])("says so: %s", async (_name, attempt, message) => {
    expect(await failureOf(attempt)).toBe(message);
  });
});
