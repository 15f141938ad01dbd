import { describe, expect, it } from "vitest";
import {
  adaBoost,
  boosting,
  c45,
  cart,
  evaluate,
  extraTrees,
  type Learner,
  type Model,
  permutationImportance,
  randomForest,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(3);
const signal = Array.from({ length: 200 }, () => Math.round(random() * 100));
const table = {
  noise: Array.from({ length: 200 }, () => random()),
  constant: new Array<number>(200).fill(1),
  signal,
  kind: signal.map((value) => (value > 40 ? "high" : "low")),
  amount: signal.map((value) => 3 * value),
};

describe("permutationImportance", () => {
  it("is exactly 0 for a feature that the model does not use, and largest for the one that tells all", async () => {
    const cases: [Learner, string][] = [
      [cart({ maxDepth: 1 }), "kind"],
      [cart({ maxDepth: 1 }), "amount"],
      [boosting({ rounds: 3, maxDepth: 1 }), "amount"],
    ];
    for (const [learner, target] of cases) {
      const model = await learner.fit(table, { target, features: ["noise", "constant", "signal"] });
      const [first, ...others] = permutationImportance(model, table, { repeats: 3 });
      expect(first.feature).toBe("signal");
      expect(first.mean).toBeGreaterThan(0.1);
      expect(others.flatMap(({ drops }) => drops)).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });

  it("loses on average what chance predicts: a perfect stump keeps p² + (1 - p)² of its accuracy", async () => {
    const model = await cart({ maxDepth: 1 }).fit(table, { target: "kind", features: ["signal"] });
    const [{ mean, standardDeviation, drops }] = permutationImportance(model, table, { repeats: 100 });
    const p = table.kind.filter((kind) => kind === "high").length / 200;
    expect(evaluate(model, table)).toHaveProperty("accuracy", 1);
    expect(Math.abs(mean - 2 * p * (1 - p))).toBeLessThan((4 * standardDeviation) / Math.sqrt(drops.length));
  });

  it("counts a loss as positive also where less is better, and is the same for the same seed only", async () => {
    const model = await cart({ maxDepth: 2 }).fit(table, { target: "amount", features: ["signal"] });
    const of = (seed: number) => permutationImportance(model, table, { metric: "rmse", seed });
    expect(of(1)[0].mean).toBeGreaterThan(0);
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });

  it("takes any model: of fractional rows, of votes, of weighted trees", async () => {
    const learners: Learner<Model, object>[] = [
      c45(),
      randomForest({ trees: 5, vote: "majority" }),
      extraTrees({ trees: 5 }),
      adaBoost({ rounds: 5 }),
    ];
    for (const learner of learners) {
      const model = await learner.fit(table, { target: "kind", features: ["constant", "signal"] });
      const [first, second] = permutationImportance(model, table);
      expect(first.feature, learner.name).toBe("signal");
      expect(first.mean, learner.name).toBeGreaterThan(0.1);
      expect(second.drops, learner.name).toEqual([0, 0, 0, 0, 0]);
    }
  });

  it("weighs by a column as by an array; a row of weight 2 counts as two rows of the same loss", async () => {
    const model = await cart({ maxDepth: 2 }).fit(table, { target: "amount", features: ["signal"] });
    const weight = signal.map((_, row) => row % 3);
    const byName = permutationImportance(model, { ...table, weight }, { weight: "weight", metric: "mae" });
    expect(byName).toEqual(permutationImportance(model, table, { weight, metric: "mae" }));
    const doubled = permutationImportance(model, table, { weight: weight.map((w) => 2 * w), metric: "mae" });
    expect(byName).toEqual(doubled);
    expect(byName).not.toEqual(permutationImportance(model, table, { metric: "mae" }));
  });

  it.each<[string, (model: Model) => unknown, string]>([
    [
      "a metric of the other task, by name",
      (model) => permutationImportance(model, table, { metric: "accuracy" }),
      'bad-option | cambium: permutationImportance: metric has no "accuracy" for this task; there are "rmse", "mae"',
    ],
    [
      "a metric that is misspelt",
      (model) => permutationImportance(model, table, { metric: "rms" as never }),
      'bad-option | cambium: permutationImportance: metric has no "rms" for this task; did you mean "rmse"?',
    ],
    [
      "a metric without a value",
      (model) => permutationImportance(model, { ...table, amount: Array(200).fill(5) }),
      'bad-option | cambium: permutationImportance: metric "r2" has no value on this table; choose another',
    ],
    [
      "what is no model",
      () => permutationImportance(cart() as never, table),
      "bad-model | cambium: permutationImportance expects a model",
    ],
    [
      "a table without the target",
      (model) => permutationImportance(model, { signal }),
      'unknown-column | cambium: permutationImportance needs the target "amount", which the table lacks',
    ],
    [
      "a table without a feature",
      (model) => permutationImportance(model, { amount: table.amount }),
      "unknown-column | cambium: ",
    ],
    ["a table without rows", (model) => permutationImportance(model, []), "bad-table | cambium: "],
    [
      "negative weights",
      (model) => permutationImportance(model, table, { weight: signal.map(() => -1) }),
      "bad-weight | cambium: weight is -1 in row 1",
    ],
    [
      "weights of nothing",
      (model) => permutationImportance(model, table, { weight: signal.map(() => 0) }),
      "bad-weight | cambium: ",
    ],
    [
      "no repeats",
      (model) => permutationImportance(model, table, { repeats: 0 }),
      "bad-option | cambium: permutationImportance: repeats expects a whole number >= 1, got 0",
    ],
    [
      "another library's name",
      (model) => permutationImportance(model, table, { n_repeats: 3 } as never),
      'unknown-option | cambium: permutationImportance has no option "n_repeats"; it is called repeats here;',
    ],
  ])("refuses %s", async (_name, misuse, message) => {
    const model = await cart({ maxDepth: 1 }).fit(table, { target: "amount", features: ["signal"] });
    const failure = await failureOf(async () => misuse(model));
    expect(failure.slice(0, message.length)).toBe(message);
  });
});
