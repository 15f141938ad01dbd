export const ScanSlot = {
  unit: "f64",
  about:
    "A job that scans one sorted feature of a node for its best split: these slots, then the `StatsRecord`s. Offsets are in bytes from the start of the memory, so whoever has the memory can run the job.",
  fields: {
    // Given.
    order: "Offset of U32: the rows in the order of their values; those with missing values are last.",
    count: "Rows of the job.",
    values: "Offset of F64 by row; NaN is missing.",
    signal: "Offset, by row: the gradients as F64, or the codes of the classes as I32.",
    weights: "Offset of F64 by row: the hessians, or the weights of classes.",
    width: "Numbers in a statistics record.",
    minRowsLeaf: "",
    minChildWeight: "The least that the last number of either child's record may be.",
    // Kept between calls. A new job sets these, and all that follow, to 0.
    cursor: "Rows done. The rows with missing values come first, then the others in their order.",
    present: "Rows with a value.",
    // Found.
    gain: "0 if there is no split.",
    rows: "Rows with a value that go left.",
    missingLeft: "1 if missing values go left.",
    touched: "Written so that the compiler keeps the reads of `readAhead`; nobody reads it.",
  },
};

export const StatsRecord = {
  unit: "record",
  about: "The statistics records of a job.",
  fields: {
    parent: "Of the node.",
    left: "Left of the cursor.",
    missing: "Of the rows with missing values.",
    best: "Of the left child of the best split.",
  },
  align: 1,
};

export const SCAN_SLICE = {
  u32: 32_768,
  about:
    "The most rows that one call scans: 3 ms at 90 ns a row, on a slow machine where every read misses the cache. A job of 20 rows runs in 0.2 µs, so longer slices would gain nothing.",
};

export const READ_AHEAD = { u32: 64, about: "Rows that `readAhead` reads at once." };
