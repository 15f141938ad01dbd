export const ColumnSlot = {
  unit: "f64",
  about:
    "A column whose values become bins. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share.",
  fields: {
    // Given.
    values:
      "Offset by row, of `bytes` bytes each: f32 or f64. NaN is missing, and there is no -0. A `ColumnSource`, as the next two are.",
    scratch: "Offset of room for all values.",
    sorted: "Offset of room for all values.",
    valueRows: "0: the values stand by row.",
    scratchRows: "Offset of U32: room for the rows of `scratch`; none without weights.",
    sortedRows: "The same for `sorted`.",
    "bytes rowCount": "",
    isWeighted: "0 if each row weighs 1.",
    weights: "Offset of F64 by row, on a grid.",
    maxBins: "",
    counts: "Offset of U32: room for the counts of a digit.",
    edges: "Offset of room for 3 × `maxBins` values: the largest of each bin but the last, then infinity.",
    places: "Offset of U16: room for 2^placeBits + 1 numbers of bins.",
    placeBits: "Leading bits of a value that its bin is looked up by; up to 16.",
    // Kept between calls.
    phase: "A `ColumnPhase`.",
    cursor: "Rows that the phase has done.",
    present: "Rows that have a value.",
    "least most": "",
    total: "The sum of the weights of rows that have a value.",
    runShift: "Bits below those that the first sort looked at.",
    placeShift: "",
    source: "A `ColumnSource`: where the values to be sorted are.",
    start: "The first value to be sorted.",
    end: "",
    shift: "Bits below the next digit.",
    "lastShift isMoving": "",
    after: "The phase that follows.",
    at: "Values that have bins.",
    few: "Runs were counted from here to the end.",
    runs: "The number of those, without values that have bins.",
    isExact: "The values of a run are equal.",
    isSorted: "The values of this run are sorted.",
    "inBin left share": "",
    reach: "Bins among which a value's bin is found by halving, a power of two; 0: there is one.",
    // Found.
    cuts: "Offset of F64: room for `maxBins` thresholds.",
    cutCount: "",
    bins: "Offset by row: one byte each if `maxBins` is below 256, else two.",
  },
};

export const ColumnPhase = {
  about: "What the column does next.",
  values: ["look", "sort", "run", "cut", "place", "bin", "done"],
};

export const ColumnSource = { about: "Where values are.", values: ["values", "scratch", "sorted"] };

export const DIGIT_BITS = { u64: 11, about: "Bits of a digit of the radix sort." };

export const RUNS_PER_BIN = {
  u32: 8,
  about:
    "With more runs for each bin, most of them are taken as a whole; with fewer, all values are sorted to the last bit at once.",
};
