/**
 * A column that is cut into bins: float64 slots, all offsets in bytes from the start of the memory. `assembly/column-job.ts`
 * has the same numbers. Whoever has the memory can do it: a call does a share of the work and leaves all state here.
 */
export const ColumnSlot = {
  // Given.
  /** By row, of `bytes` bytes each: f32 or f64; NaN is missing, and there is no -0. */
  values: 0,
  bytes: 1,
  rowCount: 2,
  /** 0 where each row weighs 1. */
  isWeighted: 3,
  /** F64 by row, on a grid. */
  weights: 4,
  maxBins: 5,
  /** Room for all values. */
  sorted: 6,
  /** The same. */
  scratch: 7,
  /** U32: room for the rows of those; none without weights. */
  sortedRows: 8,
  scratchRows: 9,
  /** U32: room for the counts of a digit. */
  counts: 10,
  /** Room for 3 × `maxBins` values: the largest of each bin but the last, then infinity. */
  edges: 11,
  /** U16: room for 2^placeBits + 1 numbers of bins. */
  places: 12,
  /** Beginnings of a value that bins are looked up by; up to 16. */
  placeBits: 13,
  // Kept between calls.
  phase: 14,
  /** Rows that the phase has done. */
  cursor: 15,
  /** Rows that have a value. */
  present: 16,
  least: 17,
  most: 18,
  /** Of the weights of present rows. */
  total: 19,
  /** Bits beneath those that the values were sorted by at first. */
  runShift: 20,
  placeShift: 21,
  /** One of `Source`: where those are that are to be sorted. */
  source: 22,
  /** Of those. */
  start: 23,
  end: 24,
  /** Of their next digit. */
  shift: 25,
  lastShift: 26,
  isMoving: 27,
  /** The phase that follows. */
  after: 28,
  /** Values that were cut. */
  at: 29,
  /** Runs were counted from here to the end. */
  few: 30,
  /** Those, without what was cut. */
  runs: 31,
  /** The values of a run are equal. */
  isExact: 32,
  /** Those of this one are in their order. */
  isSorted: 33,
  inBin: 34,
  left: 35,
  share: 36,
  /** Bins among which one is found by halving, a power of two; 0: there is one. */
  reach: 37,
  // Found.
  /** F64: room for `maxBins` numbers. */
  cuts: 38,
  cutCount: 39,
  /** By row: one byte each where `maxBins` is below 256, else two. */
  bins: 40,
  length: 41,
} as const;

export const ColumnPhase = { look: 0, sort: 1, run: 2, cut: 3, place: 4, bin: 5, done: 6 } as const;

/** Where values are. */
export const Source = { values: 0, scratch: 1, sorted: 2 } as const;

/** Bits of a digit. */
export const DIGIT_BITS = 11;
