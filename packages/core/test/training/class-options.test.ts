import { describe, expect, it } from "vitest";
import {
  adaBoost,
  atOnce,
  bagging,
  type CartOptions,
  type ClassificationModel,
  type ClassificationScores,
  type CostMatrix,
  cart,
  collapseTree,
  costComplexity,
  evaluate,
  evaluateOutOfBag,
  isLeaf,
  loadModel,
  type Model,
  outOfBagPredictions,
  predictedClass,
  randomForest,
  reducedError,
  toTable,
  treeRules,
} from "../../src/index.ts";
import { createModel } from "../../src/model/create-model.ts";
import { selectRows } from "../../src/table/select-rows.ts";
import { foldsInTurns } from "../../src/util/deal-into-folds.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(77);
const a = Array.from({ length: 200 }, random);
const b = Array.from({ length: 200 }, random);
const y = a.map((value, row) => (value + 0.6 * random() > 1 ? "rare" : b[row] > 0.6 ? "mid" : "often"));
const table = { a, b, y };
const labels = ["mid", "often", "rare"];
const count = (label: string) => y.filter((each) => each === label).length;

const grow = (options: CartOptions, weight?: readonly number[]) =>
  cart({ maxDepth: 4, ...options }).fit(table, { target: "y", ...(weight && { weight }) });

const bytes = async (options: CartOptions, weight?: readonly number[]) => (await grow(options, weight)).toBytes();

async function probabilities(options: CartOptions, weight?: readonly number[]): Promise<Float64Array> {
  const model = await grow(options, weight);
  if (model.task !== "classification") throw new Error("unreachable: the target is text");
  return model.predictProbability(table);
}

describe("classWeights", () => {
  it("are weights of the rows of each class", async () => {
    const weights = { rare: 5, mid: 2 };
    const byRow = y.map((label) => (label === "rare" ? 5 : label === "mid" ? 2 : 1));
    expect(await bytes({ classWeights: weights })).toEqual(await bytes({}, byRow));
    expect(await bytes({ classWeights: new Map(Object.entries(weights)) })).toEqual(await bytes({}, byRow));
  });

  it("multiply the weights of rows, and are balanced by them", async () => {
    const own = y.map((_, row) => 1 + (row % 3));
    const sums = new Map(
      labels.map((label) => [label, own.reduce((sum, w, row) => sum + (y[row] === label ? w : 0), 0)]),
    );
    const total = own.reduce((sum, w) => sum + w, 0);
    const balanced = own.map((w, row) => w * (total / (3 * (sums.get(y[row]) as number))));
    expect(await bytes({ classWeights: "balanced" }, own)).toEqual(await bytes({}, balanced));
  });

  it("tell numbers, booleans and text apart in a Map", async () => {
    const mixed = { x: [1, 2, 3, 4], y: [1, "1", 1, "1"] };
    const run = { target: "y", task: "classification" } as const;
    const model = await cart({ maxDepth: 0, classWeights: new Map<string | number, number>([[1, 3]]) }).fit(mixed, run);
    expect([...model.ensemble.trees[0].value]).toEqual([0.75, 0.25]);
    expect(await failureOf(() => cart({ classWeights: { 1: 3 } }).fit(mixed, run))).toBe(
      'bad-option | cambium: cart: classWeights: "1" means two classes; pass a Map by the labels themselves',
    );
    const flags = await cart({ maxDepth: 0, classWeights: { true: 3 } }).fit(
      { x: [1, 2], y: [true, false] },
      { target: "y" },
    );
    expect([...flags.ensemble.trees[0].value]).toEqual([0.25, 0.75]);
  });

  it("take labels that are names of an object's own machinery", async () => {
    const hostile = { x: [1, 2], y: ["__proto__", "constructor"] };
    const weights = JSON.parse('{ "__proto__": 3 }');
    const model = await cart({ maxDepth: 0, classWeights: weights }).fit(hostile, { target: "y" });
    expect([...model.ensemble.trees[0].value]).toEqual([0.75, 0.25]);
    const plain = await cart({ maxDepth: 0, classWeights: {} }).fit(hostile, { target: "y" });
    expect([...plain.ensemble.trees[0].value]).toEqual([0.5, 0.5]);
  });
});

