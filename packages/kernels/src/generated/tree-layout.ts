// Written by `npm run generate` from packages/kernels/layouts/tree.mjs. Do not edit.

/** Instead of a coarse value: the row goes right. */
export const BEYOND = 65534;

/** How the coarse values of a feature follow from its values v: whole numbers from 0 to `MOST_COARSE`, (v - low) * scale rounded down. */
export enum CoarseSlot {
  low = 0,
  scale = 1,
  /** 1: rows of the same coarse value have the same value. */
  isExact = 2,
  /** 1: some rows have no value. */
  hasMissing = 3,
  /** What all of it takes. */
  size = 4,
}

/** Levels whose features are drawn once; those of a deeper one are drawn for each node. */
export const DRAWN_LEVELS = 64;

/** A node of so many rows is searched by values: to look up the least and the greatest costs more than to look up all. */
export const FEW_ROWS = 64;

/** Of a row's payload: the row is in the tree's bag. */
export const IN_BAG = 2147483648;

/** Instead of a coarse value: the row has none. */
export const LACKING = 65535;

/** Products below this may have lost digits, so no split is left out because of them. */
export const LEAST_PRODUCT = 1e-300;

/** Of an entry: its value is missing. Such entries are last. */
export const MISSING = 1073741824;

/** The greatest coarse value of a row. */
export const MOST_COARSE = 65533;

/** What a split gains. */
export enum Measure {
  gini = 0,
  newton = 1,
  entropy = 2,
  misclassification = 3,
  poisson = 4,
  heldNewton = 5,
}

/** Of an entry: its value differs from the value of the entry before. Not read in the first entry of a run. */
export const NEW = 2147483648;

/** Instead of the number of a run: the feature has none, its values are looked up by row. */
export const NO_RUN = 4294967295;

/** A finished node. Its record follows, then a number for each of its categories: a row that has it, or -1 - row if it goes right. */
export enum NodeSlot {
  id = 0,
  /** -1 in a leaf. */
  feature = 1,
  gain = 2,
  /** A row with the value next below the threshold. */
  rowBelow = 3,
  /** A row with the value next above the threshold; -1 if there is none. */
  rowAbove = 4,
  /** As in `TreeSlot`. */
  missingLeft = 5,
  /** As in `TreeSlot`. */
  missingRows = 6,
  /** As in `TreeSlot`. */
  threshold = 7,
  rows = 8,
  firstChild = 9,
  start = 10,
  categories = 11,
  /** What all of it takes. */
  size = 12,
}

/** An open node; its record follows, then the features above it. All fields are in the order of `TreeSlot`. */
export enum OpenSlot {
  id = 0,
  start = 1,
  count = 2,
  depth = 3,
  path = 4,
  constants = 5,
  lower = 6,
  upper = 7,
  /** What all of it takes. */
  size = 8,
}

/** How often each category is tried on the other side. */
export const PARTITION_SWEEPS = 4;

/** Rounds of the power method. */
export const POWER_ROUNDS = 16;

/** The best split of an open node; the record of its left child follows. The first six are in the order of `TreeSlot`. */
export enum QueuedSlot {
  gain = 0,
  feature = 1,
  position = 2,
  missingLeft = 3,
  missingRows = 4,
  threshold = 5,
  /** The gain by which nodes are taken from the queue: divided by `gainUnit`. */
  worth = 6,
  /** What all of it takes. */
  size = 8,
}

/** A split must reach this share of the best gain before it is worth its division, which rounds by less. Splits that pass are compared by the very gain of the criterion. */
export const SLACK = 0.9999999999990905;

/** Features whose coarse values are loaded in one pass over the rows. */
export const TOGETHER = 4;

/** Entries between two looks at the budget. */
export const TREE_CHUNK = 32768;

/** What each step of a tree costs besides its entries, in entries. */
export const TREE_STEP = 8;

/** What a call of `growTree` returns. */
export enum TreeOutcome {
  done = 0,
  more = 1,
  full = 2,
}

/** What the tree does next. */
export enum TreePhase {
  load = 0,
  next = 1,
  search = 2,
  cut = 3,
  part = 4,
  take = 5,
  done = 6,
}

/** The statistics records of the node. */
export enum TreeRecord {
  /** Of the node. */
  parent = 0,
  /** Left of the cursor. */
  left = 1,
  /** The same with the missing values. */
  both = 2,
  /** Of the rows with missing values. */
  missing = 3,
  /** Of the left child of the best split. */
  best = 4,
  /** What the best record was while a feature with a factor is searched. */
  other = 5,
  /** What all of it takes. */
  size = 6,
}

