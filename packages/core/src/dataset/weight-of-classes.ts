import { gridExponent, powerOfTwo } from "../util/grid.ts";
import type { ClassificationTarget } from "./target.ts";

/** The weight of all rows of each class: each an exact sum, on a grid of its own, so that the order of the rows has no say. */
export function weightOfClasses({ classes, codes, weights }: ClassificationTarget): number[] {
  const most = new Float64Array(classes.length);
  for (let row = 0; row < codes.length; row++) most[codes[row]] = Math.max(most[codes[row]], weights?.[row] ?? 1);
  const exponents = Array.from(most, (weight) => gridExponent(codes.length, weight));
  const ups = exponents.map((k) => powerOfTwo(k));
  const sums = new Float64Array(classes.length);
  for (let row = 0; row < codes.length; row++) sums[codes[row]] += Math.round((weights?.[row] ?? 1) * ups[codes[row]]);
  return exponents.map((k, code) => sums[code] * powerOfTwo(-k));
}
