import {
  type ClassificationTarget,
  type ClassLoss,
  exp,
  type Loss,
  log,
  logistic,
  type RegressionTarget,
  softmax,
  squaredError,
  weightedMean,
} from "@cambium/core";
import { expect, test } from "vitest";
import { checkLoss } from "../../src/index.ts";
import { expectOnlyFailure } from "../support/expect-only-failure.ts";
import { withoutKernel } from "../support/without-kernel.ts";

/** Least squares with a gradient of one's own, row by row, from `start` to `last`. */
function withGradient(
  gradient: (target: RegressionTarget, scores: Float64Array, row: number) => number,
  last = (_scores: Float64Array, end: number) => end,
): Loss<"regression"> {
  return {
    ...withoutKernel(squaredError()),
    derivatives(target, scores, gradients, _hessians, start, end) {
      for (let row = start; row < last(scores, end); row++) gradients[row] = gradient(target, scores, row);
    },
  };
}

const honest = (target: RegressionTarget, scores: Float64Array, row: number) => scores[row] - target.values[row];

/** The logistic loss with a hessian of one's own, for which there is the right one. */
function withHessian(
  bend: (right: number, score: number, target: ClassificationTarget, scores: Float64Array, row: number) => number,
): Loss<"classification"> {
  return {
    ...withoutKernel(logistic()),
    derivatives(target, scores, gradients, hessians, start, end) {
      logistic().derivatives(target, scores, gradients, hessians, start, end);
      for (let row = start; hessians !== null && row < end; row++) {
        hessians[row] = bend(hessians[row], scores[row], target, scores, row);
      }
    },
  };
}

/** Least squares whose leaves are worth what the residuals of all rows are, whichever are theirs. */
const ofAllRows: Loss<"regression"> = {
  ...withoutKernel(squaredError()),
  refitLeaf: ({ values, weights }, scores) =>
    weightedMean(
      values.map((value, row) => value - scores[row]),
      weights,
    ),
};

/** Is as good as softmax, unless the scores of a row are farther apart than powers of e can be. */
const farApart: ClassLoss = {
  ...softmax({ hessianFactor: 1 }),
  value: ({ codes }, row, scores) => log(scores.reduce((sum, score) => sum + exp(score - scores[codes[row]]), 0)),
};

test.each<[what: string, law: string, loss: Loss<"regression"> | Loss<"classification"> | ClassLoss]>([
  [
    "its gradient, by little",
    "the gradient is the slope of the value",
    withGradient((...row) => honest(...row) + 1e-5),
  ],
  [
    "the rows behind its range",
    "derivatives writes only the rows of its range",
    withGradient(honest, (scores) => scores.length),
  ],
  [
    "its bound, by little",
    "the hessian is nowhere below the slope of the gradient, as curvature says",
    { ...withHessian((right) => 0.999 * right), curvature: "bound" },
  ],
  [
    "hessians, by the scores of neighbours",
    "a row's derivatives depend on that row alone",
    withHessian((right, score, _target, scores) => right + Math.abs(score - scores[scores.length - 1])),
  ],
  [
    "hessians, by weights",
    "derivatives come before any weight",
    withHessian((right, _score, { weights }, _scores, row) => (weights?.[row] ?? 1) * right),
  ],
  [
    "hessians of rows that are sure",
    "value and derivatives are finite at extreme scores",
    withHessian((right, score) => (Math.abs(score) < 100 ? right : Number.POSITIVE_INFINITY)),
  ],
  ["values of rows that are sure of another class", "value and derivatives are finite at extreme scores", farApart],
  ["leaves, by the rows of others", "the refitted leaf makes the weighted loss of its rows the least", ofAllRows],
])("a loss is told that is wrong in nothing but %s", async (_what, law, loss) => {
  expectOnlyFailure(await checkLoss(loss as Loss), law);
});

test("those losses are right but for that", async () => {
  const losses = [withGradient(honest), withHessian((right) => right), softmax({ hessianFactor: 1 })];
  for (const loss of losses) {
    const report = await checkLoss(loss as Loss);
    expect(report.passed, report.toString()).toBe(true);
  }
});
