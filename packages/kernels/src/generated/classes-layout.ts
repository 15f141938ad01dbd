// Written by `npm run generate` from packages/kernels/layouts/classes.mjs. Do not edit.

/** A job of `scanClassesOf`: it searches the histogram of a node for the best split of each feature by the Gini impurity. */
export const ClassSlot = {
  /** Offset; two classes a slot, side by side. The next two classes are `pairBytes` behind. */
  histogram: 0,
  pairBytes: 1,
  /** Pairs of classes. */
  pairs: 2,
  /** Offset of U32 by feature: its first slot. */
  slotStarts: 3,
  /** Offset of U32 by feature: bins of present values; the bin after them is for missing ones. */
  binCounts: 4,
  /** Offset of U8 by feature, 0 for those that are not searched; or 0: all are. */
  allowed: 5,
  /** Offset of F64: the weights of the node's classes, two for each pair, then the sum of all. */
  node: 6,
  minChildWeight: 7,
  /** Offset of U32 by slot; 0 if there is no limit on rows. */
  rowCounts: 8,
  /** Rows of the node. */
  rows: 9,
  minRowsLeaf: 10,
  /** Offset of what is found: a `FoundSlot` by feature. */
  found: 11,
  /** What all of it takes. */
  size: 12,
} as const;
