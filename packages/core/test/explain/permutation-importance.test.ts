import { describe, expect, it } from "vitest";
import { boosting, cart, evaluate, type Learner, permutationImportance } from "../../src/index.ts";
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

  it("refuses a metric of the other task, by name", async () => {
    const model = await cart().fit(table, { target: "amount" });
    expect(await failureOf(() => permutationImportance(model, table, { metric: "accuracy" }))).toContain(
      'bad-option | cambium: permutationImportance: metric has no "accuracy" for this task; there are "rmse", "mae"',
    );
  });
});
