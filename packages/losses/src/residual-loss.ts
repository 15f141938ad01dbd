import { bestConstant, type Loss, type LossSpec } from "@cambium/core";
import { type Term, type Terms, type WrittenDerivatives, writeDerivatives } from "./expression/write-derivatives.ts";
import { rangeOf } from "./range-of.ts";

/** How a loss depends on the residual r = s - y. */
interface ResidualCurve {
  readonly spec: LossSpec;
  readonly value: (residual: number) => number;
  readonly derivatives: (residual: Term, terms: Terms) => WrittenDerivatives;
  readonly curvature: "exact" | "bound";
}

/** A loss of any numbers that depends on the residual alone, and whose best constant no formula gives. */
export function residualLoss({ spec, value, derivatives, curvature }: ResidualCurve): Loss<"regression"> {
  const loss: Loss<"regression"> = {
    spec,
    task: "regression",
    link: "identity",
    constantHessian: false,
    curvature,
    coupling: "row",
    checkTarget() {},
    initialScore: (target) => bestConstant(loss, target, rangeOf(target)),
    ...writeDerivatives((terms) => derivatives(terms.sub(terms.s, terms.y), terms)),
    value: ({ values }, row, score) => value(score - values[row]),
  };
  return loss;
}
