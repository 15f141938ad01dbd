/**
 * One job of a scan: float64 slots, then four statistics records. `assembly/scan-job.ts` has the same numbers. Offsets
 * are in bytes from the start of the memory, so a job can be run by whoever has the memory.
 */
export const ScanSlot = {
  // Given.
  /** Offset of the first row of the job in the sorted order. */
  order: 0,
  count: 1,
  /** Offsets of the arrays that are indexed by row. */
  values: 2,
  signal: 3,
  weights: 4,
  width: 5,
  minRowsLeaf: 6,

  // Kept between slices.
  /** Rows done. The missing rows come first, then the others in their order. */
  cursor: 7,
  /** Rows with a value. */
  present: 8,

  // Found.
  gain: 9,
  rows: 10,
  missingLeft: 11,

  /** Written so that the compiler keeps the reads of `readAhead`; nobody reads it. */
  touched: 12,

  end: 13,
} as const;

/** The records behind the slots: parent, left of the cursor, missing, left child of the best cut. */
export const SCAN_RECORDS = 4;
export const ScanRecord = { parent: 0, left: 1, missing: 2, best: 3 } as const;

/**
 * The most rows that one call handles: 3 ms at 90 ns a row, which is a slow machine where every read misses the cache. A
 * whole job of 20 rows runs in 0.2 µs, so longer slices would gain nothing.
 */
export const SCAN_SLICE = 32_768;
