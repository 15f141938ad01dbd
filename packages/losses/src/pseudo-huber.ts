import { checkOptions, type Loss, numberAboveZero, type OptionsOf, option, withDefaults } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** About where the loss turns from a parabola to a line. Default: 1. */
  delta: option(numberAboveZero, 1),
});

export interface PseudoHuberOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * With r = s - y and d = `delta`: d²·(√(1 + (r/d)²) - 1), Huber's without a corner. Gradient r / √(1 + (r/d)²); hessian
 * 1 / √(1 + (r/d)²), a bound: the second derivative, of which XGBoost takes its steps, is nearly 0 for far rows. The
 * best constant is found by steps. The gradient is that of XGBoost's `reg:pseudohubererror`, with its `huber_slope`.
 * Over ten splits, with rounds enough, no worse than XGBoost's.
 */
export function pseudoHuber(options: PseudoHuberOptions = {}): Loss<"regression"> {
  checkOptions("pseudoHuber", options, rules());
  const { delta } = withDefaults(rules(), options);
  return residualLoss({
    spec: { name: "pseudoHuber", parameters: { delta } },
    // √(1 + x²) - 1 without cancellation.
    value(residual) {
      const share = residual / delta;
      return (residual * residual) / (1 + Math.sqrt(1 + share * share));
    },
    derivatives(r, { add, mul, div, sqrt }) {
      const share = div(r, delta);
      const root = sqrt(add(1, mul(share, share)));
      return { gradient: div(r, root), hessian: div(1, root) };
    },
    curvature: "bound",
  });
}
