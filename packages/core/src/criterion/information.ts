import { BOUND_MARGIN, log, surprise, surpriseBound } from "@cambium/kernels";
import { gridExponent, powerOfTwo } from "../util/grid.ts";

/*
 * Information in bits, times weight. All terms of the sums are >= 0 and are added in steps of one power of two, so that the
 * order of the children and of the classes does not matter: tests that part the rows alike are equal to the last bit.
 */

/**
 * What the child tells of the class: weight · (entropy before - entropy after), of records as `criterion.ts` has them. It
 * is exactly 0 where all children have the same shares of the classes.
 */
export function informationGain(
  stats: Float64Array,
  parent: number,
  firstChild: number,
  childCount: number,
  width: number,
): number {
  const classes = width - 1;
  const total = stats[parent + classes];
  if (!(total > 0)) return 0;
  // The information is at most total · ln(classes).
  const step = gridExponent(childCount * classes, total * classes);
  const up = powerOfTwo(step);
  let sum = 0;
  for (let child = 0; child < childCount; child++) {
    const at = firstChild + child * width;
    const weight = stats[at + classes];
    if (!(weight > 0)) continue;
    for (let k = 0; k < classes; k++) {
      const product = weight * stats[parent + k];
      if (product === 0) continue;
      const difference = stats[at + k] * total - product;
      if (difference !== 0) sum += Math.round((product / total) * surprise(difference / product) * up);
    }
  }
  return sum * powerOfTwo(-step) * Math.LOG2E;
}

/** At least `informationGain` of two children, whatever that is rounded to: its terms with `surpriseBound` for `surprise`. */
export function boundOfInformation(stats: Float64Array, parent: number, firstChild: number, width: number): number {
  const classes = width - 1;
  const total = stats[parent + classes];
  let sum = 0;
  for (let at = firstChild; at <= firstChild + width; at += width) {
    const weight = stats[at + classes];
    for (let k = 0; k < classes; k++) {
      const product = weight * stats[parent + k];
      if (product > 0) sum += product * surpriseBound((stats[at + k] * total - product) / product);
    }
  }
  return (sum / total) * Math.LOG2E * BOUND_MARGIN + total * GRID_MARGIN;
}

/** Far above what rounding to the grid adds to the gain, and far below what makes a difference to how many cuts are weighed. */
const GRID_MARGIN = 2 ** -40;

/** What it takes to say which of the groups a case is in: Σ weight · log2(total / weight) over their weights. */
export function splitInformation(weights: readonly number[], total: number): number {
  const step = gridExponent(weights.length, 2 * total);
  const up = powerOfTwo(step);
  let sum = 0;
  for (const weight of weights) {
    if (weight > 0) sum += Math.round(weight * log(total / weight) * up);
  }
  return sum * powerOfTwo(-step) * Math.LOG2E;
}
