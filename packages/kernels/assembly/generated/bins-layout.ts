// Written by `npm run generate` from packages/kernels/layouts/bins.mjs. Do not edit.

/** A job of `scanFeatures`: it searches the histogram of a node for the best split of each feature. */
export const enum BinSlot {
  histogram = 0, // Offset; [gradients, hessians] by slot.
  slotStarts = 8, // Offset of U32 by feature: its first slot in the histogram.
  binCounts = 16, // Offset of U32 by feature: bins of present values; the bin after them is for missing ones.
  allowed = 24, // Offset of U8 by feature, 0 for those that are not searched; or 0: all are.
  gradients = 32, // The sum of the node.
  hessians = 40, // The sum of the node.
  l2 = 48,
  minChildWeight = 56,
  rowCounts = 64, // Offset of U32 by slot; 0 if there is no limit on rows.
  rows = 72, // Rows of the node.
  minRowsLeaf = 80,
  nodeTerm = 88, // What l2 takes from the gain of each split of the node.
  found = 96, // Offset of what is found: a `FoundSlot` by feature.
  l1 = 104,
  lower = 112, // The lower bound of leaf values below the node.
  upper = 120, // The upper bound.
  monotone = 128, // Offset of I8 by feature: 1 if the left child may not predict more than the right child, -1 if it may not predict less; or 0.
  gainFactors = 136, // Offset of F64 by feature, which gains are multiplied by; or 0.
  categorical = 144, // Offset of U8 by feature: 0 for numbers, 1 for runs of sorted categories, 2 for each against the rest; or 0.
  smoothing = 152, // Added to the hessians by which categories are sorted.
  mostCategories = 160, // Of sorted categories, on one of the two sides; 0 for any number.
  size = 176, // What all of it takes.
}

/** The best split of one feature. */
export const enum FoundSlot {
  gain = 0, // 0 if there is no split.
  bin = 8, // The last bin on the left, also of sorted categories. Of one category against the rest it is that category, or the number of bins for all.
  missingLeft = 16,
  leftGradients = 24,
  leftHessians = 32,
  size = 48, // What all of it takes.
}

/** Room for sorting the categories of a feature: one array after the other. A field is the offset of an array in bytes per bin. The bin of missing values counts. */
export const enum SortScratch {
  pairs = 0, // [gradients, hessians] by sorted bin.
  keys = 16, // What categories are sorted by.
  codes = 24, // The category that each sorted bin ends with.
  counts = 28, // Rows by sorted bin.
  size = 32, // What all of it takes.
}
