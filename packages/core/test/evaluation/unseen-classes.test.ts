import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  type ClassificationModel,
  c45,
  cart,
  crossValidate,
  evaluate,
  gridSearch,
  type Learner,
  loadModel,
  permutationImportance,
  predictStages,
  randomForest,
} from "../../src/index.ts";
import { tableOfShares, toldClasses } from "../support/told-models.ts";

/** What is told of three classes is told of these two, and of a third that training never saw. */
const shares = [0.9, 0.1, 0.3, 0.7, 0.6, 0.4, 0.2, 0.8];
const two = { ...tableOfShares(shares, ["a", "b"]), y: ["a", "b", "c", "a"] };

describe("evaluate, with a class that training never saw", () => {
  const scores = evaluate(toldClasses(["a", "b"]), two);

  it("counts its rows as wrong, and tells which they are", () => {
    expect(scores.accuracy).toBe(0.5);
    expect(scores.rows).toBe(4);
    expect(scores.unseen).toEqual([{ class: "c", rows: 1 }]);
    expect(evaluate(toldClasses(["a", "b"]), { ...two, y: ["a", "b", "a", "a"] })).not.toHaveProperty("unseen");
  });

  it("gives it the probability 2^-52 in the log loss", () => {
    const known = -Math.log(0.9) - Math.log(0.7) - Math.log(0.2);
    expect(scores.logLoss).toBeCloseTo((known + 52 * Math.LN2) / 4, 12);
  });

  it("judges what is decided as a model would be that knows the class, and never predicts it", () => {
    const three = shares.flatMap((share, i) => (i % 2 === 0 ? [share] : [share, 0]));
    const known = evaluate(toldClasses(["a", "b", "c"]), tableOfShares(three, ["a", "b", "c"], [0, 1, 2, 0]));
    for (const name of [
      "accuracy",
      "balancedAccuracy",
      "macroF1",
      "weightedF1",
      "matthews",
      "kappa",
      "logLoss",
    ] as const)
      expect(scores[name], name).toBeCloseTo(known[name], 12);
    // With three classes it is the sum over all of them, of two it is one half.
    expect(scores.brier).toBeCloseTo(known.brier / 2, 12);
  });

  it("counts its rows to the rest where one class is told from the rest", () => {
    const others = evaluate(toldClasses(["a", "b"]), { ...two, y: ["a", "b", "a", "a"] });
    expect(scores.auc).toBe(others.auc);
    expect(scores.averagePrecision).toBe(others.averagePrecision);
  });

  it("takes other metrics, also where all rows are of such classes", () => {
    const metrics = ["aucMu", "topAccuracy@2", "thresholdAccuracy@0.5"] as const;
    const found = evaluate(toldClasses(["a", "b"]), two, { metrics });
    expect(found["topAccuracy@2"]).toBe(0.75);
    expect(found["thresholdAccuracy@0.5"]).toBe(0.5);
    const all = evaluate(toldClasses(["a", "b"]), { ...two, y: ["d", "c", "c", "d"] });
    expect(all.accuracy).toBe(0);
    expect(all.unseen).toEqual([
      { class: "c", rows: 2 },
      { class: "d", rows: 2 },
    ]);
  });

  it("lets the importance of columns be measured", async () => {
    const model = await cart().fit({ x: [1, 2, 3, 4], y: ["a", "a", "b", "b"] }, { target: "y" });
    const [{ feature }] = permutationImportance(model, { x: [1, 2, 3, 9], y: ["a", "a", "b", "z"] });
    expect(feature).toBe("x");
  });
});

/** One row alone is of the class "rare". */
const rows = 30;
const x = Array.from({ length: rows }, (_, i) => i);
const y = x.map((value) => (value === 17 ? "rare" : value % 3 === 0 ? "often" : "always"));

const learners: [string, Learner][] = [
  ["cart", cart({ classWeights: { rare: 5 } })],
  ["cart with balanced classes", cart({ classWeights: "balanced" })],
  ["cart with priors", cart({ priors: { rare: 0.2, often: 0.4, always: 0.4 } })],
  ["c45", c45()],
  ["a forest", randomForest({ trees: 3 })],
  ["bagging", bagging(cart(), { trees: 3 })],
  ["adaBoost", adaBoost({ rounds: 3 })],
  ["boosting", boosting({ rounds: 3, classWeights: "balanced" })],
  ["boosting that ends early", boosting({ rounds: 5, earlyStopping: { patience: 2 } })],
];

