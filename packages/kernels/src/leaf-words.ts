/** A tree that grows whole, in u32 words; offsets are in bytes. `assembly/grow-leaves.ts` has the same numbers, times 4. */
export const LeafWord = {
  room: 0,
  /** A job of `partRecords`, and one of `scanBins` that says what does not differ from node to node. */
  cut: 1,
  scan: 2,
  nodes: 3,
  /** 0 before the root was looked at. */
  nodeCount: 4,
  /** U32: the nodes that may be cut, a heap. */
  queue: 5,
  queued: 6,
  /** U32: histograms that no node has, by their offsets. */
  free: 7,
  freeCount: 8,
  /** By feature, four u32: see `LeafColumn`. */
  columns: 9,
  features: 10,
  /** A byte by bin, or by code of a bundle. */
  sides: 11,
  /** U32: room for the blocks that a parting leaves. */
  unsettled: 12,
  /** Cuts that may still be made. */
  cutsLeft: 13,
  maxDepth: 14,
  /** Rows of a node that may be cut. */
  leastRows: 15,
  isDone: 16,
  /** Whether all cuts will be made, so that their order does not matter. */
  anyOrder: 17,
  /** F64. */
  minGain: 18,
  gainUnit: 20,
  /** F64: the random state behind the tree's key and ties between features; below 0 they go to the lowest. */
  tieKey: 22,
  /** The same behind its key and the features of nodes. */
  drawKey: 24,
  /** How many features a node is searched by, of those that the tree may use. */
  perNode: 25,
  treeFeatures: 26,
  /** U8 by feature: whether the tree, and the node, may use it; and U32: what a node draws for it. */
  ofTree: 27,
  ofNode: 28,
  draws: 29,
  end: 30,
} as const;

/** By feature: bytes into a record, how many bins or codes stand there, the bin of each code or 0, and which bin is of missing values. */
export const LeafColumn = { binAt: 0, codes: 1, bins: 2, missing: 3, end: 4 } as const;

/** A node of such a tree, in float64 slots, times 8 in the assembly. */
export const LeafSlot = {
  /** Its rows. */
  from: 0,
  to: 1,
  /** The offset of its histogram, while it may be cut. */
  sums: 2,
  depth: 3,
  gradients: 4,
  hessians: 5,
  /** Of its best cut, in the unit of gains, and what stands on the left of it. */
  gain: 6,
  feature: 7,
  bin: 8,
  leftGradients: 9,
  leftHessians: 10,
  missingChild: 11,
  /** Whether all that have a value go left. */
  takesPresent: 12,
  /** 0 in a leaf. */
  firstChild: 13,
  /** What random choices about the node are keyed with. */
  path: 14,
  end: 16,
} as const;
