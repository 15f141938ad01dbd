import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cart, classGoal, misclassification } from "../../src/index.ts";
import { allRows } from "../../src/util/ranges.ts";

const sum = (numbers: readonly number[]) => numbers.reduce((total, x) => total + x, 0);
const errors = (weights: readonly number[]) => sum(weights) - Math.max(...weights);

describe("misclassification", () => {
  it("gains the errors that are no more made, exactly, for any number of classes and children", () => {
    const child = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 }).filter((w) => sum(w) > 0);
    fc.assert(
      fc.property(fc.array(child, { minLength: 2, maxLength: 5 }), (children) => {
        const parent = [0, 1, 2].map((k) => sum(children.map((weights) => weights[k])));
        const records = Float64Array.from([parent, ...children].flatMap((weights) => [...weights, sum(weights)]));
        const gain = misclassification().gain(records, 0, 4, children.length, 4);
        expect(gain).toBe(errors(parent) - sum(children.map(errors)));
      }),
    );
  });

  it("does not see that one side is pure, as the textbook says", () => {
    // Hastie, Tibshirani and Friedman 2009, section 9.2.3: of (400, 400) both cuts leave a quarter wrong.
    const gain = (...children: number[]) =>
      misclassification().gain(Float64Array.of(400, 400, 800, ...children), 0, 3, 2, 3);
    expect(gain(300, 100, 400, 100, 300, 400)).toBe(200);
    expect(gain(200, 400, 600, 200, 0, 200)).toBe(200);
  });

  it("makes no cut that leaves the errors as they are", async () => {
    const table = { side: ["a", "a", "a", "b"], y: ["p", "p", "q", "p"] };
    const model = await cart({ criterion: "misclassification" }).fit(table, { target: "y" });
    expect(model.ensemble.trees[0].nodeCount).toBe(1);
    expect(model.ensemble.trees[0].rootImpurity).toBe(0.25);
  });

  it("shows the errors of the rows", () => {
    const target = { task: "classification", name: "y", codes: Int32Array.of(0, 1, 1), classes: ["a", "b"] } as const;
    const goal = classGoal({ ...target, weights: Float64Array.of(1, 2, 0.5) }, allRows(3));
    expect(misclassification().impurity(goal, allRows(3))).toBe(1);
  });
});
