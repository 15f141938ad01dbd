// Written by `npm run generate` from packages/kernels/layouts/bins.mjs. Do not edit.

/** A search of the histogram of a node for the best split of each feature: of gradients, or of the weights of classes. */
export const enum BinSlot {
  allowed = 0, // Offset of U8 by feature, 0 for those that are not searched; or 0: all are.
  found = 8, // Offset of what is found: a `FoundSlot` by feature.
  gradients = 16, // The sums of the node.
  hessians = 24, // The sums of the node.
  weights = 32, // Offset of F64: the weights of the node's classes, two for each pair, then the sum of all.
  pairs = 40, // Pairs of classes.
  rows = 48, // Rows of the node.
  nodeTerm = 56, // What l2 takes from the gain of each split of the node.
  l1 = 64,
  l2 = 72,
  minChildWeight = 80,
  minRowsLeaf = 88,
  lower = 96, // The lower bound of leaf values below the node.
  upper = 104, // The upper bound.
  monotone = 112, // Offset of I8 by feature: 1 if the left child may not predict more than the right child, -1 if it may not predict less.
  smoothing = 120, // Added to the hessians by which categories are sorted.
  mostCategories = 128, // Of sorted categories, on one of the two sides; 0 for any number.
  size = 144, // What all of it takes.
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
