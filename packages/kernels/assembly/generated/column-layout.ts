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
  values = 0, // Offset by row, of `bytes` bytes each: f32 or f64. NaN is missing, and there is no -0. A `ColumnSource`, as the next two are.
  scratch = 8, // Offset of room for all values.
  sorted = 16, // Offset of room for all values.
  valueRows = 24, // 0: the values stand by row.
  scratchRows = 32, // Offset of U32: room for the rows of `scratch`; none without weights.
  sortedRows = 40, // The same for `sorted`.
  bytes = 48,
  rowCount = 56,
  isWeighted = 64, // 0 if each row weighs 1.
  weights = 72, // Offset of F64 by row, on a grid.
  maxBins = 80,
  counts = 88, // Offset of U32: room for the counts of a digit.
  edges = 96, // Offset of room for 3 × `maxBins` values: the largest of each bin but the last, then infinity.
  places = 104, // Offset of U16: room for 2^placeBits + 1 numbers of bins.
  placeBits = 112, // Leading bits of a value that its bin is looked up by; up to 16.
  phase = 120, // A `ColumnPhase`.
  cursor = 128, // Rows that the phase has done.
  present = 136, // Rows that have a value.
  least = 144,
  most = 152,
  total = 160, // The sum of the weights of rows that have a value.
  runShift = 168, // Bits below those that the first sort looked at.
  placeShift = 176,
  source = 184, // A `ColumnSource`: where the values to be sorted are.
  start = 192, // The first value to be sorted.
  end = 200,
  shift = 208, // Bits below the next digit.
  lastShift = 216,
  isMoving = 224,
  after = 232, // The phase that follows.
  at = 240, // Values that have bins.
  few = 248, // Runs were counted from here to the end.
  runs = 256, // The number of those, without values that have bins.
  isExact = 264, // The values of a run are equal.
  isSorted = 272, // The values of this run are sorted.
  inBin = 280,
  left = 288,
  share = 296,
  reach = 304, // Bins among which a value's bin is found by halving, a power of two; 0: there is one.
  cuts = 312, // Offset of F64: room for `maxBins` thresholds.
  cutCount = 320,
  bins = 328, // Offset by row: one byte each if `maxBins` is below 256, else two.
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