describe("priors", () => {
  it("make the root say them, and weigh rows by π·N/N_j", async () => {
    const priors = { rare: 0.2, mid: 0.5, often: 0.3 };
    const root = await grow({ priors, maxDepth: 0 });
    [0.5, 0.3, 0.2].forEach((share, k) => {
      expect(root.ensemble.trees[0].value[k]).toBeCloseTo(share, 12);
    });
    expect(root.ensemble.trees[0].cover[0]).toBeCloseTo(200, 9);
    const byRow = y.map((label) => (priors[label as keyof typeof priors] * 200) / count(label));
    expect(await probabilities({ priors })).toEqual(await probabilities({}, byRow));
  });

  it("that the table has anyway change no prediction", async () => {
    const priors = Object.fromEntries(labels.map((label) => [label, count(label) / 200]));
    const [with_, without] = [await probabilities({ priors }), await probabilities({})];
    with_.forEach((share, i) => {
      expect(share).toBeCloseTo(without[i], 9);
    });
  });
});

describe("cost", () => {
  const cost = { rare: { often: 9, mid: 4 } };
  const matrix = [
    [0, 1, 1],
    [1, 0, 1],
    [4, 9, 0],
  ];

  it("lets the model decide for the class of least expected cost", async () => {
    const model = await grow({ cost, maxDepth: 0 });
    expect(model.cost).toEqual(matrix);
    const shares = await probabilities({ cost, maxDepth: 0 });
    const decided = model.predict(table);
    decided.forEach((label, row) => {
      const expected = labels.map((_, j) => matrix.reduce((sum, costs, i) => sum + shares[3 * row + i] * costs[j], 0));
      expect(expected[labels.indexOf(label as string)]).toBe(Math.min(...expected));
    });
    const likeliest = (row: number) => Math.max(...shares.subarray(3 * row, 3 * row + 3));
    expect(decided.some((label, row) => shares[3 * row + labels.indexOf(label as string)] < likeliest(row))).toBe(true);
    const rules = treeRules(model).map(({ prediction }) => prediction);
    expect(new Set(rules)).toEqual(new Set(decided));
  });

  it("leaves the shares of a leaf as the rows have them, and grows by altered priors", async () => {
    const root = (await grow({ cost, maxDepth: 0 })).ensemble.trees[0];
    labels.forEach((label, k) => {
      expect(root.value[k]).toBeCloseTo(count(label) / 200, 12);
    });
    expect(root.cover[0]).toBeCloseTo(200, 9);
    const altered = y.map((label) => (label === "rare" ? 13 : 2));
    const [grown, weighed] = [(await grow({ cost })).ensemble.trees[0], (await grow({}, altered)).ensemble.trees[0]];
    expect(grown.feature).toEqual(weighed.feature);
    expect(grown.threshold).toEqual(weighed.threshold);
  });

  it("of the same size everywhere is as none", async () => {
    const even = Object.fromEntries(labels.map((label) => [label, {}]));
    expect((await grow({ cost: even })).predict(table)).toEqual((await grow({})).predict(table));
  });

  it("is saved with the model, and what is damaged is refused", async () => {
    const model = await grow({ cost });
    const loaded = loadModel(model.toBytes());
    expect(loaded.cost).toEqual(matrix);
    expect(loaded.predict(table)).toEqual(model.predict(table));
    expect(loaded.toBytes()).toEqual(model.toBytes());
    for (const wrong of [
      "[[0,1,1],[1,0,1],[4,9,2]]",
      "[[0,1,1],[1,0,1],[4,-9,0]]".slice(0, 25),
      "[[0,1,1],[1,0,1],4444444]",
    ]) {
      const text = Buffer.from(model.toBytes()).toString("latin1").replace("[[0,1,1],[1,0,1],[4,9,0]]", wrong);
      expect(await failureOf(() => loadModel(new Uint8Array(Buffer.from(text, "latin1"))))).toMatch(/^bad-model \|/);
    }
  });

  it("is part of what cross-validated pruning compares", async () => {
    const prune = costComplexity({ folds: 5, seed: 1 });
    const model = await grow({ cost, prune });
    const expectedCost = async (options: CartOptions) => {
      const decided = (await grow(options)).predict(table);
      return y.reduce(
        (sum, label, row) => sum + matrix[labels.indexOf(label)][labels.indexOf(String(decided[row]))],
        0,
      );
    };
    expect(model.pruningPath.length).toBeGreaterThan(1);
    expect(await expectedCost({ cost, prune })).toBeLessThan(await expectedCost({ prune }));
  });
});

