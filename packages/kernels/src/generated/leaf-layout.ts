// Written by `npm run generate` from packages/kernels/layouts/leaf.mjs. Do not edit.

/** The column of a feature. */
export const LeafColumn = {
  /** Bytes into a record, to the bin or the code. */
  binAt: 0,
  /** Bins or codes of the column. */
  codes: 1,
  /** Offset of U8: the bin of each code; or 0. */
  bins: 2,
  /** The bin of missing values. */
  missing: 3,
  /** What all of it takes. */
  size: 4,
} as const;

/** A node of such a tree. */
export const LeafSlot = {
  /** Its first row. */
  from: 0,
  /** The row after its last. */
  to: 1,
  /** The offset of its histogram, while it may be split. */
  sums: 2,
  depth: 3,
  gradients: 4,
  hessians: 5,
  /** Of its best split, in the unit of gains. */
  gain: 6,
  feature: 7,
  /** The last bin on the left. */
  bin: 8,
  leftGradients: 9,
  leftHessians: 10,
  /** The child that missing values go to: 0 left, 1 right. */
  missingChild: 11,
  /** Whether all rows with a value go left. */
  takesPresent: 12,
  /** 0 in a leaf. */
  firstChild: 13,
  /** The key of random choices in the node. */
  path: 14,
  /** What all of it takes. */
  size: 16,
} as const;

/** A tree on bins that a kernel grows whole. Offsets are in bytes from the start of the memory. */
export const LeafWord = {
  /** Offset of the `RoomWord`s. */
  room: 0,
  /** Offset of a job of `partRecords`. */
  cut: 1,
  /** Offset of a job of `scanBins`, with what does not differ from node to node. */
  scan: 2,
  /** Offset of the nodes, each a `LeafSlot`. */
  nodes: 3,
  /** 0 before the root was searched. */
  nodeCount: 4,
  /** Offset of U32: the nodes that may be split, a heap. */
  queue: 5,
  queued: 6,
  /** Offset of U32: the offsets of unused histograms. The last one given back is taken first, because it is in the caches. */
  free: 7,
  freeCount: 8,
  /** Offset of a `LeafColumn` by feature. */
  columns: 9,
  features: 10,
  /** Offset of a byte by bin, or by code of a bundle. */
  sides: 11,
  /** Offset of U32: room for the blocks that a partition leaves. */
  unsettled: 12,
  /** Splits that may still be made. */
  cutsLeft: 13,
  maxDepth: 14,
  /** Rows of a node that may be split. */
  leastRows: 15,
  isDone: 16,
  /** Whether all splits will be made, so that their order does not matter. */
  anyOrder: 17,
  minGain: 18,
  gainUnit: 20,
  /** The random state after the tree's key, for ties between features; below 0 the lowest feature wins. */
  tieKey: 22,
  /** The random state after the tree's key, for the features of nodes. */
  drawKey: 24,
  /** Features that are searched in each node, of those that the tree may use. */
  perNode: 25,
  /** Features that the tree may use. */
  treeFeatures: 26,
  /** Offset of U8 by feature: whether the tree may use it. */
  ofTree: 27,
  /** Offset of U8 by feature: whether the node may use it. */
  ofNode: 28,
  /** Offset of U32 by feature: the random bits of a node. */
  draws: 29,
  /** What all of it takes. */
  size: 32,
} as const;

/** What the search of two children costs, in rows. */
export const SCAN_ROWS = 2048;
