import { checkTwoClasses, type Loss, weightedMean } from "@cambium/core";
import { writeDerivatives } from "./expression/write-derivatives.ts";

/**
 * Two classes, y = -1 or 1: max(0, 1 - y·s). Gradient -y where y·s < 1, else 0; hessian 1 in place of none where y·s
 * < 1, and 0 beyond, so that rows that are well off do not hold others back. The best constant is 1 for the heavier
 * class. The sign of the score is the class; 1 / (1 + e^-s) ranks rows, and is no probability. Tree for tree that of
 * XGBoost's `binary:hinge`.
 */
export function hinge(): Loss<"classification"> {
  return {
    spec: { name: "hinge", parameters: {} },
    task: "classification",
    link: "logistic",
    constantHessian: false,
    curvature: "bound",
    coupling: "row",
    checkTarget: (target) => checkTwoClasses("hinge", target),
    initialScore: ({ codes, weights }) => (weightedMean(codes, weights) > 0.5 ? 1 : -1),
    ...writeDerivatives(({ s, y, neg, sub, mul, lt, where }) => {
      const sign = sub(mul(2, y), 1);
      const isShort = lt(mul(sign, s), 1);
      return { gradient: where(isShort, neg(sign), 0), hessian: where(isShort, 1, 0) };
    }),
    // Leaves are not refitted: the best of one is at the margin of its heavier class, from where no tree would move it again.
    value: ({ codes }, row, score) => Math.max(0, 1 - (2 * codes[row] - 1) * score),
  };
}
