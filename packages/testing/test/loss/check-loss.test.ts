import {
  CambiumError,
  type ClassificationTarget,
  exp,
  type Loss,
  log,
  logistic,
  type RegressionTarget,
  squaredError,
  type Task,
  weightedMean,
} from "@cambium/core";
import { expect, test } from "vitest";
import { checkLoss } from "../../src/index.ts";
import { expectAllBroken, expectOnlyFailure } from "../support/expect-only-failure.ts";

type AnyLoss = Loss<"regression"> | Loss<"classification">;

const zeros: RegressionTarget = { task: "regression", name: "zeros", values: new Float64Array(6), weights: null };

function changed<T extends Task>(loss: Loss<T>, change: Partial<Loss<T>>): Loss<T> {
  return { ...loss, ...change };
}

/** Least squares with a gradient of one's own, row by row. */
function withGradient(
  gradient: (target: RegressionTarget, scores: Float64Array, row: number, start: number) => number,
): Loss<"regression"> {
  return {
    ...squaredError(),
    derivatives(target, scores, gradients, _hessians, start, end) {
      for (let row = start; row < end; row++) gradients[row] = gradient(target, scores, row, start);
    },
  };
}

/** The logistic loss with a hessian and a sigmoid of one's own. */
function withCurve(sigmoid: (score: number) => number, bend: (p: number) => number): Loss<"classification"> {
  return {
    ...logistic(),
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        gradients[row] = sigmoid(scores[row]) - target.codes[row];
        if (hessians !== null) hessians[row] = bend(sigmoid(scores[row]));
      }
    },
  };
}

/** log(1 + r²), which bends down where r is large; its derivatives are honest. */
function cauchy(): Loss<"regression"> {
  return {
    ...squaredError(),
    spec: { name: "cauchy", parameters: {} },
    constantHessian: false,
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        const r = scores[row] - target.values[row];
        gradients[row] = (2 * r) / (1 + r * r);
        if (hessians !== null) hessians[row] = (2 * (1 - r * r)) / (1 + r * r) ** 2;
      }
    },
    value: (target, row, score) => log(1 + (score - target.values[row]) ** 2),
  };
}

/** -log of the probability, which is 0 for a score of 40 by cancellation. */
function cancellingValue(target: ClassificationTarget, row: number, score: number): number {
  const p = 1 / (1 + exp(-score));
  return -log(target.codes[row] === 1 ? p : 1 - p);
}

function forgetful(): Loss<"regression"> {
  let calls = 0;
  return {
    ...squaredError(),
    initialScore: (target) => weightedMean(target.values, target.weights) + 1e-9 * (calls++ % 2),
  };
}

