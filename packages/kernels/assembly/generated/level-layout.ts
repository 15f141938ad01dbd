// Written by `npm run generate` from packages/kernels/layouts/level.mjs. Do not edit.

/** A node of a level. */
export const enum LevelNodeSlot {
  histogram = 0, // Offset.
  rowCounts = 8, // Offset of U32 by slot; 0 if there is no limit on rows.
  rows = 16,
  gradients = 24,
  hessians = 32,
  nodeTerm = 40, // What l2 takes from the gain of each split of the node.
  size = 48, // What all of it takes.
}

/** A job of `addLevelGains`: it adds up the gains of each split over all nodes of a level. */
export const enum LevelSlot {
  slotStarts = 0, // Offset of U32 by feature: its first slot in a histogram, which has [gradients, hessians] by slot.
  binCounts = 8, // Offset of U32 by feature: bins of present values; the bin after them is for missing ones.
  gains = 16, // Offset of F64 by split: of each feature the splits with missing values on the left, then those with them on the right.
  width = 24, // Gains of one side of one feature.
  nodes = 32, // Offset of the nodes, each a `LevelNodeSlot`.
  nodeCount = 40,
  l1 = 48,
  l2 = 56,
  lower = 64, // The lower bound of leaf values.
  upper = 72, // The upper bound.
  minChildWeight = 80,
  minRowsLeaf = 88,
  size = 96, // What all of it takes.
}
