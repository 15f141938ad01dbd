import { checkOptions, type Loss, log, numberAboveZero, type OptionsOf, option, withDefaults } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = () => ({
  /** Residuals that are large beside it count like absolute errors. Default: 1. */
  scale: option(numberAboveZero, 1),
});

export interface FairOptions extends OptionsOf<ReturnType<typeof rules>> {}

/**
 * With r = s - y and c = `scale`: c²·(|r|/c - log(1 + |r|/c)). Gradient c·r / (|r| + c); hessian c / (|r| + c), a
 * bound: LightGBM's is the second derivative, the square of that. The best constant is found by steps. The gradient is
 * that of LightGBM's `fair`, with its `fair_c`, and the value that of CatBoost's `FairLoss`. Over ten splits, with
 * rounds enough, no worse than LightGBM's, of which steps are longer.
 */
export function fair(options: FairOptions = {}): Loss<"regression"> {
  checkOptions("fair", options, rules());
  const { scale } = withDefaults(rules(), options);
  return residualLoss({
    spec: { name: "fair", parameters: { scale } },
    value(residual) {
      const share = Math.abs(residual) / scale;
      return scale * scale * (share - log(1 + share));
    },
    derivatives(r, { abs, add, mul, div }) {
      const size = add(abs(r), scale);
      return { gradient: div(mul(scale, r), size), hessian: div(scale, size) };
    },
    curvature: "bound",
  });
}
