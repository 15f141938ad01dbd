import {
  CambiumError,
  type ClassificationTarget,
  type ClassLoss,
  exp,
  log,
  softmax,
  weightedMean,
} from "@cambium/core";
import { oneVsAll } from "@cambium/losses";
import { expect, test } from "vitest";
import { checkLoss } from "../../src/index.ts";
import { expectAllBroken, expectOnlyFailure } from "../support/expect-only-failure.ts";
import { withoutKernel } from "../support/without-kernel.ts";

/** Six rows of three classes. */
const three: ClassificationTarget = {
  task: "classification",
  name: "three",
  codes: Int32Array.of(0, 1, 2, 0, 1, 2),
  classes: ["a", "b", "c"],
  weights: null,
};

function changed(change: Partial<ClassLoss>, loss: ClassLoss = oneVsAll()): ClassLoss {
  return { ...withoutKernel(loss), ...change };
}

/** What of a row and a class a formula may use. */
interface Cell {
  readonly target: ClassificationTarget;
  readonly scores: Float64Array;
  readonly row: number;
  readonly start: number;
  readonly score: number;
  /** 1 where the row is of the class. */
  readonly own: 0 | 1;
}

const p = (score: number) => 1 / (1 + exp(-score));

/** Each class against all others, with derivatives of one's own, cell by cell. */
function withDerivatives(
  gradient: (cell: Cell) => number,
  hessian: (cell: Cell) => number = ({ score }) => p(score) * (1 - p(score)),
): ClassLoss {
  return changed({
    derivatives(target, scores, gradients, hessians, start, end) {
      const rowCount = target.codes.length;
      for (let at = 0; at < scores.length; at++) {
        const row = at % rowCount;
        if (row < start || row >= end) continue;
        const own = target.codes[row] === (at - row) / rowCount ? 1 : 0;
        const cell: Cell = { target, scores, row, start, score: scores[at], own };
        gradients[at] = gradient(cell);
        if (hessians !== null) hessians[at] = hessian(cell);
      }
    },
  });
}

const honest = ({ score, own }: Cell) => p(score) - own;

/** Half the square of each score's distance from 1 for the row's class, from 0 for the others: doubled, the second derivative is 2. */
function squares(factor = 1): ClassLoss {
  return {
    ...withDerivatives(({ score, own }) => factor * (score - own)),
    spec: { name: "squares", parameters: {} },
    constantHessian: true,
    initialScores: (target) =>
      Float64Array.from(target.classes, (_, own) =>
        weightedMean(
          target.codes.map((code) => (code === own ? 1 : 0)),
          target.weights,
        ),
      ),
    value: ({ codes }, row, scores) =>
      scores.reduce((sum, score, code) => sum + (factor / 2) * (score - (codes[row] === code ? 1 : 0)) ** 2, 0),
  };
}

/** How wrong each probability is, which bends down; its derivatives are honest, and no score is its best. */
function distances(): ClassLoss {
  const sign = ({ own }: Cell) => 1 - 2 * own;
  return {
    ...withDerivatives(
      (cell) => sign(cell) * p(cell.score) * (1 - p(cell.score)),
      (cell) => sign(cell) * p(cell.score) * (1 - p(cell.score)) * (1 - 2 * p(cell.score)),
    ),
    startsAtBest: false,
    value: ({ codes }, row, scores) =>
      scores.reduce((sum, score, code) => sum + (codes[row] === code ? 1 - p(score) : p(score)), 0),
  };
}

/** Honest but for its aim: the next class. */
function turned(): ClassLoss {
  const next = (target: ClassificationTarget) => ({
    ...target,
    codes: target.codes.map((code) => (code + 1) % target.classes.length),
  });
  const loss = oneVsAll();
  return changed({
    initialScores: (target) => loss.initialScores(next(target)),
    derivatives: (target, ...rest) => loss.derivatives(next(target), ...rest),
    value: (target, row, scores) => loss.value(next(target), row, scores),
  });
}

