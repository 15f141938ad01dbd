import { boosting, isClassLoss, loadModel } from "@cambium/core";
import { describe, expect, it } from "vitest";
import * as losses from "../src/index.ts";

const { builtInLosses, defineLoss: _, ...factories } = losses;
const x = [1, 2, 3, 4, 5, 6, 7, 8];
// Numbers that any regression takes, also one of shares, two classes, and three.
const target = {
  regression: [0.1, 0.2, 0.1, 0.3, 0.5, 0.4, 0.6, 0.7],
  classification: ["a", "a", "b", "a", "b", "b", "a", "b"],
  classes: ["a", "c", "b", "a", "c", "b", "a", "c"],
};

describe("builtInLosses", () => {
  it("holds every loss of the package by the name that the models store", () => {
    expect(builtInLosses).toEqual(factories);
    for (const [name, factory] of Object.entries(builtInLosses)) expect(factory().spec.name).toBe(name);
  });

  it.each(Object.entries(builtInLosses))("%s trains, and its model predicts without it", async (name, factory) => {
    const loss = factory();
    const model = await boosting({ loss, rounds: 5 }).fit(
      { x, y: target[isClassLoss(loss) ? "classes" : loss.task] },
      { target: "y" },
    );
    expect(model.loss).toEqual({ name, parameters: loss.spec.parameters });
    expect(loadModel(model.toBytes()).predict({ x })).toEqual(model.predict({ x }));
  });
});
