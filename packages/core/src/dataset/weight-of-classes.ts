import { exactSum } from "../util/grid.ts";
import type { ClassificationTarget } from "./target.ts";

/** The weight of all rows of each class. */
export function weightOfClasses({ classes, codes, weights }: ClassificationTarget): number[] {
  return classes.map((_, k) => exactSum(codes.length, (row) => (codes[row] === k ? (weights?.[row] ?? 1) : 0)));
}
