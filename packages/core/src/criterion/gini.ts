import { classLeaves, type GainOfCut, gainOfCuts, recordOf, sumOver } from "./class-records.ts";
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
    kernel: { loop: "gini", l2: 0 },
    gain: gainOfCuts(gainOfCut),
    impurity(goal, rows) {
      const stats = recordOf(goal, rows);
      const total = stats[stats.length - 1];
      let sum = 0;
      for (let k = 0; k < stats.length - 1; k++) if (stats[k] > 0) sum += stats[k] * (1 - stats[k] / total);
      return sum;
    },
  });
}

const gainOfCut: GainOfCut = (stats, firstChild, child, width) => {
  const right = firstChild + child * width;
  const classes = width - 1;
  const leftTotal = sumOver(stats, firstChild, right, width, classes);
  const rightTotal = stats[right + classes];
  const scale = leftTotal * rightTotal * (leftTotal + rightTotal);
  // Beneath the range of a double, where the scale is 0, the gain is 0 too.
  if (!(leftTotal > 0 && rightTotal > 0 && scale > 0)) return 0;
  let sum = 0;
  for (let k = 0; k < classes; k++) {
    const d = sumOver(stats, firstChild, right, width, k) * rightTotal - stats[right + k] * leftTotal;
    sum += d * d;
  }
  return sum / scale;
};