/** -log of the probability, which is 0 for scores of 40 by cancellation. */
const cancellingValue: ClassLoss["value"] = ({ codes }, row, scores) =>
  scores.reduce((sum, score, code) => sum - log(codes[row] === code ? p(score) : 1 - p(score)), 0);

/** The shares themselves, unbounded. */
const unboundedScores: ClassLoss["initialScores"] = (target) =>
  oneVsAll()
    .initialScores(target)
    .map((score, code) => (target.codes.includes(code) ? score : Number.NEGATIVE_INFINITY));

function forgetful(): ClassLoss {
  let calls = 0;
  return changed({
    initialScores(target) {
      const drift = 1e-9 * (calls++ % 2);
      return oneVsAll()
        .initialScores(target)
        .map((score) => score + drift);
    },
  });
}

/** Its maker looks for an option that the spec calls otherwise. */
const revived = softmax({ hessianFactor: 3 });
const forgetsFactor = ({ factor }: Readonly<Record<string, number | string>>) => ({
  ...softmax({ hessianFactor: Number(factor ?? 2) }),
  spec: revived.spec,
});

const PERFECT = "the value is least where the prediction is the target";
const KEPT = "the spec is plain data, which a saved model keeps";

/** `also`: what can not be kept with that law broken. A parabola rises where scores are surer than sure, and training refuses some. */
const broken: [law: string, loss: ClassLoss, also?: string[]][] = [
  [
    "checkTarget accepts what the loss is made for",
    changed({
      checkTarget() {
        throw new CambiumError("bad-target", "no target is good enough");
      },
    }),
  ],
  [
    "checkTarget refuses what the loss can not learn, with a CambiumError",
    changed({
      checkTarget(target) {
        if (target.classes.length < 3) throw new RangeError("three classes, please");
      },
    }),
  ],
  ["the gradient is the slope of the value", withDerivatives((cell) => honest(cell) + (1 - cell.own) / 8)],
  ["the second derivative is 1 everywhere, as constantHessian says", squares(2), [PERFECT]],
  ["the hessian is the slope of the gradient", changed({ curvature: "exact" }, softmax())],
  [
    "the hessian is nowhere below the slope of the gradient, as curvature says",
    changed({ curvature: "bound" }, softmax({ hessianFactor: 0.5 })),
  ],
  ["the hessian is never negative", distances(), [KEPT]],
  [
    "derivatives of ranges are those of the whole",
    withDerivatives((cell) => honest(cell) + (cell.start > 0 ? 1e-9 : 0)),
  ],
  [
    "derivatives writes only the rows of its range",
    changed({
      derivatives(target, scores, gradients, hessians) {
        oneVsAll().derivatives(target, scores, gradients, hessians, 0, target.codes.length);
      },
    }),
  ],
  [
    "a row's derivatives depend on that row alone",
    withDerivatives((cell) => honest(cell) + 1e-9 * (cell.scores[0] - cell.scores[cell.row])),
  ],
  [
    "derivatives come before any weight",
    withDerivatives((cell) => (cell.target.weights?.[cell.row] ?? 1) * honest(cell)),
  ],
  [
    "a row's value depends on that row alone, and comes before any weight",
    changed({
      value: (target, row, scores) => (target.weights?.[row] ?? 1) * oneVsAll().value(target, row, scores),
    }),
  ],
  [
    "the initial score minimises the value",
    changed({
      initialScores: (target) =>
        oneVsAll()
          .initialScores(target)
          .map((score) => score + (target.weights === null ? 0.01 : 0)),
    }),
  ],
  [
    "the initial score minimises the value of weighted rows",
    changed({ initialScores: (target) => oneVsAll().initialScores({ ...target, weights: null }) }),
  ],
  [PERFECT, turned()],
  ["the initial score is finite when all rows have one target", changed({ initialScores: unboundedScores })],
  ["value and derivatives are finite at extreme scores", changed({ value: cancellingValue })],
  [
    "the link is one that core knows, and gives predictions of the task",
    // JavaScript checks no types.
    changed({ link: "logistic" as never }),
    [KEPT],
  ],
  [KEPT, changed({ spec: { name: "oneVsAll", parameters: { delta: Number.NaN } } })],
  ["the parameters of the spec make the same loss again", revived],
  ["the same question has the same answer", forgetful()],
  [
    "the loss leaves the caller's target and scores as they are",
    changed({
      value(target, row, scores) {
        const value = oneVsAll().value(target, row, scores);
        scores.sort();
        return value;
      },
    }),
  ],
  [
    "the compiled derivatives are those of `derivatives`",
    { ...softmax({ hessianFactor: 1 }), kernel: { loss: "softmax", hessianFactor: 2 } },
  ],
  [
    "exp and log come from @cambium/core, not from Math",
    withDerivatives(
      ({ score, own }) => 1 / (1 + Math.exp(-score)) - own,
      ({ score }) => p(score) * (1 - p(score)),
    ),
  ],
];

