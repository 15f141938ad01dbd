// Written by `npm run generate` from packages/kernels/layouts/classes.mjs. Do not edit.

/** A job of `scanClassesOf`: it searches the histogram of a node for the best split of each feature by the Gini impurity. */
export const enum ClassSlot {
  histogram = 0, // Offset; two classes a slot, side by side. The next two classes are `pairBytes` behind.
  pairBytes = 8,
  pairs = 16, // Pairs of classes.
  slotStarts = 24, // Offset of U32 by feature: its first slot.
  binCounts = 32, // Offset of U32 by feature: bins of present values; the bin after them is for missing ones.
  allowed = 40, // Offset of U8 by feature, 0 for those that are not searched; or 0: all are.
  node = 48, // Offset of F64: the weights of the node's classes, two for each pair, then the sum of all.
  minChildWeight = 56,
  rowCounts = 64, // Offset of U32 by slot; 0 if there is no limit on rows.
  rows = 72, // Rows of the node.
  minRowsLeaf = 80,
  found = 88, // Offset of what is found: a `FoundSlot` by feature.
  size = 96, // What all of it takes.
}
