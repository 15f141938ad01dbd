/**
 * What one scan reads. All arrays but `parent` are views of the arena that runs the job. `set` copies the fields at
 * once, so one object can be filled again and again for a whole wave.
 */
export interface ScanJob {
  /** Rows in ascending order of their value, the missing ones last; the job's are `start` to `start + count` − 1. */
  order: Uint32Array;
  start: number;
  count: number;
  /** The column by row; NaN is missing. */
  values: Float64Array;
  /** By row. Newton: gradients, a Float64Array. Gini: codes of the classes, an Int32Array. */
  signal: Float64Array | Int32Array;
  /** By row. Newton: hessians. Gini: weights. */
  weights: Float64Array;
  /** The node's statistics record, any array: newton [G, H], gini [w_0, …, w_{K−1}, W]. */
  parent: Float64Array;
  parentAt: number;
  minRowsLeaf: number;
}

/** A list of scans in an arena, and after the run their results. */
export interface ScanJobs {
  readonly capacity: number;
  readonly width: number;
  set(index: number, job: ScanJob): void;
  /** Gain of the best cut; 0 when there is none, and then the other results mean nothing. */
  gain(index: number): number;
  /** How many rows with a value go left: the cut lies before `order[start + rows]`. */
  rows(index: number): number;
  /** True when the rows without a value go left too. */
  missingLeft(index: number): boolean;
  /** Holds the left child's statistics record, from `leftAt(index)` on. */
  readonly records: Float64Array;
  leftAt(index: number): number;
}
