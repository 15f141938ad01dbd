import { checkOptions, type Loss, numberAboveZero, type OptionRule } from "@cambium/core";
import { residualLoss } from "./residual-loss.ts";

export interface HuberOptions {
  /** From this residual on the loss grows like the absolute error; 1 unless told. */
  readonly delta?: number;
}

const rules: Readonly<Record<keyof HuberOptions, OptionRule>> = {
  delta: { ...numberAboveZero, default: "1", about: "From this residual on the loss grows like the absolute error." },
};

/**
 * With r = s - y and d = `delta`: r² / 2 up to |r| = d, d·(|r| - d / 2) beyond. Gradient r held within ±d; hessian
 * min(1, d / |r|), a bound: steps by it never overshoot, and reach far rows soon. The best constant is found by steps.
 * Value and gradient are those of LightGBM's `huber`, whose hessian is 1 everywhere, and of scikit-learn's `HuberLoss`.
 */
export function huber(options: HuberOptions = {}): Loss<"regression"> {
  checkOptions("huber", options, rules);
  const { delta = 1 } = options;
  return residualLoss({
    spec: { name: "huber", parameters: { delta } },
    value(residual) {
      const size = Math.abs(residual);
      return size <= delta ? (residual * residual) / 2 : delta * (size - delta / 2);
    },
    gradient: (residual) => Math.max(-delta, Math.min(delta, residual)),
    hessian: (residual) => Math.min(1, delta / Math.abs(residual)),
    curvature: "bound",
  });
}
