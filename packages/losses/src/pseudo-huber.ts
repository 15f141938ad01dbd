import { checkOptions, type Loss, numberAboveZero, type OptionRule } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

export interface PseudoHuberOptions {
  /** About where the loss turns from a parabola to a line; 1 unless told. */
  readonly delta?: number;
}

const rules: Readonly<Record<keyof PseudoHuberOptions, OptionRule>> = {
  delta: { ...numberAboveZero, default: "1", about: "About where the loss turns from a parabola to a line." },
};

/**
 * With r = s - y and d = `delta`: d²·(√(1 + (r/d)²) - 1), Huber's without a corner. Gradient r / √(1 + (r/d)²); hessian
 * 1 / √(1 + (r/d)²), a bound: the second derivative, of which XGBoost takes its steps, is nearly 0 for far rows. The
 * best constant is found by steps. Value and gradient are those of XGBoost's `reg:pseudohubererror`, with its
 * `huber_slope`.
 */
export function pseudoHuber(options: PseudoHuberOptions = {}): Loss<"regression"> {
  checkOptions("pseudoHuber", options, rules);
  const { delta = 1 } = options;
  const root = (residual: number) => {
    const share = residual / delta;
    return Math.sqrt(1 + share * share);
  };
  return residualLoss({
    spec: { name: "pseudoHuber", parameters: { delta } },
    // √(1 + x²) - 1 without cancellation.
    value: (residual) => (residual * residual) / (1 + root(residual)),
    gradient: (residual) => residual / root(residual),
    hessian: (residual) => 1 / root(residual),
    curvature: "bound",
  });
}