describe("folds of a class with one row", () => {
  it.each(learners)("work with %s, and the result tells of the class", async (_name, each) => {
    const learner = each as Learner<ClassificationModel>;
    const result = await crossValidate(learner, { x, y }, { target: "y", predictions: true });
    expect(result.unlearned).toHaveLength(1);
    const [{ fold, class: label, rows: count }] = result.unlearned;
    expect([label, count]).toEqual(["rare", 1]);
    expect(result.folds[fold - 1].test).toContain(17);
    expect(result.mean.accuracy).toBeLessThan(1);
    expect(Number.isFinite(result.mean.logLoss)).toBe(true);
    expect(result.heldOut?.predicted[17]).not.toBe("rare");
  });

  it("work where a fold then has one class only, and with a search", async () => {
    const table = { x: x.slice(0, 6), y: ["a", "a", "a", "a", "a", "b"] };
    for (const learner of [
      cart(),
      boosting({ rounds: 2 }),
      adaBoost({ rounds: 2 }),
    ] as Learner<ClassificationModel>[]) {
      const { unlearned, mean } = await crossValidate(learner, table, { target: "y", folds: 3 });
      expect(unlearned.map(({ class: label }) => label)).toEqual(["b"]);
      expect(mean.accuracy).toBeCloseTo(5 / 6, 12);
    }
    const search = await gridSearch((p: { maxDepth: number }) => cart(p), { maxDepth: [1, 2] }, table, {
      target: "y",
      folds: 3,
    });
    expect(search.unlearned).toEqual([{ fold: expect.any(Number), class: "b", rows: 1 }]);
    const whole = await crossValidate(cart(), { x, y: x.map((value) => value % 2 === 0) }, { target: "y" });
    expect(whole.unlearned).toEqual([]);
  });
});

describe("a target of one class", () => {
  const one = { x: [1, 2, 3, 4], y: ["only", "only", "only", "only"] };
  it.each<[string, Learner]>([
    ["cart", cart()],
    ["c45", c45()],
    ["a forest", randomForest({ trees: 2 })],
    ["bagging", bagging(cart(), { trees: 2 })],
    ["adaBoost", adaBoost()],
    ["boosting", boosting({ rounds: 3 })],
    ["boosting of order 1", boosting({ rounds: 3, order: 1 })],
    ["boosting by histograms", boosting({ rounds: 3, splitter: "histogram" })],
  ])("is learned by %s: its probability is 1", async (_name, each) => {
    const learner = each as Learner<ClassificationModel>;
    const model = await learner.fit(one, { target: "y" });
    const again = loadModel(model.toBytes()) as ClassificationModel;
    for (const of of [model, again]) {
      expect(of.predict(one)).toEqual(one.y);
      expect([...of.predictProbability(one)]).toEqual([1, 1, 1, 1]);
      expect(of.predictOne({ x: 9 })).toBe("only");
      expect([...predictStages(of, one)].at(-1)?.predictions).toEqual(Float64Array.of(1, 1, 1, 1));
    }
    expect(evaluate(model, one).accuracy).toBe(1);
    expect(evaluate(model, { x: [1, 2], y: ["only", "other"] })).toMatchObject({
      accuracy: 0.5,
      unseen: [{ class: "other", rows: 1 }],
    });
    const { mean } = await crossValidate(learner, one, { target: "y", folds: 2 });
    expect(mean.accuracy).toBe(1);
  });
});

describe("the option classes", () => {
  it("gives a model classes that no row has", async () => {
    const run = { target: "y", classes: ["b", "c", "a"] };
    const model = await boosting({ rounds: 3 }).fit({ x: [1, 2, 3, 4], y: ["a", "a", "b", "b"] }, run);
    expect(model).toMatchObject({ task: "classification", classes: ["a", "b", "c"] });
    await expect(cart().fit({ x: [1, 2], y: ["a", "z"] }, run)).rejects.toThrow(
      'has the class "z", which classes does not list',
    );
    await expect(cart().fit({ x: [1, 2], y: [1, 2] }, { ...run, task: "regression" })).rejects.toThrow(
      "taken for regression",
    );
  });
});
