import { type Criterion, gini, newton } from "@cambium/core";

/** What a splitter is for, where it is not for all. */
export interface SplitterScope {
  /** The one criterion that it works with; the kit tries squared error and Gini unless told. */
  readonly criterion?: Criterion;
  /**
   * "best", unless told: of all partitions of a column's categories it finds the best. "some": it tries some of them, and only
   * its thresholds are held against brute force.
   */
  readonly partitions?: "best" | "some";
}

/** The criteria by which the kit asks a splitter for cuts. */
export function criteriaOf({ criterion }: SplitterScope): readonly Criterion[] {
  return criterion === undefined ? [newton({ l2: 0 }), gini()] : [criterion];
}
