import { exp, type Loss, log } from "@cambium/core";
import type { Term, Terms } from "./expression/write-derivatives.ts";
import { residualLoss } from "./residual-loss.ts";

/**
 * log(cosh(r)) with r = s - y: a parabola near 0, |r| - log 2 far from it. Gradient tanh(r); hessian tanh(r) / r, a
 * bound: the second derivative is nearly 0 for far rows. The best constant is found by steps. The value is that of
 * CatBoost's `LogCosh`, which computes it roughly. Over ten splits, with `order: 1`, as good as CatBoost's.
 */
export function logCosh(): Loss<"regression"> {
  return residualLoss({
    spec: { name: "logCosh", parameters: {} },
    value(residual) {
      const size = Math.abs(residual);
      return size + log(1 + exp(-2 * size)) - Math.LN2;
    },
    derivatives(r, terms) {
      const { abs, div, lt, where } = terms;
      const slope = tanh(r, terms);
      // Below 10^-4 or so the quotient is 1 to the last bits but for what rounding made of tanh.
      return { gradient: slope, hessian: where(lt(abs(r), 2 ** -13), 1, div(slope, r)) };
    },
    curvature: "bound",
  });
}

function tanh(x: Term, { abs, exp, sign, add, sub, mul, div }: Terms): Term {
  const e = exp(mul(-2, abs(x)));
  return mul(sign(x), div(sub(1, e), add(1, e)));
}