/** A tree that a kernel grows whole on sorted columns. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share. */
export enum TreeSlot {
  /** Offset of U32 entries of all rows, one run after the other; the run of a feature is in the order of its values. */
  base = 0,
  /** Offset of the tree's own entries: runs of the rows in the bag. */
  runs = 1,
  /** Offset of U32 by feature: the number of its run, or `NO_RUN`. */
  runNumbers = 2,
  /** The number of the run that has the rows in their own order; only if thresholds are random. */
  rowsRun = 3,
  /** Bytes from one run to the next, in `base` and in `runs`. */
  stride = 4,
  /** Entries of a run in `base`. */
  rowCount = 5,
  /** Offset of U32 by row: what the entries of the row contain, and `IN_BAG`. */
  payload = 6,
  /** Offset of U8 by row: the child that the row goes to. */
  side = 7,
  /** Offset of U32: room for the entries that go right. */
  scratch = 8,
  /** Offset of U32: the features that the tree may use; those that are constant in the node come first. */
  features = 9,
  featureCount = 10,
  /** Offset of U64 by feature: random bits, then the feature. A key by place while the least are found. */
  draws = 11,
  /** Offset of U64 by depth, `DRAWN_LEVELS` of them: the greatest key that the features of the level have; 0 if not known yet. */
  levels = 12,
  /** Offset of U64: features that may stand together, a bit a feature; 0 if all may. */
  groups = 13,
  groupCount = 14,
  /** U64 of a group; 0 if all features may stand together. */
  groupWords = 15,
  /** Offset of U64: the features that split the nodes above this one, a bit a feature. */
  above = 16,
  /** Offset of U64: the features that may stand beneath those, a bit a feature. */
  allowed = 17,
  /** Offset of I8 by feature: 1 if values may only ascend with it, -1 if they may only descend; 0 if no feature is so. */
  monotone = 18,
  /** Offset of F64 by feature: what its gains are multiplied by; 0 if none has a factor. */
  gainFactors = 19,
  /** Offset of F64 by place: gradient and hessian side by side; none for classes. */
  pairs = 20,
  /** Offset of F64 by row: weights of classes; 0 if the entries contain them. */
  weights = 21,
  /** Offset of U32 by place: its row; 0 if the entries contain rows, which then keep their places. */
  rows = 22,
  /** Offset of U32 by place: the place that it moves to. */
  places = 23,
  /** Offset of room for as many rows while they move. */
  spareRows = 24,
  /** Offset of room for as many pairs while they move. */
  sparePairs = 25,
  /** 1: rows move to their leaves, even below the last search for splits. */
  settlesRows = 26,
  /** 1: the bag has all rows, and the root uses the runs of `base`. */
  isWhole = 27,
  /** Offset of F64 by row: the leaf value that each row alone would have; or 0. */
  targets = 28,
  /** Offset of the open nodes, each an `OpenSlot`, its record and `groupWords` U64. */
  stack = 29,
  /** Offset of the nodes whose best split is known, as on the stack, each with a `QueuedSlot` and its record; 0 if the order does not matter. */
  queue = 30,
  /** Offset of U32: places in `queue`, a heap of those that are taken, then those that are free. */
  queueOrder = 31,
  /** Offset of the node's records, by `TreeRecord`. */
  records = 32,
  /** Offset of the finished nodes, which the caller takes away: each a `NodeSlot`, its record and its categories. */
  nodes = 33,
  /** Numbers that fit into `nodes`, without the room for one more node. */
  nodeCapacity = 34,
  /** Offset of U8 by feature: 1 for categories. */
  kinds = 35,
  /** Offset of F64 by row and feature; none unless thresholds are random, as the four that follow. */
  values = 36,
  /** Offset of U16 by row and feature: coarse values, or `LACKING`. */
  coarse = 37,
  /** Bytes from one row to the next in `coarse`, a quarter of those in `values`. */
  rowStride = 38,
  /** Offset of a `CoarseSlot` by feature. */
  coarseFacts = 39,
  /** Offset of U16: the coarse values of the node's rows, in the order of their run, of up to `TOGETHER` features. */
  seen = 40,
  /** Offset of F64: the values of a node of up to `FEW_ROWS` rows, in the same order. */
  near = 41,
  /** Offset of the records of the node's categories, in the order of their codes. */
  tally = 42,
  /** Offset of U32: the rows of each category. */
  tallyRows = 43,
  /** Offset of U32: the categories in the order in which they go left. */
  order = 44,
  /** Offset of F64: the keys that sort the categories. */
  keys = 45,
  /** Offset of U8 by category: 1 if it goes left. */
  sides = 46,
  /** The same for the best split. */
  bestSides = 47,
  /** Offset of F64: three vectors of a number a class. */
  axes = 48,
  /** 0 for gradients. */
  classes = 49,
  /** A `Measure`. */
  measure = 50,
  /** The lowest bits of an entry are its row or place, then its class, then its weight. */
  rowBits = 51,
  codeBits = 52,
  /** 0 if entries do not contain weights. */
  weightBits = 53,
  l2 = 54,
  minRowsLeaf = 55,
  minChildWeight = 56,
  maxDepth = 57,
  minRowsSplit = 58,
  minGain = 59,
  gainUnit = 60,
  /** Of the measure `heldNewton`, as the two that follow. */
  l1 = 61,
  /** Bounds of all leaf values. */
  lowest = 62,
  /** Bounds of all leaf values. */
  highest = 63,
  /** Above 1: no limit. */
  purity = 64,
  featuresPerLevel = 65,
  featuresPerNode = 66,
  /** 1: features that are constant in the node count as drawn. */
  drawsConstants = 67,
  /** The random state after the tree's key and the purpose, for features of nodes. */
  drawKey = 68,
  /** The same for features of levels. */
  levelKey = 69,
  /** The same for ties between features; below 0 the lowest feature wins. */
  tieKey = 70,
  /** The same for thresholds; below 0 all thresholds are tried. */
  thresholdKey = 71,
  /** 1: a split separates one category from all others. */
  oneVsRest = 72,
  /** Added to the weight of a category when categories are sorted by their means. */
  smoothing = 73,
  /** If gradients are fitted: at most so many of the sorted categories are on one of the two sides. */
  mostCategories = 74,
  /** The largest number of categories for which all partitions are tried. */
  mostTried = 75,
  /** A `TreePhase`. */
  phase = 76,
  /** The place in `features`. */
  turn = 77,
  /** Entries of the feature that are searched. */
  cursor = 78,
  /** Features that count as drawn. */
  searched = 79,
  /** Nodes on the stack. */
  open = 80,
  /** Nodes in the queue. */
  queued = 81,
  /** If the tree grows best first: how many splits it may still have. */
  splitsLeft = 82,
  /** Nodes that have a number. */
  made = 83,
  /** Numbers in `nodes`. */
  written = 84,
  id = 85,
  start = 86,
  count = 87,
  depth = 88,
  path = 89,
  /** Features known to be constant. */
  constants = 90,
  /** Bounds of the leaf values beneath the node. */
  lower = 91,
  /** Bounds of the leaf values beneath the node. */
  upper = 92,
  /** The first place of the right child. */
  middle = 93,
  /** Offset of the node's runs: `base` or `runs`. */
  source = 94,
  /** The end of the features in the list that may be searched. */
  candidates = 95,
  /** 1: features are taken in the order of their keys until there are enough. */
  drawsInOrder = 96,
  present = 97,
  /** Rows left of a random threshold. */
  left = 98,
  leftSquares = 99,
  rightSquares = 100,
  /** Categories of the node, so far. */
  categories = 101,
  /** The least and the greatest value. */
  low = 102,
  /** The least and the greatest value. */
  high = 103,
  /** The greatest coarse value that goes left. */
  bound = 104,
  /** Places in `features`: coarse values of those are loaded together. */
  blockStart = 105,
  /** Places in `features`: coarse values of those are loaded together. */
  blockEnd = 106,
  /** Rows of which they are. */
  loaded = 107,
  /** Offset of U16: those of the feature that is searched. */
  look = 108,
  /** The random threshold. */
  drawn = 109,
  gain = 110,
  feature = 111,
  position = 112,
  missingLeft = 113,
  missingRows = 114,
  /** The random threshold. */
  threshold = 115,
  otherGain = 116,
  otherFeature = 117,
  otherPosition = 118,
  otherMissingLeft = 119,
  otherMissingRows = 120,
  otherThreshold = 121,
  /** Not 0: a worker stops at its next look. No kernel reads it. */
  stop = 122,
  /** What all of it takes. */
  size = 124,
}
