import { bestConstant, type Loss, type LossSpec } from "@cambium/core";
import { rangeOf } from "./range-of.ts";

/** How a loss depends on the residual r = s - y. */
interface ResidualCurve {
  readonly spec: LossSpec;
  readonly value: (residual: number) => number;
  readonly gradient: (residual: number) => number;
  readonly hessian: (residual: number) => number;
  readonly curvature: "exact" | "bound";
}

/** A loss of any numbers that depends on the residual alone, and whose best constant no formula gives. */
export function residualLoss({ spec, value, gradient, hessian, curvature }: ResidualCurve): Loss<"regression"> {
  const loss: Loss<"regression"> = {
    spec,
    task: "regression",
    link: "identity",
    constantHessian: false,
    curvature,
    coupling: "row",
    checkTarget() {},
    initialScore: (target) => bestConstant(loss, target, rangeOf(target)),
    derivatives({ values }, scores, gradients, hessians, start, end) {
      for (let row = start; row < end; row++) {
        const residual = scores[row] - values[row];
        gradients[row] = gradient(residual);
        if (hessians !== null) hessians[row] = hessian(residual);
      }
    },
    value: ({ values }, row, score) => value(score - values[row]),
  };
  return loss;
}
