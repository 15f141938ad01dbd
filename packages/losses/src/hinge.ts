import { type ClassificationTarget, checkTwoClasses, exactSum, type Loss, weightedQuantile } from "@cambium/core";

/**
 * Two classes, y = -1 or 1: max(0, 1 - y·s). Gradient -y where y·s < 1, else 0; hessian 1 in place of none, where
 * XGBoost's is 0 beyond the margin. The best constant is 1 for the heavier class, and leaves are refitted to what makes
 * the loss of their rows the least. The sign of the score is the class; 1 / (1 + e^-s) ranks rows, and is no
 * probability. Value and gradient are those of XGBoost's `binary:hinge`.
 */
export function hinge(): Loss<"classification"> {
  return {
    spec: { name: "hinge", parameters: {} },
    task: "classification",
    link: "logistic",
    constantHessian: true,
    curvature: "bound",
    coupling: "row",
    checkTarget: (target) => checkTwoClasses("hinge", target),
    initialScore: (target) => bestShift(target, null, Uint32Array.from(target.codes.keys())),
    derivatives(target, scores, gradients, _hessians, start, end) {
      for (let row = start; row < end; row++) {
        const y = signOf(target, row);
        gradients[row] = y * scores[row] < 1 ? -y : 0;
      }
    },
    value: (target, row, score) => Math.max(0, 1 - signOf(target, row) * score),
    refitLeaf: bestShift,
  };
}

function signOf({ codes }: ClassificationTarget, row: number): number {
  return 2 * codes[row] - 1;
}

/**
 * A row's loss has its corner where the shift is y - s; there the slope of the sum rises by the row's weight, from
 * minus the weight of the second class. So it is 0 at the quantile of the corners whose level is the second class's
 * share of the weight.
 */
function bestShift(target: ClassificationTarget, scores: Float64Array | null, rows: Uint32Array): number {
  const { codes, weights } = target;
  const corners = Float64Array.from(rows, (row) => signOf(target, row) - (scores?.[row] ?? 0));
  const weightOf = (row: number) => weights?.[row] ?? 1;
  const total = exactSum(rows.length, (i) => weightOf(rows[i]));
  const second = exactSum(rows.length, (i) => codes[rows[i]] * weightOf(rows[i]));
  return weightedQuantile(corners, weights && Float64Array.from(rows, weightOf), total === 0 ? 0 : second / total);
}
