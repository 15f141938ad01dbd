import { classLeaves, type GainOfTwo, gainOfCuts, recordOf } from "./class-records.ts";
import type { Criterion } from "./criterion.ts";
import { measuredBy } from "./measure-of.ts";

/**
 * Gini impurity of class weights. The gain of a cut is L·R/(L+R) · Σ (l_k - r_k)², with l and r the children's class shares,
 * written in weights: no difference of squares, one division.
 */
export function gini(): Criterion<"classification"> {
  return measuredBy("gini", {
    ...classLeaves,
    name: "gini",
    gain: gainOfCuts(gainOfTwo),
    impurity(goal, rows) {
      const stats = recordOf(goal, rows);
      const total = stats[stats.length - 1];
      return stats.subarray(0, -1).reduce((sum, of) => (of > 0 ? sum + of * (1 - of / total) : sum), 0);
    },
  });
}

const gainOfTwo: GainOfTwo = (left, leftAt, right, rightAt, width) => {
  const classes = width - 1;
  const leftTotal = left[leftAt + classes];
  const rightTotal = right[rightAt + classes];
  const scale = leftTotal * rightTotal * (leftTotal + rightTotal);
  // Beneath the range of a double, where the scale is 0, the gain is 0 too.
  if (!(leftTotal > 0 && rightTotal > 0 && scale > 0)) return 0;
  let sum = 0;
  for (let k = 0; k < classes; k++) {
    const d = left[leftAt + k] * rightTotal - right[rightAt + k] * leftTotal;
    sum += d * d;
  }
  return sum / scale;
};
