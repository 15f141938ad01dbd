// Written by `npm run generate` from packages/kernels/layouts/scan.mjs. Do not edit.

/** Rows that `readAhead` reads at once. */
export const READ_AHEAD: u32 = 64;

/** The most rows that one call scans: 3 ms at 90 ns a row, on a slow machine where every read misses the cache. A job of 20 rows runs in 0.2 µs, so longer slices would gain nothing. */
export const SCAN_SLICE: u32 = 32768;

/** A job that scans one sorted feature of a node for its best split: these slots, then the `StatsRecord`s. Offsets are in bytes from the start of the memory, so whoever has the memory can run the job. */
export const enum ScanSlot {
  order = 0, // Offset of U32: the rows in the order of their values; those with missing values are last.
  count = 8, // Rows of the job.
  values = 16, // Offset of F64 by row; NaN is missing.
  signal = 24, // Offset, by row: the gradients as F64, or the codes of the classes as I32.
  weights = 32, // Offset of F64 by row: the hessians, or the weights of classes.
  width = 40, // Numbers in a statistics record.
  minRowsLeaf = 48,
  minChildWeight = 56, // The least that the last number of either child's record may be.
  cursor = 64, // Rows done. The rows with missing values come first, then the others in their order.
  present = 72, // Rows with a value.
  gain = 80, // 0 if there is no split.
  rows = 88, // Rows with a value that go left.
  missingLeft = 96, // 1 if missing values go left.
  touched = 104, // Written so that the compiler keeps the reads of `readAhead`; nobody reads it.
  size = 112, // What all of it takes.
}

/** The statistics records of a job. */
export const enum StatsRecord {
  parent = 0, // Of the node.
  left = 1, // Left of the cursor.
  missing = 2, // Of the rows with missing values.
  best = 3, // Of the left child of the best split.
  size = 4, // What all of it takes.
}
