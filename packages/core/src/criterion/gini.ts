import { addRow, statsWidth } from "../goal/fit-goal.ts";
import type { Criterion } from "./criterion.ts";

/**
 * Gini impurity of class weights. The gain of a cut is L·R/(L+R) · Σ (l_k - r_k)², with l and r the children's class shares,
 * written in weights: no difference of squares, one division. More than two children are cut off one after the other.
 */
export function gini(): Criterion {
  return {
    name: "gini",
    goal: "classes",
    kernel: { loop: "gini", l2: 0 },
    gain(stats, _parent, firstChild, childCount, width) {
      let gain = 0;
      for (let child = 1; child < childCount; child++) {
        gain += gainOfCut(stats, firstChild, child, width);
      }
      return gain;
    },
    valueWidth: (width) => width - 1,
    leafValue(stats, node, width, out, outAt) {
      const total = stats[node + width - 1];
      for (let k = 0; k < width - 1; k++) out[outAt + k] = total > 0 ? stats[node + k] / total : 1 / (width - 1);
    },
    cover: (stats, node, width) => stats[node + width - 1],
    impurity(goal, rows) {
      const stats = new Float64Array(statsWidth(goal));
      for (const row of rows) addRow(goal, row, stats, 0);
      const total = stats[stats.length - 1];
      let sum = 0;
      for (let k = 0; k < stats.length - 1; k++) if (stats[k] > 0) sum += stats[k] * (1 - stats[k] / total);
      return sum;
    },
  };
}

/** The gain of parting the child of this index from those before it, taken together. */
function gainOfCut(stats: Float64Array, firstChild: number, child: number, width: number): number {
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
}

function sumOver(stats: Float64Array, from: number, to: number, width: number, slot: number): number {
  let sum = 0;
  for (let at = from; at < to; at += width) sum += stats[at + slot];
  return sum;
}
