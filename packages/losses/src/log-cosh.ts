import { exp, type Loss, log } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

/**
 * log(cosh(r)) with r = s - y: a parabola near 0, |r| - log 2 far from it. Gradient tanh(r); hessian tanh(r) / r, a
 * bound: the second derivative is nearly 0 for far rows. The best constant is found by steps. The value is that of
 * CatBoost's `LogCosh`, which computes it roughly.
 */
export function logCosh(): Loss<"regression"> {
  return residualLoss({
    spec: { name: "logCosh", parameters: {} },
    value(residual) {
      const size = Math.abs(residual);
      return size + log(1 + exp(-2 * size)) - Math.LN2;
    },
    gradient: tanh,
    // Below 10^-4 or so the quotient is 1 to the last bits but for what rounding made of tanh.
    hessian: (residual) => (Math.abs(residual) < 2 ** -13 ? 1 : tanh(residual) / residual),
    curvature: "bound",
  });
}

function tanh(x: number): number {
  const e = exp(-2 * Math.abs(x));
  return Math.sign(x) * ((1 - e) / (1 + e));
}
