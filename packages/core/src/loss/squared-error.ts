import { weightedMean } from "../util/exact-sum.ts";
import { square } from "../util/square.ts";
import type { Loss } from "./loss.ts";

/** (s - y)² / 2. Gradient s - y, hessian 1; the best constant is the mean. Tree for tree that of XGBoost's `reg:squarederror`. */
export function squaredError(): Loss<"regression"> {
  return {
    spec: { name: "squaredError", parameters: {} },
    task: "regression",
    link: "identity",
    constantHessian: true,
    coupling: "row",
    kernel: "squaredError",
    checkTarget() {},
    initialScore: (target) => weightedMean(target.values, target.weights),
    derivatives(target, scores, gradients, _hessians, start, end) {
      for (let row = start; row < end; row++) gradients[row] = scores[row] - target.values[row];
    },
    value: (target, row, score) => square(score - target.values[row]) / 2,
  };
}
