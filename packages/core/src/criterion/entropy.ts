import { log } from "@cambium/kernels";
import { classLeaves, type GainOfCut, gainOfCuts, recordOf, sumOver } from "./class-records.ts";
import type { Criterion } from "./criterion.ts";
import { BOUND_MARGIN, surprise, surpriseBound } from "./surprise.ts";

/**
 * Entropy of class weights, in bits: the gain of a cut is what the side tells of the class, times the weight. Instead of the
 * difference of entropies it is the sum over sides and classes of expected weight · `surprise`, with all terms >= 0 and each
 * exactly 0 where a side has the parent's shares. Its relative error is a few units in the last place, besides that of
 * l_k·R - r_k·L, which is exact while these products of weights in steps of their grid are below 2^53.
 */
export function entropy(): Criterion<"classification"> {
  return {
    ...classLeaves,
    name: "entropy",
    gain: gainOfCuts(gainOfCut),
    gainBound,
    impurity(goal, rows) {
      const stats = recordOf(goal, rows);
      const total = stats[stats.length - 1];
      let sum = 0;
      for (let k = 0; k < stats.length - 1; k++) if (stats[k] > 0) sum -= stats[k] * log(stats[k] / total);
      return sum * Math.LOG2E + 0;
    },
  };
}

/** The gain of two children with `surpriseBound` in the place of `surprise`. */
function gainBound(stats: Float64Array, first: number, width: number): number {
  const second = first + width;
  const classes = width - 1;
  const total = stats[first + classes];
  const otherTotal = stats[second + classes];
  if (!(total > 0 && otherTotal > 0)) return 0;
  let sum = 0;
  for (let k = 0; k < classes; k++) {
    const both = stats[first + k] + stats[second + k];
    const d = stats[first + k] * otherTotal - stats[second + k] * total;
    if (d === 0) continue;
    const inFirst = total * surpriseBound(d / (total * both));
    sum += both * (inFirst + otherTotal * surpriseBound(-d / (otherTotal * both)));
  }
  return (sum / (total + otherTotal)) * Math.LOG2E * BOUND_MARGIN;
}

const gainOfCut: GainOfCut = (stats, firstChild, child, width) => {
  const right = firstChild + child * width;
  const classes = width - 1;
  const leftTotal = sumOver(stats, firstChild, right, width, classes);
  const rightTotal = stats[right + classes];
  if (!(leftTotal > 0 && rightTotal > 0)) return 0;
  let sum = 0;
  for (let k = 0; k < classes; k++) {
    const left = sumOver(stats, firstChild, right, width, k);
    const both = left + stats[right + k];
    const d = left * rightTotal - stats[right + k] * leftTotal;
    if (d === 0) continue;
    const inLeft = leftTotal * surprise(d / (leftTotal * both));
    sum += both * (inLeft + rightTotal * surprise(-d / (rightTotal * both)));
  }
  return (sum / (leftTotal + rightTotal)) * Math.LOG2E;
};
