// Written by `npm run generate` from packages/kernels/layouts/level.mjs. Do not edit.

/** A node of a level. */
export enum LevelNodeSlot {
  /** Offset. */
  histogram = 0,
  /** Offset of U32 by slot; 0 if there is no limit on rows. */
  rowCounts = 1,
  rows = 2,
  gradients = 3,
  hessians = 4,
  /** What l2 takes from the gain of each split of the node. */
  nodeTerm = 5,
  /** What all of it takes. */
  size = 6,
}

/** A job of `addLevelGains`: it adds up the gains of each split over all nodes of a level. */
export enum LevelSlot {
  /** Offset of U32 by feature: its first slot in a histogram, which has [gradients, hessians] by slot. */
  slotStarts = 0,
  /** Offset of U32 by feature: bins of present values; the bin after them is for missing ones. */
  binCounts = 1,
  /** Offset of F64 by split: of each feature the splits with missing values on the left, then those with them on the right. */
  gains = 2,
  /** Gains of one side of one feature. */
  width = 3,
  /** Offset of the nodes, each a `LevelNodeSlot`. */
  nodes = 4,
  nodeCount = 5,
  l1 = 6,
  l2 = 7,
  /** The lower bound of leaf values. */
  lower = 8,
  /** The upper bound. */
  upper = 9,
  minChildWeight = 10,
  minRowsLeaf = 11,
  /** What all of it takes. */
  size = 12,
}