const broken: [law: string, loss: AnyLoss][] = [
  [
    "checkTarget accepts what the loss is made for",
    changed(squaredError(), {
      checkTarget() {
        throw new CambiumError("bad-target", "no target is good enough");
      },
    }),
  ],
  [
    "checkTarget refuses what the loss can not learn, with a CambiumError",
    changed(logistic(), {
      checkTarget(target) {
        if (target.classes.length !== 2) throw new RangeError("two classes, please");
      },
    }),
  ],
  [
    "the gradient is the slope of the value",
    withGradient((target, scores, row) => scores[row] - target.values[row] + 1),
  ],
  [
    "the second derivative is 1 everywhere, as constantHessian says",
    changed(
      withGradient((target, scores, row) => 2 * (scores[row] - target.values[row])),
      { value: (target, row, score) => 2 * squaredError().value(target, row, score) },
    ),
  ],
  [
    "the hessian is the slope of the gradient",
    withCurve(
      (score) => 1 / (1 + exp(-score)),
      (p) => p,
    ),
  ],
  ["the hessian is never negative", cauchy()],
  [
    "derivatives of ranges are those of the whole",
    withGradient((target, scores, row, start) => scores[row - start] - target.values[row - start]),
  ],
  [
    "derivatives writes only the rows of its range",
    changed(squaredError(), {
      derivatives(target, scores, gradients) {
        for (let row = 0; row < scores.length; row++) gradients[row] = scores[row] - target.values[row];
      },
    }),
  ],
  [
    "a row's derivatives depend on that row alone",
    withGradient((target, scores, row) => scores[row] - target.values[row] + scores[row] - scores[scores.length - 1]),
  ],
  [
    "derivatives come before any weight",
    withGradient((target, scores, row) => (target.weights?.[row] ?? 1) * (scores[row] - target.values[row])),
  ],
  [
    "a row's value depends on that row alone, and comes before any weight",
    changed(squaredError(), {
      value: (target, row, score) => (target.weights?.[row] ?? 1) * squaredError().value(target, row, score),
    }),
  ],
  [
    "the initial score minimises the value",
    changed(squaredError(), {
      initialScore: (target) => weightedMean(target.values, target.weights) + (target.weights === null ? 0.01 : 0),
    }),
  ],
  [
    "the initial score minimises the value of weighted rows",
    changed(squaredError(), { initialScore: (target) => weightedMean(target.values, null) }),
  ],
  [
    "the initial score is finite when all rows have one target",
    changed(logistic(), {
      initialScore(target) {
        const p = weightedMean(target.codes, target.weights);
        return log(p / (1 - p));
      },
    }),
  ],
  ["value and derivatives are finite at extreme scores", changed(logistic(), { value: cancellingValue })],
  ["the link is one that core knows, and gives predictions of the task", changed(logistic(), { link: "identity" })],
  [
    "the spec is plain data that survives JSON",
    changed(squaredError(), { spec: { name: "squaredError", parameters: { delta: Number.POSITIVE_INFINITY } } }),
  ],
  ["the same question has the same answer", forgetful()],
  [
    "the loss leaves the caller's target and scores as they are",
    changed(squaredError(), {
      value(target, row, score) {
        const value = squaredError().value(target, row, score);
        target.values[row] = 0;
        return value;
      },
    }),
  ],
  [
    "exp and log come from @cambium/core, not from Math",
    withCurve(
      (score) => 1 / (1 + Math.exp(-score)),
      (p) => p * (1 - p),
    ),
  ],
];

/** The one broken loss that has good targets of its own: it has one minimum on them only. */
const check = (loss: AnyLoss) =>
  loss.spec.name === "cauchy" ? checkLoss(loss as Loss<"regression">, { good: [zeros] }) : checkLoss(loss);

test.each(broken)("a loss is told when it does not keep this law: %s", async (law, loss) => {
  expectOnlyFailure(await check(loss), law);
});

test("every law can be broken", async () => {
  const losses = [squaredError(), logistic(), cauchy()];
  expectAllBroken(
    await Promise.all(losses.map(check)),
    broken.map(([law]) => law),
  );
});

test("a loss is tried on the targets that are passed, and has to accept them", async () => {
  const three: ClassificationTarget = {
    task: "classification",
    name: "three",
    codes: Int32Array.of(0, 1, 2, 0, 1, 2),
    classes: ["a", "b", "c"],
    weights: null,
  };
  const report = await checkLoss(logistic(), { good: [three] });
  expectOnlyFailure(report, "checkTarget accepts what the loss is made for");
  expect(report.results[0].failure).toContain(
    "good[0]: expected no error, came CambiumError: cambium: the logistic loss",
  );
});

test("a loss has to refuse the bad targets that are passed", async () => {
  const law = "checkTarget refuses what the loss can not learn, with a CambiumError";
  const report = await checkLoss(squaredError(), { bad: [zeros] });
  expectOnlyFailure(report, law);
  expect(report.results[1].failure).toContain("bad[0]: expected a CambiumError, came no error");
});

test("a loss that is for counts only is tried on counts", async () => {
  const poisson: Loss<"regression"> = {
    spec: { name: "poisson", parameters: {} },
    task: "regression",
    link: "exp",
    constantHessian: false,
    coupling: "row",
    checkTarget(target) {
      const row = target.values.findIndex((value) => value < 0);
      if (row >= 0) throw new CambiumError("bad-target", `target "${target.name}" is negative in row ${row + 1}`);
    },
    initialScore: (target) => log(Math.max(weightedMean(target.values, target.weights), 2 ** -20)),
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        gradients[row] = exp(scores[row]) - target.values[row];
        if (hessians !== null) hessians[row] = exp(scores[row]);
      }
    },
    value: (target, row, score) => exp(score) - target.values[row] * score,
  };
  const report = await checkLoss(poisson);
  expect(report.passed, report.toString()).toBe(true);
  expect(report.results.map(({ law }) => law)).toContain(
    "checkTarget refuses what the loss can not learn, with a CambiumError",
  );
});
