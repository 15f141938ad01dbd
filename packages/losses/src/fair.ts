import { checkOptions, type Loss, log, numberAboveZero, type OptionRule } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

export interface FairOptions {
  /** Residuals that are large beside it count like absolute errors; 1 unless told. */
  readonly scale?: number | undefined;
}

/** Made when asked for, so that a bundle without the loss has nothing of them. */
const rules = (): Readonly<Record<keyof FairOptions, OptionRule>> => ({
  scale: { ...numberAboveZero, default: "1", about: "Residuals that are large beside it count like absolute errors." },
});

/**
 * With r = s - y and c = `scale`: c²·(|r|/c - log(1 + |r|/c)). Gradient c·r / (|r| + c); hessian c / (|r| + c), a
 * bound: LightGBM's is the second derivative, the square of that. The best constant is found by steps. The gradient is
 * that of LightGBM's `fair`, with its `fair_c`, and the value that of CatBoost's `FairLoss`. Over ten splits, with
 * rounds enough, no worse than LightGBM's, of which steps are longer.
 */
export function fair(options: FairOptions = {}): Loss<"regression"> {
  checkOptions("fair", options, rules());
  const { scale = 1 } = options;
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
