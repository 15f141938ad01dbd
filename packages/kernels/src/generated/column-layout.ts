// Written by `npm run generate` from packages/kernels/layouts/column.mjs. Do not edit.

/** What the column does next. */
export const ColumnPhase = {
  look: 0,
  sort: 1,
  run: 2,
  cut: 3,
  place: 4,
  bin: 5,
  done: 6,
} as const;

/** A column whose values become bins. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share. */
export const ColumnSlot = {
  /** Offset by row, of `bytes` bytes each: f32 or f64. NaN is missing, and there is no -0. */
  values: 0,
  bytes: 1,
  rowCount: 2,
  /** 0 if each row weighs 1. */
  isWeighted: 3,
  /** Offset of F64 by row, on a grid. */
  weights: 4,
  maxBins: 5,
  /** Offset of room for all values. */
  sorted: 6,
  /** Offset of room for all values. */
  scratch: 7,
  /** Offset of U32: room for the rows of `sorted`; none without weights. */
  sortedRows: 8,
  /** The same for `scratch`. */
  scratchRows: 9,
  /** Offset of U32: room for the counts of a digit. */
  counts: 10,
  /** Offset of room for 3 × `maxBins` values: the largest of each bin but the last, then infinity. */
  edges: 11,
  /** Offset of U16: room for 2^placeBits + 1 numbers of bins. */
  places: 12,
  /** Leading bits of a value that its bin is looked up by; up to 16. */
  placeBits: 13,
  /** A `ColumnPhase`. */
  phase: 14,
  /** Rows that the phase has done. */
  cursor: 15,
  /** Rows that have a value. */
  present: 16,
  least: 17,
  most: 18,
  /** The sum of the weights of rows that have a value. */
  total: 19,
  /** Bits below those that the first sort looked at. */
  runShift: 20,
  placeShift: 21,
  /** A `ColumnSource`: where the values to be sorted are. */
  source: 22,
  /** The first value to be sorted. */
  start: 23,
  end: 24,
  /** Bits below the next digit. */
  shift: 25,
  lastShift: 26,
  isMoving: 27,
  /** The phase that follows. */
  after: 28,
  /** Values that have bins. */
  at: 29,
  /** Runs were counted from here to the end. */
  few: 30,
  /** The number of those, without values that have bins. */
  runs: 31,
  /** The values of a run are equal. */
  isExact: 32,
  /** The values of this run are sorted. */
  isSorted: 33,
  inBin: 34,
  left: 35,
  share: 36,
  /** Bins among which a value's bin is found by halving, a power of two; 0: there is one. */
  reach: 37,
  /** Offset of F64: room for `maxBins` thresholds. */
  cuts: 38,
  cutCount: 39,
  /** Offset by row: one byte each if `maxBins` is below 256, else two. */
  bins: 40,
  /** What all of it takes. */
  size: 42,
} as const;

/** Where values are. */
export const ColumnSource = {
  values: 0,
  scratch: 1,
  sorted: 2,
} as const;

/** Bits of a digit of the radix sort. */
export const DIGIT_BITS = 11;

/** With more runs for each bin, most of them are taken as a whole; with fewer, all values are sorted to the last bit at once. */
export const RUNS_PER_BIN = 8;
