import { boosting, type Loss, loadModel } from "@cambium/core";
import { expect, test } from "vitest";

test("a model says so where its loss may have other bits on other engines, and predicts without the loss", async () => {
  const growth: Loss<"regression"> = {
    spec: { name: "growth", parameters: {}, portable: false },
    task: "regression",
    link: "exp",
    constantHessian: false,
    coupling: "row",
    checkTarget() {},
    initialScore: () => 0,
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        gradients[row] = Math.exp(scores[row]) - target.values[row];
        if (hessians !== null) hessians[row] = Math.exp(scores[row]);
      }
    },
    value: (target, row, score) => Math.exp(score) - target.values[row] * score,
  };
  const table = { x: [1, 2, 3, 4, 5, 6], y: [1, 2, 4, 8, 16, 32] };
  const model = await boosting({ loss: growth, rounds: 5 }).fit(table, { target: "y" });
  const loaded = loadModel(model.toBytes());
  expect(loaded.loss).toEqual({ name: "growth", parameters: {}, portable: false });
  expect(loaded.predict(table)).toEqual(model.predict(table));
});
