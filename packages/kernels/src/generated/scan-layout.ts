// Written by `npm run generate` from packages/kernels/layouts/scan.mjs. Do not edit.

/** Rows that `readAhead` reads at once. */
export const READ_AHEAD = 64;

/** The most rows that one call scans: 3 ms at 90 ns a row, on a slow machine where every read misses the cache. A job of 20 rows runs in 0.2 µs, so longer slices would gain nothing. */
export const SCAN_SLICE = 32768;

/** A job that scans one sorted feature of a node for its best split: these slots, then the `StatsRecord`s. Offsets are in bytes from the start of the memory, so whoever has the memory can run the job. */
export const ScanSlot = {
  /** Offset of U32: the rows in the order of their values; those with missing values are last. */
  order: 0,
  /** Rows of the job. */
  count: 1,
  /** Offset of F64 by row; NaN is missing. */
  values: 2,
  /** Offset, by row: the gradients as F64, or the codes of the classes as I32. */
  signal: 3,
  /** Offset of F64 by row: the hessians, or the weights of classes. */
  weights: 4,
  /** Numbers in a statistics record. */
  width: 5,
  minRowsLeaf: 6,
  /** The least that the last number of either child's record may be. */
  minChildWeight: 7,
  /** Rows done. The rows with missing values come first, then the others in their order. */
  cursor: 8,
  /** Rows with a value. */
  present: 9,
  /** 0 if there is no split. */
  gain: 10,
  /** Rows with a value that go left. */
  rows: 11,
  /** 1 if missing values go left. */
  missingLeft: 12,
  /** Written so that the compiler keeps the reads of `readAhead`; nobody reads it. */
  touched: 13,
  /** What all of it takes. */
  size: 14,
} as const;

/** The statistics records of a job. */
export const StatsRecord = {
  /** Of the node. */
  parent: 0,
  /** Left of the cursor. */
  left: 1,
  /** Of the rows with missing values. */
  missing: 2,
  /** Of the left child of the best split. */
  best: 3,
  /** What all of it takes. */
  size: 4,
} as const;