describe("cost, wherever a model decides", () => {
  const cost = { rare: { often: 9, mid: 4 }, mid: { often: 3 } };
  const shareOfHits = (predicted: ArrayLike<unknown>) =>
    y.filter((label, row) => label === predicted[row]).length / y.length;

  it("counts in `evaluate` what `predict` says, and leaves the figures of probabilities alone", async () => {
    const model = await grow({ cost, maxDepth: 1 });
    const scores = evaluate(model, table) as ClassificationScores;
    expect(scores.accuracy).toBeCloseTo(shareOfHits(model.predict(table)), 12);
    const parts = { ...(model as ClassificationModel), cost: null };
    const indifferent = evaluate(createModel(parts, []), table) as ClassificationScores;
    expect(indifferent.accuracy).toBeGreaterThan(scores.accuracy);
    const ofProbabilities = ({ logLoss, brier, auc, averagePrecision, calibrationError }: ClassificationScores) => {
      return { logLoss, brier, auc, averagePrecision, calibrationError };
    };
    expect(ofProbabilities(scores)).toEqual(ofProbabilities(indifferent));
  });

  it("is what the held-out errors of cross-validated pruning are counted by", async () => {
    const priors = { rare: 0.2, mid: 0.5, often: 0.3 };
    const folds = 4;
    const model = await grow({ cost, priors, prune: costComplexity({ folds, seed: 3 }) });
    const foldOf = atOnce(foldsInTurns(y.length, folds, 3));
    const matrix = model.cost as CostMatrix;
    const path = model.pruningPath;
    expect(path.length).toBeGreaterThan(4);
    for (const [step, { alpha, validationError }] of path.entries()) {
      const probe = step + 1 < path.length ? Math.sqrt(alpha * path[step + 1].alpha) : 1e9;
      let sum = 0;
      let total = 0;
      for (let fold = 0; fold < folds; fold++) {
        const part = (is: boolean) => [...y.keys()].filter((row) => (foldOf[row] === fold) === is);
        const of = (rows: readonly number[]) => selectRows(toTable(table), Uint32Array.from(rows));
        // The priors of the whole table stay those of each fold, as weights of rows.
        const weightOf = (row: number) => (priors[y[row] as keyof typeof priors] * y.length) / count(y[row]);
        const learner = cart({ maxDepth: 4, cost, prune: costComplexity({ alpha: probe }) });
        const grown = await learner.fit(of(part(false)), { target: "y", weight: part(false).map(weightOf) });
        const predicted = grown.predict(of(part(true)));
        part(true).forEach((row, i) => {
          sum += weightOf(row) * matrix[labels.indexOf(y[row])][labels.indexOf(String(predicted[i]))];
          total += weightOf(row);
        });
      }
      expect(validationError).toBeCloseTo(sum / total, 9);
    }
  });

  it("prunes by what errors cost on a validation set", async () => {
    const validation = { a: b, b: a, y };
    const prune = reducedError();
    const learner = cart({ maxDepth: 3, cost, prune });
    const model = await learner.fit(table, { target: "y", validation });
    const costOf = (of: Model) =>
      Array.from(of.predict(validation)).reduce<number>(
        (sum, label, row) => sum + (of.cost as CostMatrix)[labels.indexOf(y[row])][labels.indexOf(String(label))],
        0,
      );
    const full = await grow({ cost, maxDepth: 3 });
    expect(costOf(model)).toBeLessThan(costOf(full));
    const [tree] = full.ensemble.trees;
    const inner = [...tree.firstChild.keys()].filter((node) => !isLeaf(tree, node));
    for (let mask = 0; mask < 2 ** inner.length; mask++) {
      const collapse = new Uint8Array(tree.nodeCount);
      inner.forEach((node, i) => {
        collapse[node] = (mask >>> i) & 1;
      });
      const cut = { trees: [collapseTree(tree, collapse)], initialScore: full.ensemble.initialScore };
      expect(costOf(model)).toBeLessThanOrEqual(
        costOf(createModel({ ...(full as ClassificationModel), ensemble: cut }, [])),
      );
    }
  });

  it("stays with a forest, and is in its votes", async () => {
    for (const make of [
      (vote: "probability" | "majority") => bagging(cart({ cost, maxDepth: 3 }), { trees: 7, vote }),
      (vote: "probability" | "majority") => randomForest({ cost, maxDepth: 3, trees: 7, vote }),
    ]) {
      const model = await make("probability").fit(table, { target: "y" });
      expect(model.cost).toEqual((await grow({ cost })).cost);
      const decided = model.predict(table);
      const scores = evaluate(model, table) as ClassificationScores;
      expect(scores.accuracy).toBeCloseTo(shareOfHits(decided), 12);
      const out = outOfBagPredictions(model);
      const rows = [...y.keys()].filter((row) => !Number.isNaN(out[3 * row]));
      const hits = rows.filter((row) => labels[predictedClass(model.cost, out, 3 * row, 3)] === y[row]);
      expect(evaluateOutOfBag(model)).toMatchObject({ accuracy: hits.length / rows.length });

      const votes = await make("majority").fit(table, { target: "y" });
      expect(votes.cost).toBeNull();
      const counts = new Float64Array(3 * y.length);
      for (const tree of model.ensemble.trees) {
        const one = createModel(
          { ...(model as ClassificationModel), ensemble: { trees: [tree], initialScore: new Float64Array(3) } },
          [],
        );
        Array.from(one.predict(table)).forEach((label, row) => {
          counts[3 * row + labels.indexOf(String(label))] += 1 / 7;
        });
      }
      (votes as ClassificationModel).predictProbability(table).forEach((share, i) => {
        expect(share).toBeCloseTo(counts[i], 12);
      });
    }
  });

  it("is refused by AdaBoost, which counts errors", async () => {
    expect(await failureOf(() => adaBoost(cart({ cost, maxDepth: 1 })).fit(table, { target: "y" }))).toBe(
      "bad-option | cambium: adaBoost: its trees can not have cost, for each round looks for few errors, not for cheap ones; pass classWeights to them instead, or let bagging have them",
    );
    const weighed = await adaBoost(cart({ classWeights: { rare: 5 }, maxDepth: 1 }), { rounds: 3 }).fit(table, {
      target: "y",
    });
    expect(weighed.cost).toBeNull();
  });
});

