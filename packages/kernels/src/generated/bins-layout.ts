// Written by `npm run generate` from packages/kernels/layouts/bins.mjs. Do not edit.

/** A search of the histogram of a node for the best split of each feature: of gradients, or of the weights of classes. */
export enum BinSlot {
  /** Offset of U8 by feature, 0 for those that are not searched; or 0: all are. */
  allowed = 0,
  /** Offset of what is found: a `FoundSlot` by feature. */
  found = 1,
  /** The sums of the node. */
  gradients = 2,
  /** The sums of the node. */
  hessians = 3,
  /** Offset of F64: the weights of the node's classes, two for each pair, then the sum of all. */
  weights = 4,
  /** Pairs of classes. */
  pairs = 5,
  /** Rows of the node. */
  rows = 6,
  /** What l2 takes from the gain of each split of the node. */
  nodeTerm = 7,
  l1 = 8,
  l2 = 9,
  minChildWeight = 10,
  minRowsLeaf = 11,
  /** The lower bound of leaf values below the node. */
  lower = 12,
  /** The upper bound. */
  upper = 13,
  /** Offset of I8 by feature: 1 if the left child may not predict more than the right child, -1 if it may not predict less. */
  monotone = 14,
  /** Added to the hessians by which categories are sorted. */
  smoothing = 15,
  /** Of sorted categories, on one of the two sides; 0 for any number. */
  mostCategories = 16,
  /** What all of it takes. */
  size = 18,
}

/** The best split of one feature. */
export enum FoundSlot {
  /** 0 if there is no split. */
  gain = 0,
  /** The last bin on the left, also of sorted categories. Of one category against the rest it is that category, or the number of bins for all. */
  bin = 1,
  missingLeft = 2,
  leftGradients = 3,
  leftHessians = 4,
  /** What all of it takes. */
  size = 6,
}

/** Room for sorting the categories of a feature: one array after the other. A field is the offset of an array in bytes per bin. The bin of missing values counts. */
export enum SortScratch {
  /** [gradients, hessians] by sorted bin. */
  pairs = 0,
  /** What categories are sorted by. */
  keys = 16,
  /** The category that each sorted bin ends with. */
  codes = 24,
  /** Rows by sorted bin. */
  counts = 28,
  /** What all of it takes. */
  size = 32,
}
