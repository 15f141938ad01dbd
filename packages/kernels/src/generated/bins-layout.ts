// Written by `npm run generate` from packages/kernels/layouts/bins.mjs. Do not edit.

/** A job of `scanFeatures`: it searches the histogram of a node for the best split of each feature. */
export const BinSlot = {
  /** Offset; [gradients, hessians] by slot. */
  histogram: 0,
  /** Offset of U32 by feature: its first slot in the histogram. */
  slotStarts: 1,
  /** Offset of U32 by feature: bins of present values; the bin after them is for missing ones. */
  binCounts: 2,
  /** Offset of U8 by feature, 0 for those that are not searched; or 0: all are. */
  allowed: 3,
  /** The sum of the node. */
  gradients: 4,
  /** The sum of the node. */
  hessians: 5,
  l2: 6,
  minChildWeight: 7,
  /** Offset of U32 by slot; 0 if there is no limit on rows. */
  rowCounts: 8,
  /** Rows of the node. */
  rows: 9,
  minRowsLeaf: 10,
  /** What l2 takes from the gain of each split of the node. */
  nodeTerm: 11,
  /** Offset of what is found: a `FoundSlot` by feature. */
  found: 12,
  l1: 13,
  /** The lower bound of leaf values below the node. */
  lower: 14,
  /** The upper bound. */
  upper: 15,
  /** Offset of I8 by feature: 1 if the left child may not predict more than the right child, -1 if it may not predict less; or 0. */
  monotone: 16,
  /** Offset of F64 by feature, which gains are multiplied by; or 0. */
  gainFactors: 17,
  /** Offset of U8 by feature: 0 for numbers, 1 for runs of sorted categories, 2 for each against the rest; or 0. */
  categorical: 18,
  /** Added to the hessians by which categories are sorted. */
  smoothing: 19,
  /** Of sorted categories, on one of the two sides; 0 for any number. */
  mostCategories: 20,
  /** What all of it takes. */
  size: 22,
} as const;

/** The best split of one feature. */
export const FoundSlot = {
  /** 0 if there is no split. */
  gain: 0,
  /** The last bin on the left, also of sorted categories. Of one category against the rest it is that category, or the number of bins for all. */
  bin: 1,
  missingLeft: 2,
  leftGradients: 3,
  leftHessians: 4,
  /** What all of it takes. */
  size: 6,
} as const;

/** Room for sorting the categories of a feature: one array after the other. A field is the offset of an array in bytes per bin. The bin of missing values counts. */
export const SortScratch = {
  /** [gradients, hessians] by sorted bin. */
  pairs: 0,
  /** What categories are sorted by. */
  keys: 16,
  /** The category that each sorted bin ends with. */
  codes: 24,
  /** Rows by sorted bin. */
  counts: 28,
  /** What all of it takes. */
  size: 32,
} as const;