describe("the options of classes", () => {
  it.each<[string, CartOptions, string]>([
    [
      "an unknown class",
      { classWeights: { seldom: 2 } },
      'cart: classWeights: "seldom" is no class of the target; there are "mid", "often", "rare"',
    ],
    [
      "a negative weight",
      { classWeights: { rare: -1 } },
      'cart: classWeights of "rare" expects 0, or a number from 2^-60 to 2^30, got -1',
    ],
    [
      "no weight at all",
      { classWeights: { rare: 0, mid: 0, often: 0 } },
      "cart: classWeights are 0 for every class; expected at least one above 0",
    ],
    [
      "priors of some classes",
      { priors: { rare: 0.5, mid: 0.5 } },
      'cart: priors of "often" expects 0, or a number from 2^-60 to 2^30, got undefined',
    ],
    [
      "priors of another sum",
      { priors: { rare: 0.5, mid: 0.5, often: 0.5 } },
      "cart: priors expects shares with the sum 1, got 1.5",
    ],
    [
      "both of them",
      { classWeights: "balanced", priors: { rare: 1 } },
      "cart: classWeights and priors both say what a class weighs; give one of them",
    ],
    [
      "a price of being right",
      { cost: { rare: { rare: 1 } } },
      'cart: cost of "rare" is 1 where the class is right; expected 0 for the right class, and more than 0 for an error',
    ],
    [
      "a class that costs nothing",
      { cost: { rare: { mid: 0, often: 0 } } },
      'cart: cost of "rare" is 0 for every error; expected 0 for the right class, and more than 0 for an error',
    ],
    ["a cost that is no row", { cost: { rare: 3 as never } }, 'cart: cost of "rare" expects numbers by class, got 3'],
    [
      "a list",
      { cost: [[0, 1]] as never },
      "cart: cost expects numbers >= 0 by class and class, as { ill: { well: 5 } } or a Map of Maps, got an array of 1",
    ],
  ])("refuse %s", async (_, options, message) => {
    expect(await failureOf(() => grow(options))).toBe(`bad-option | cambium: ${message}`);
  });

  it("are refused for numbers", async () => {
    expect(
      await failureOf(() => cart({ classWeights: "balanced" }).fit({ x: [1, 2], y: [1, 2] }, { target: "y" })),
    ).toBe(
      'bad-option | cambium: cart: classWeights, priors and cost are for classes, but the target "y" is taken for regression; pass task: "classification" to fit, or weight',
    );
  });

  it("cope with one class, and with one row", async () => {
    for (const options of [{ classWeights: "balanced" }, { priors: { p: 1 } }, { cost: { p: {} } }] as const) {
      const model = await cart(options).fit({ x: [1], y: ["p"] }, { target: "y" });
      expect(model.predictOne({ x: 1 })).toBe("p");
      expect(evaluate(model, toTable({ x: [1], y: ["p"] }))).toMatchObject({ accuracy: 1 });
    }
  });
});
