export const LeafWord = {
  unit: "u32",
  about: "A tree on bins that a kernel grows whole. Offsets are in bytes from the start of the memory.",
  fields: {
    room: "Offset of the `RoomWord`s.",
    cut: "Offset of a job of `partRecords`.",
    scan: "Offset of a job of `scanBins`, with what does not differ from node to node.",
    nodes: "Offset of the nodes, each a `LeafSlot`.",
    nodeCount: "0 before the root was searched.",
    queue: "Offset of U32: the nodes that may be split, a heap.",
    queued: "",
    free: "Offset of U32: the offsets of unused histograms. The last one given back is taken first, because it is in the caches.",
    freeCount: "",
    columns: "Offset of a `LeafColumn` by feature.",
    features: "",
    sides: "Offset of a byte by bin, or by code of a bundle.",
    unsettled: "Offset of U32: room for the blocks that a partition leaves.",
    cutsLeft: "Splits that may still be made.",
    maxDepth: "",
    leastRows: "Rows of a node that may be split.",
    isDone: "",
    anyOrder: "Whether all splits will be made, so that their order does not matter.",
    minGain: ["f64", ""],
    gainUnit: ["f64", ""],
    tieKey: [
      "f64",
      "The random state after the tree's key, for ties between features; below 0 the lowest feature wins.",
    ],
    drawKey: "The random state after the tree's key, for the features of nodes.",
    perNode: "Features that are searched in each node, of those that the tree may use.",
    treeFeatures: "Features that the tree may use.",
    ofTree: "Offset of U8 by feature: whether the tree may use it.",
    ofNode: "Offset of U8 by feature: whether the node may use it.",
    draws: "Offset of U32 by feature: the random bits of a node.",
  },
};

export const LeafColumn = {
  unit: "u32",
  about: "The column of a feature.",
  fields: {
    binAt: "Bytes into a record, to the bin or the code.",
    codes: "Bins or codes of the column.",
    bins: "Offset of U8: the bin of each code; or 0.",
    missing: "The bin of missing values.",
  },
};

export const LeafSlot = {
  unit: "f64",
  about: "A node of such a tree.",
  fields: {
    from: "Its first row.",
    to: "The row after its last.",
    sums: "The offset of its histogram, while it may be split.",
    "depth gradients hessians": "",
    gain: "Of its best split, in the unit of gains.",
    feature: "",
    bin: "The last bin on the left.",
    "leftGradients leftHessians": "",
    missingChild: "The child that missing values go to: 0 left, 1 right.",
    takesPresent: "Whether all rows with a value go left.",
    firstChild: "0 in a leaf.",
    path: "The key of random choices in the node.",
  },
};

export const SCAN_ROWS = { i64: 2048, about: "What the search of two children costs, in rows." };
