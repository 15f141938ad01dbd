import { entropyBound, entropyOfTerms, entropyTerm, entropyTermBound, log } from "@cambium/kernels";
import { classLeaves, type GainOfTwo, gainOfCuts, recordOf } from "./class-records.ts";
import type { Criterion } from "./criterion.ts";
import { measuredBy } from "./measure-of.ts";

/**
 * Entropy of class weights, in bits: the gain of a cut is what the side tells of the class, times the weight. Instead of the
 * difference of entropies it is the sum over sides and classes of expected weight · `surprise`, with all terms >= 0 and each
 * exactly 0 where a side has the parent's shares. Its relative error is a few units in the last place, besides that of
 * l_k·R - r_k·L, which is exact while these products of weights in steps of their grid are below 2^53.
 */
export function entropy(): Criterion<"classification"> {
  return measuredBy("entropy", {
    ...classLeaves,
    name: "entropy",
    gain: gainOfCuts(gainOfTwo),
    gainBound,
    impurity(goal, rows) {
      const stats = recordOf(goal, rows);
      const total = stats[stats.length - 1];
      const sum = stats.subarray(0, -1).reduce((sum, of) => (of > 0 ? sum - of * log(of / total) : sum), 0);
      return sum * Math.LOG2E + 0;
    },
  });
}

/** An upper bound of the gain of two children that takes no logarithm. */
function gainBound(stats: Float64Array, first: number, width: number): number {
  const second = first + width;
  const [total, otherTotal] = [stats[second - 1], stats[second + width - 1]];
  if (!(total > 0 && otherTotal > 0)) return 0;
  let sum = 0;
  for (let k = 0; k < width - 1; k++) sum += entropyTermBound(stats[first + k], stats[second + k], total, otherTotal);
  return entropyBound(sum, total + otherTotal);
}

const gainOfTwo: GainOfTwo = (left, leftAt, right, rightAt, width) => {
  const classes = width - 1;
  const leftTotal = left[leftAt + classes];
  const rightTotal = right[rightAt + classes];
  if (!(leftTotal > 0 && rightTotal > 0)) return 0;
  let sum = 0;
  for (let k = 0; k < classes; k++) sum += entropyTerm(left[leftAt + k], right[rightAt + k], leftTotal, rightTotal);
  return entropyOfTerms(sum, leftTotal + rightTotal);
};
