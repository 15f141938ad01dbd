import { type Loss, squaredError } from "@cambium/core";
import { expect, test } from "vitest";
import { checkLoss } from "../../src/index.ts";
import { expectOnlyFailure } from "../support/expect-only-failure.ts";
import { withoutKernel } from "../support/without-kernel.ts";

test.each<[string, (a: number, b: number) => number]>([
  ["up", (a, b) => a - b],
  ["down", (a, b) => b - a],
])("a loss that sorts the caller's target %s is told, whatever order that has", async (_, order) => {
  const sorting: Loss<"regression"> = {
    ...withoutKernel(squaredError()),
    initialScore: ({ values }) => values.sort(order)[values.length >> 1],
    startsAtBest: false,
  };
  const law = "the loss leaves the caller's target and scores as they are";
  expectOnlyFailure(await checkLoss(sorting), law);
  for (const values of [Float64Array.of(1, 2, 3, 4, 5, 6), Float64Array.of(6, 5, 4, 3, 2, 1)]) {
    const target = { task: "regression", name: "in order", values, weights: null } as const;
    expectOnlyFailure(await checkLoss(sorting, { good: [target] }), law);
  }
});

/** Three times least squares, whose derivatives are set by one's own means. */
function withSetting(set: (array: Float64Array, row: number, value: number) => void): Loss<"regression"> {
  return {
    ...withoutKernel(squaredError()),
    spec: { name: "thrice", parameters: {} },
    constantHessian: false,
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        set(gradients, row, 3 * (scores[row] - target.values[row]));
        if (hessians !== null) set(hessians, row, 3);
      }
    },
    value: (target, row, score) => 3 * squaredError().value(target, row, score),
  };
}

test("a loss that adds its derivatives to what stands in the arrays is told", async () => {
  const adding = withSetting((array, row, value) => {
    array[row] += value;
  });
  const report = await checkLoss(adding);
  expectOnlyFailure(report, "the same question has the same answer");
  expect(String(report)).toContain("into arrays full of 54321.987, derivatives");
});

test("a loss that leaves rows as they are is told", async () => {
  const sparing = withSetting((array, row, value) => {
    if (value !== 3 || array[row] === 0) array[row] = value;
  });
  expectOnlyFailure(await checkLoss(sparing), "the same question has the same answer");
});
