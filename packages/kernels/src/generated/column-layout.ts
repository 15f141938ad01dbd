// Written by `npm run generate` from packages/kernels/layouts/column.mjs. Do not edit.

/** What the column does next. */
export enum ColumnPhase {
  look = 0,
  sort = 1,
  run = 2,
  cut = 3,
  place = 4,
  bin = 5,
  done = 6,
}

/** A column whose values become bins. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share. */
export enum ColumnSlot {
  /** Offset by row, of `bytes` bytes each: f32 or f64. NaN is missing, and there is no -0. A `ColumnSource`, as the next two are. */
  values = 0,
  /** Offset of room for all values. */
  scratch = 1,
  /** Offset of room for all values. */
  sorted = 2,
  /** 0: the values stand by row. */
  valueRows = 3,
  /** Offset of U32: room for the rows of `scratch`; none without weights. */
  scratchRows = 4,
  /** The same for `sorted`. */
  sortedRows = 5,
  bytes = 6,
  rowCount = 7,
  /** 0 if each row weighs 1. */
  isWeighted = 8,
  /** Offset of F64 by row, on a grid. */
  weights = 9,
  maxBins = 10,
  /** Offset of U32: room for the counts of a digit. */
  counts = 11,
  /** Offset of room for 3 × `maxBins` values: the largest of each bin but the last, then infinity. */
  edges = 12,
  /** Offset of U16: room for 2^placeBits + 1 numbers of bins. */
  places = 13,
  /** Leading bits of a value that its bin is looked up by; up to 16. */
  placeBits = 14,
  /** A `ColumnPhase`. */
  phase = 15,
  /** Rows that the phase has done. */
  cursor = 16,
  /** Rows that have a value. */
  present = 17,
  least = 18,
  most = 19,
  /** The sum of the weights of rows that have a value. */
  total = 20,
  /** Bits below those that the first sort looked at. */
  runShift = 21,
  placeShift = 22,
  /** A `ColumnSource`: where the values to be sorted are. */
  source = 23,
  /** The first value to be sorted. */
  start = 24,
  end = 25,
  /** Bits below the next digit. */
  shift = 26,
  lastShift = 27,
  isMoving = 28,
  /** The phase that follows. */
  after = 29,
  /** Values that have bins. */
  at = 30,
  /** Runs were counted from here to the end. */
  few = 31,
  /** The number of those, without values that have bins. */
  runs = 32,
  /** The values of a run are equal. */
  isExact = 33,
  /** The values of this run are sorted. */
  isSorted = 34,
  inBin = 35,
  left = 36,
  share = 37,
  /** Bins among which a value's bin is found by halving, a power of two; 0: there is one. */
  reach = 38,
  /** Offset of F64: room for `maxBins` thresholds. */
  cuts = 39,
  cutCount = 40,
  /** Offset by row: one byte each if `maxBins` is below 256, else two. */
  bins = 41,
  /** What all of it takes. */
  size = 42,
}

/** Where values are. */
export enum ColumnSource {
  values = 0,
  scratch = 1,
  sorted = 2,
}

/** Bits of a digit of the radix sort. */
export const DIGIT_BITS = 11;

/** With more runs for each bin, most of them are taken as a whole; with fewer, all values are sorted to the last bit at once. */
export const RUNS_PER_BIN = 8;
