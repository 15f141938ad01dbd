// Written by `npm run generate` from packages/kernels/layouts/leaf.mjs. Do not edit.

/** The column of a feature. */
export const enum LeafColumn {
  binAt = 0, // Bytes into a record, to the bin or the code.
  codes = 4, // Bins or codes of the column.
  bins = 8, // Offset of U8: the bin of each code; or 0.
  missing = 12, // The bin of missing values.
  size = 16, // What all of it takes.
}

/** A node of such a tree. */
export const enum LeafSlot {
  from = 0, // Its first row.
  to = 8, // The row after its last.
  sums = 16, // The offset of its histogram, while it may be split.
  depth = 24,
  gradients = 32,
  hessians = 40,
  gain = 48, // Of its best split, in the unit of gains.
  feature = 56,
  bin = 64, // The last bin on the left.
  leftGradients = 72,
  leftHessians = 80,
  missingChild = 88, // The child that missing values go to: 0 left, 1 right.
  takesPresent = 96, // Whether all rows with a value go left.
  firstChild = 104, // 0 in a leaf.
  path = 112, // The key of random choices in the node.
  size = 128, // What all of it takes.
}

/** A tree on bins that a kernel grows whole. Offsets are in bytes from the start of the memory. */
export const enum LeafWord {
  room = 0, // Offset of the `RoomWord`s.
  cut = 4, // Offset of a job of `partRecords`.
  scan = 8, // Offset of a job of `scanBins`, with what does not differ from node to node.
  nodes = 12, // Offset of the nodes, each a `LeafSlot`.
  nodeCount = 16, // 0 before the root was searched.
  queue = 20, // Offset of U32: the nodes that may be split, a heap.
  queued = 24,
  free = 28, // Offset of U32: the offsets of unused histograms. The last one given back is taken first, because it is in the caches.
  freeCount = 32,
  columns = 36, // Offset of a `LeafColumn` by feature.
  features = 40,
  sides = 44, // Offset of a byte by bin, or by code of a bundle.
  unsettled = 48, // Offset of U32: room for the blocks that a partition leaves.
  cutsLeft = 52, // Splits that may still be made.
  maxDepth = 56,
  leastRows = 60, // Rows of a node that may be split.
  isDone = 64,
  anyOrder = 68, // Whether all splits will be made, so that their order does not matter.
  minGain = 72,
  gainUnit = 80,
  tieKey = 88, // The random state after the tree's key, for ties between features; below 0 the lowest feature wins.
  drawKey = 96, // The random state after the tree's key, for the features of nodes.
  perNode = 100, // Features that are searched in each node, of those that the tree may use.
  treeFeatures = 104, // Features that the tree may use.
  ofTree = 108, // Offset of U8 by feature: whether the tree may use it.
  ofNode = 112, // Offset of U8 by feature: whether the node may use it.
  draws = 116, // Offset of U32 by feature: the random bits of a node.
  size = 128, // What all of it takes.
}

/** What the search of two children costs, in rows. */
export const SCAN_ROWS: i64 = 2048;
