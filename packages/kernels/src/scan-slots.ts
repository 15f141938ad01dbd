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
  /** The least that the last number of either child's record may be. */
  minChildWeight: 7,

  // Kept between slices.
  /** Rows done. The missing rows come first, then the others in their order. */
  cursor: 8,
  /** Rows with a value. */
  present: 9,

  // Found.
  gain: 10,
  rows: 11,
  missingLeft: 12,

  /** Written so that the compiler keeps the reads of `readAhead`; nobody reads it. */
  touched: 13,

  end: 14,
} as const;

/** The records behind the slots: parent, left of the cursor, missing, left child of the best cut. */
export const SCAN_RECORDS = 4;
export const ScanRecord = { parent: 0, left: 1, missing: 2, best: 3 } as const;

/**
 * The most rows that one call handles: 3 ms at 90 ns a row, which is a slow machine where every read misses the cache. A
 * whole job of 20 rows runs in 0.2 µs, so longer slices would gain nothing.
 */
export const SCAN_SLICE = 32_768;
