// Written by `npm run generate` from packages/kernels/layouts/column.mjs. Do not edit.

/** What the column does next. */
export const enum ColumnPhase {
  look = 0,
  sort = 1,
  run = 2,
  cut = 3,
  place = 4,
  bin = 5,
  done = 6,
}

/** A column whose values become bins. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share. */
export const enum ColumnSlot {
  values = 0, // Offset by row, of `bytes` bytes each: f32 or f64. NaN is missing, and there is no -0.
  bytes = 8,
  rowCount = 16,
  isWeighted = 24, // 0 if each row weighs 1.
  weights = 32, // Offset of F64 by row, on a grid.
  maxBins = 40,
  sorted = 48, // Offset of room for all values.
  scratch = 56, // Offset of room for all values.
  sortedRows = 64, // Offset of U32: room for the rows of `sorted`; none without weights.
  scratchRows = 72, // The same for `scratch`.
  counts = 80, // Offset of U32: room for the counts of a digit.
  edges = 88, // Offset of room for 3 × `maxBins` values: the largest of each bin but the last, then infinity.
  places = 96, // Offset of U16: room for 2^placeBits + 1 numbers of bins.
  placeBits = 104, // Leading bits of a value that its bin is looked up by; up to 16.
  phase = 112, // A `ColumnPhase`.
  cursor = 120, // Rows that the phase has done.
  present = 128, // Rows that have a value.
  least = 136,
  most = 144,
  total = 152, // The sum of the weights of rows that have a value.
  runShift = 160, // Bits below those that the first sort looked at.
  placeShift = 168,
  source = 176, // A `ColumnSource`: where the values to be sorted are.
  start = 184, // The first value to be sorted.
  end = 192,
  shift = 200, // Bits below the next digit.
  lastShift = 208,
  isMoving = 216,
  after = 224, // The phase that follows.
  at = 232, // Values that have bins.
  few = 240, // Runs were counted from here to the end.
  runs = 248, // The number of those, without values that have bins.
  isExact = 256, // The values of a run are equal.
  isSorted = 264, // The values of this run are sorted.
  inBin = 272,
  left = 280,
  share = 288,
  reach = 296, // Bins among which a value's bin is found by halving, a power of two; 0: there is one.
  cuts = 304, // Offset of F64: room for `maxBins` thresholds.
  cutCount = 312,
  bins = 320, // Offset by row: one byte each if `maxBins` is below 256, else two.
  size = 336, // What all of it takes.
}

/** Where values are. */
export const enum ColumnSource {
  values = 0,
  scratch = 1,
  sorted = 2,
}

/** Bits of a digit of the radix sort. */
export const DIGIT_BITS: u64 = 11;

/** With more runs for each bin, most of them are taken as a whole; with fewer, all values are sorted to the last bit at once. */
export const RUNS_PER_BIN: u32 = 8;
