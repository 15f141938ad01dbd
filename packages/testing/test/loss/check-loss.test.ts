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
import { withoutKernel } from "../support/without-kernel.ts";

type AnyLoss = Loss<"regression"> | Loss<"classification">;

const zeros: RegressionTarget = { task: "regression", name: "zeros", values: new Float64Array(6), weights: null };

function changed<T extends Task>(loss: Loss<T>, change: Partial<Loss<T>>): Loss<T> {
  return { ...withoutKernel(loss as Loss), ...change } as Loss<T>;
}

/** Least squares with a gradient of one's own, row by row. */
function withGradient(
  gradient: (target: RegressionTarget, scores: Float64Array, row: number, start: number) => number,
): Loss<"regression"> {
  return {
    ...withoutKernel(squaredError()),
    derivatives(target, scores, gradients, _hessians, start, end) {
      for (let row = start; row < end; row++) gradients[row] = gradient(target, scores, row, start);
    },
  };
}

/** The logistic loss with a hessian and a sigmoid of one's own. */
function withCurve(sigmoid: (score: number) => number, bend: (p: number) => number): Loss<"classification"> {
  return {
    ...withoutKernel(logistic()),
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
    ...withoutKernel(squaredError()),
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
    ...withoutKernel(squaredError()),
    initialScore: (target) => weightedMean(target.values, target.weights) + 1e-9 * (calls++ % 2),
  };
}

/** Honest but for its aim: one above the target. */
function shifted(): Loss<"regression"> {
  return {
    ...withGradient((target, scores, row) => scores[row] - target.values[row] - 1),
    initialScore: (target) => weightedMean(target.values, target.weights) + 1,
    value: (target, row, score) => squaredError().value(target, row, score - 1),
  };
}

/** Least squares whose leaves are worth what one's own says of their residuals. */
function withRefit(
  refit: (target: RegressionTarget, rows: Uint32Array, residual: (row: number) => number) => number,
): Loss<"regression"> {
  return {
    ...withoutKernel(squaredError()),
    refitLeaf: (target, scores, rows) => refit(target, rows, (row) => target.values[row] - scores[row]),
  };
}

/** Least squares times a factor, of which the spec tells. */
function scaled({ factor = 1 }: { readonly factor?: number }): Loss<"regression"> {
  return {
    ...withGradient((target, scores, row) => factor * (scores[row] - target.values[row])),
    spec: { name: "scaled", parameters: { factor } },
    constantHessian: false,
    derivatives(target, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        gradients[row] = factor * (scores[row] - target.values[row]);
        if (hessians !== null) hessians[row] = factor;
      }
    },
    value: (target, row, score) => factor * squaredError().value(target, row, score),
  };
}

/** Its maker looks for an option that the spec calls otherwise. */
const revived = scaled({ factor: 3 });
const forgetsFactor = ({ times }: Readonly<Record<string, number | string>>) => ({
  ...scaled({ factor: Number(times ?? 1) }),
  spec: revived.spec,
});

const broken: [law: string, loss: AnyLoss, besides?: readonly string[]][] = [
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
  [
    "the link is one that core knows, and gives predictions of the task",
    changed(logistic(), { link: "identity" }),
    ["the spec is plain data, which a saved model keeps"],
  ],
  [
    "the spec is plain data, which a saved model keeps",
    changed(squaredError(), { spec: { name: "squaredError", parameters: { delta: Number.POSITIVE_INFINITY } } }),
  ],
  [
    "the hessian is nowhere below the slope of the gradient, as curvature says",
    changed(
      withCurve(
        (score) => 1 / (1 + exp(-score)),
        (p) => (p * (1 - p)) / 2,
      ),
      { curvature: "bound" },
    ),
  ],
  ["the value is least where the prediction is the target", shifted()],
  [
    "the refitted leaf makes the weighted loss of its rows the least",
    withRefit((target, rows, residual) =>
      weightedMean(
        Array.from(rows, residual),
        Array.from(rows, () => target.weights?.[0] ?? 1),
      ),
    ),
  ],
  [
    "the refitted leaf does not depend on the order of its rows",
    withRefit((target, rows, residual) => {
      let [sum, weight] = [0, 0];
      for (const row of rows) {
        sum += (target.weights?.[row] ?? 1) * residual(row);
        weight += target.weights?.[row] ?? 1;
      }
      return sum / weight;
    }),
  ],
  ["the parameters of the spec make the same loss again", revived],
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
  ["the compiled derivatives are those of `derivatives`", { ...changed(logistic(), {}), kernel: "squaredError" }],
  [
    "exp and log come from @cambium/core, not from Math",
    withCurve(
      (score) => 1 / (1 + Math.exp(-score)),
      (p) => p * (1 - p),
    ),
  ],
];

/** Two of them are tried with more: one has one minimum on targets of its own only, and one has a maker. */
function check(loss: AnyLoss) {
  if (loss.spec.name === "cauchy") return checkLoss(loss as Loss<"regression">, { good: [zeros] });
  return loss === revived ? checkLoss(revived, { revive: forgetsFactor }) : checkLoss(loss);
}

test.each(broken)("a loss is told when it does not keep this law: %s", async (law, loss, besides) => {
  expectOnlyFailure(await check(loss), law, besides);
});

test("every law can be broken", async () => {
  const bound = changed(logistic(), { curvature: "bound" });
  const losses = [squaredError(), logistic(), cauchy(), bound, withRefit(() => 0), revived];
  expectAllBroken(
    await Promise.all(losses.map(check)),
    broken.map(([law]) => law),
  );
});

test("a loss that says it is not portable may use Math.exp", async () => {
  const loose = withCurve(
    (score) => 1 / (1 + Math.exp(-score)),
    (p) => p * (1 - p),
  );
  expect((await checkLoss(loose)).passed).toBe(false);
  const report = await checkLoss({ ...loose, spec: { ...loose.spec, portable: false } });
  expect(report.passed, report.toString()).toBe(true);
});

test("a loss that says where it does not start is not asked to start at the best", async () => {
  const fromZero = changed(squaredError(), { initialScore: () => 0 });
  expect((await checkLoss(fromZero)).passed).toBe(false);
  const report = await checkLoss(changed(fromZero, { startsAtBest: false }));
  expect(report.passed, report.toString()).toBe(true);
});

test("a loss that starts a little beside the best is told", async () => {
  const beside = changed(squaredError(), {
    initialScore: (target) => weightedMean(target.values, target.weights) + 1.1e-6,
  });
  const failed = (await checkLoss(beside)).results.filter(({ passed }) => !passed).map(({ law }) => law);
  expect(failed).toEqual([
    "the initial score minimises the value",
    "the initial score minimises the value of weighted rows",
  ]);
});

test("a loss whose link can not give its targets is told", async () => {
  const report = await checkLoss(changed(squaredError(), { link: "exp" }));
  expectOnlyFailure(report, "the value is least where the prediction is the target");
  expect(String(report)).toContain('expected a score whose prediction by the link "exp" is the target, came NaN');
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