const check = (loss: ClassLoss) => (loss === revived ? checkLoss(revived, { revive: forgetsFactor }) : checkLoss(loss));

test.each(broken)(
  "a loss with a score for each class is told when it does not keep this law: %s",
  async (law, loss, also = []) => {
    const report = await check(loss);
    const failed = report.results.filter(({ passed }) => !passed);
    expect(
      failed.map(({ law: name }) => name),
      report.toString(),
    ).toEqual([law, ...also]);
  },
);

test("every law of theirs can be broken", async () => {
  const twoRefused = broken[1][1];
  const reports = await Promise.all([oneVsAll(), softmax(), squares(), twoRefused, revived].map(check));
  expectAllBroken(
    reports,
    broken.map(([law]) => law),
  );
});

test("a loss that keeps the scores of a row side by side is told", async () => {
  // On rows that stand alone it is right.
  const sideBySide = changed({
    derivatives(target, scores, gradients, hessians, start, end) {
      const width = target.classes.length;
      for (let row = start; row < end; row++) {
        for (let code = 0; code < width; code++) {
          const at = row * width + code;
          gradients[at] = p(scores[at]) - (target.codes[row] === code ? 1 : 0);
          if (hessians !== null) hessians[at] = p(scores[at]) * (1 - p(scores[at]));
        }
      }
    },
  });
  const failed = (await checkLoss(sideBySide, { good: [three] })).results.filter(({ passed }) => !passed);
  expect(failed.map(({ law }) => law)).toEqual([
    "derivatives of ranges are those of the whole",
    "derivatives writes only the rows of its range",
    "a row's derivatives depend on that row alone",
  ]);
  expect(failed[2].failure).toContain("class k of a row stands at k · rows + row");
});

test("a loss that adds its derivatives to what stands in the arrays is told", async () => {
  const adding = changed({
    derivatives(target, scores, gradients, hessians, start, end) {
      const before = gradients.slice();
      oneVsAll().derivatives(target, scores, gradients, hessians, start, end);
      const isOwn = (at: number) => at % target.codes.length >= start && at % target.codes.length < end;
      for (let at = 0; at < before.length; at++) if (isOwn(at)) gradients[at] += before[at];
    },
  });
  expectOnlyFailure(await checkLoss(adding), "the same question has the same answer");
});

test("a failure names the class whose score is wrong", async () => {
  const report = await checkLoss(
    withDerivatives((cell) => honest(cell) + 1),
    { good: [three] },
  );
  expectOnlyFailure(report, "the gradient is the slope of the value");
  expect(String(report)).toContain("good[0], score of class 1, row 1 (target a)");
});

test("what is no loss is told apart by its initial scores", async () => {
  await expect(checkLoss({ ...oneVsAll(), value: undefined } as never)).rejects.toThrow("an object without `value`");
  await expect(checkLoss({ ...oneVsAll(), initialScores: 3 } as never)).rejects.toThrow("without `initialScores`");
});
