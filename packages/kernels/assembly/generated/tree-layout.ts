// Written by `npm run generate` from packages/kernels/layouts/tree.mjs. Do not edit.

/** Instead of a coarse value: the row goes right. */
export const BEYOND: u32 = 65534;

/** How the coarse values of a feature follow from its values v: whole numbers from 0 to `MOST_COARSE`, (v - low) * scale rounded down. */
export const enum CoarseSlot {
  low = 0,
  scale = 8,
  isExact = 16, // 1: rows of the same coarse value have the same value.
  hasMissing = 24, // 1: some rows have no value.
  size = 32, // What all of it takes.
}

/** Levels whose features are drawn once; those of a deeper one are drawn for each node. */
export const DRAWN_LEVELS: u32 = 64;

/** A node of so many rows is searched by values: to look up the least and the greatest costs more than to look up all. */
export const FEW_ROWS: u32 = 64;

/** Of a row's payload: the row is in the tree's bag. */
export const IN_BAG: u32 = 2147483648;

/** Instead of a coarse value: the row has none. */
export const LACKING: u32 = 65535;

/** Products below this may have lost digits, so no split is left out because of them. */
export const LEAST_PRODUCT: f64 = 1e-300;

/** Of an entry: its value is missing. Such entries are last. */
export const MISSING: u32 = 1073741824;

/** The greatest coarse value of a row. */
export const MOST_COARSE: u32 = 65533;

/** What a split gains. */
export const enum Measure {
  gini = 0,
  newton = 1,
  entropy = 2,
  misclassification = 3,
  poisson = 4,
  heldNewton = 5,
}

/** Of an entry: its value differs from the value of the entry before. Not read in the first entry of a run. */
export const NEW: u32 = 2147483648;

/** Instead of the number of a run: the feature has none, its values are looked up by row. */
export const NO_RUN: u32 = 4294967295;

/** A finished node. Its record follows, then a number for each of its categories: a row that has it, or -1 - row if it goes right. */
export const enum NodeSlot {
  id = 0,
  feature = 8, // -1 in a leaf.
  gain = 16,
  rowBelow = 24, // A row with the value next below the threshold.
  rowAbove = 32, // A row with the value next above the threshold; -1 if there is none.
  missingLeft = 40, // As in `TreeSlot`.
  missingRows = 48, // As in `TreeSlot`.
  threshold = 56, // As in `TreeSlot`.
  rows = 64,
  firstChild = 72,
  start = 80,
  categories = 88,
  size = 96, // What all of it takes.
}

/** An open node; its record follows, then the features above it. All fields are in the order of `TreeSlot`. */
export const enum OpenSlot {
  id = 0,
  start = 8,
  count = 16,
  depth = 24,
  path = 32,
  constants = 40,
  lower = 48,
  upper = 56,
  size = 64, // What all of it takes.
}

/** How often each category is tried on the other side. */
export const PARTITION_SWEEPS: u32 = 4;

/** Rounds of the power method. */
export const POWER_ROUNDS: u32 = 16;

/** The best split of an open node; the record of its left child follows. The first six are in the order of `TreeSlot`. */
export const enum QueuedSlot {
  gain = 0,
  feature = 8,
  position = 16,
  missingLeft = 24,
  missingRows = 32,
  threshold = 40,
  worth = 48, // The gain by which nodes are taken from the queue: divided by `gainUnit`.
  size = 64, // What all of it takes.
}

/** A split must reach this share of the best gain before it is worth its division, which rounds by less. Splits that pass are compared by the very gain of the criterion. */
export const SLACK: f64 = 0.9999999999990905;

/** Features whose coarse values are loaded in one pass over the rows. */
export const TOGETHER: u32 = 4;

/** Entries between two looks at the budget. */
export const TREE_CHUNK: u32 = 32768;

/** What each step of a tree costs besides its entries, in entries. */
export const TREE_STEP: u32 = 8;

/** What a call of `growTree` returns. */
export const enum TreeOutcome {
  done = 0,
  more = 1,
  full = 2,
}

/** What the tree does next. */
export const enum TreePhase {
  load = 0,
  next = 1,
  search = 2,
  cut = 3,
  part = 4,
  take = 5,
  done = 6,
}

/** The statistics records of the node. */
export const enum TreeRecord {
  parent = 0, // Of the node.
  left = 1, // Left of the cursor.
  both = 2, // The same with the missing values.
  missing = 3, // Of the rows with missing values.
  best = 4, // Of the left child of the best split.
  other = 5, // What the best record was while a feature with a factor is searched.
  size = 6, // What all of it takes.
}

/** A tree that a kernel grows whole on sorted columns. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share. */
export const enum TreeSlot {
  base = 0, // Offset of U32 entries of all rows, one run after the other; the run of a feature is in the order of its values.
  runs = 8, // Offset of the tree's own entries: runs of the rows in the bag.
  runNumbers = 16, // Offset of U32 by feature: the number of its run, or `NO_RUN`.
  rowsRun = 24, // The number of the run that has the rows in their own order; only if thresholds are random.
  stride = 32, // Bytes from one run to the next, in `base` and in `runs`.
  rowCount = 40, // Entries of a run in `base`.
  payload = 48, // Offset of U32 by row: what the entries of the row contain, and `IN_BAG`.
  side = 56, // Offset of U8 by row: the child that the row goes to.
  scratch = 64, // Offset of U32: room for the entries that go right.
  features = 72, // Offset of U32: the features that the tree may use; those that are constant in the node come first.
  featureCount = 80,
  draws = 88, // Offset of U64 by feature: random bits, then the feature. A key by place while the least are found.
  levels = 96, // Offset of U64 by depth, `DRAWN_LEVELS` of them: the greatest key that the features of the level have; 0 if not known yet.
  groups = 104, // Offset of U64: features that may stand together, a bit a feature; 0 if all may.
  groupCount = 112,
  groupWords = 120, // U64 of a group; 0 if all features may stand together.
  above = 128, // Offset of U64: the features that split the nodes above this one, a bit a feature.
  allowed = 136, // Offset of U64: the features that may stand beneath those, a bit a feature.
  monotone = 144, // Offset of I8 by feature: 1 if values may only ascend with it, -1 if they may only descend; 0 if no feature is so.
  gainFactors = 152, // Offset of F64 by feature: what its gains are multiplied by; 0 if none has a factor.
  pairs = 160, // Offset of F64 by place: gradient and hessian side by side; none for classes.
  weights = 168, // Offset of F64 by row: weights of classes; 0 if the entries contain them.
  rows = 176, // Offset of U32 by place: its row; 0 if the entries contain rows, which then keep their places.
  places = 184, // Offset of U32 by place: the place that it moves to.
  spareRows = 192, // Offset of room for as many rows while they move.
  sparePairs = 200, // Offset of room for as many pairs while they move.
  settlesRows = 208, // 1: rows move to their leaves, even below the last search for splits.
  isWhole = 216, // 1: the bag has all rows, and the root uses the runs of `base`.
  targets = 224, // Offset of F64 by row: the leaf value that each row alone would have; or 0.
  stack = 232, // Offset of the open nodes, each an `OpenSlot`, its record and `groupWords` U64.
  queue = 240, // Offset of the nodes whose best split is known, as on the stack, each with a `QueuedSlot` and its record; 0 if the order does not matter.
  queueOrder = 248, // Offset of U32: places in `queue`, a heap of those that are taken, then those that are free.
  records = 256, // Offset of the node's records, by `TreeRecord`.
  nodes = 264, // Offset of the finished nodes, which the caller takes away: each a `NodeSlot`, its record and its categories.
  nodeCapacity = 272, // Numbers that fit into `nodes`, without the room for one more node.
  kinds = 280, // Offset of U8 by feature: 1 for categories.
  values = 288, // Offset of F64 by row and feature; none unless thresholds are random, as the four that follow.
  coarse = 296, // Offset of U16 by row and feature: coarse values, or `LACKING`.
  rowStride = 304, // Bytes from one row to the next in `coarse`, a quarter of those in `values`.
  coarseFacts = 312, // Offset of a `CoarseSlot` by feature.
  seen = 320, // Offset of U16: the coarse values of the node's rows, in the order of their run, of up to `TOGETHER` features.
  near = 328, // Offset of F64: the values of a node of up to `FEW_ROWS` rows, in the same order.
  tally = 336, // Offset of the records of the node's categories, in the order of their codes.
  tallyRows = 344, // Offset of U32: the rows of each category.
  order = 352, // Offset of U32: the categories in the order in which they go left.
  keys = 360, // Offset of F64: the keys that sort the categories.
  sides = 368, // Offset of U8 by category: 1 if it goes left.
  bestSides = 376, // The same for the best split.
  axes = 384, // Offset of F64: three vectors of a number a class.
  classes = 392, // 0 for gradients.
  measure = 400, // A `Measure`.
  rowBits = 408, // The lowest bits of an entry are its row or place, then its class, then its weight.
  codeBits = 416,
  weightBits = 424, // 0 if entries do not contain weights.
  l2 = 432,
  minRowsLeaf = 440,
  minChildWeight = 448,
  maxDepth = 456,
  minRowsSplit = 464,
  minGain = 472,
  gainUnit = 480,
  l1 = 488, // Of the measure `heldNewton`, as the two that follow.
  lowest = 496, // Bounds of all leaf values.
  highest = 504, // Bounds of all leaf values.
  purity = 512, // Above 1: no limit.
  featuresPerLevel = 520,
  featuresPerNode = 528,
  drawsConstants = 536, // 1: features that are constant in the node count as drawn.
  drawKey = 544, // The random state after the tree's key and the purpose, for features of nodes.
  levelKey = 552, // The same for features of levels.
  tieKey = 560, // The same for ties between features; below 0 the lowest feature wins.
  thresholdKey = 568, // The same for thresholds; below 0 all thresholds are tried.
  oneVsRest = 576, // 1: a split separates one category from all others.
  smoothing = 584, // Added to the weight of a category when categories are sorted by their means.
  mostCategories = 592, // If gradients are fitted: at most so many of the sorted categories are on one of the two sides.
  mostTried = 600, // The largest number of categories for which all partitions are tried.
  phase = 608, // A `TreePhase`.
  turn = 616, // The place in `features`.
  cursor = 624, // Entries of the feature that are searched.
  searched = 632, // Features that count as drawn.
  open = 640, // Nodes on the stack.
  queued = 648, // Nodes in the queue.
  splitsLeft = 656, // If the tree grows best first: how many splits it may still have.
  made = 664, // Nodes that have a number.
  written = 672, // Numbers in `nodes`.
  id = 680,
  start = 688,
  count = 696,
  depth = 704,
  path = 712,
  constants = 720, // Features known to be constant.
  lower = 728, // Bounds of the leaf values beneath the node.
  upper = 736, // Bounds of the leaf values beneath the node.
  middle = 744, // The first place of the right child.
  source = 752, // Offset of the node's runs: `base` or `runs`.
  candidates = 760, // The end of the features in the list that may be searched.
  drawsInOrder = 768, // 1: features are taken in the order of their keys until there are enough.
  present = 776,
  left = 784, // Rows left of a random threshold.
  leftSquares = 792,
  rightSquares = 800,
  categories = 808, // Categories of the node, so far.
  low = 816, // The least and the greatest value.
  high = 824, // The least and the greatest value.
  bound = 832, // The greatest coarse value that goes left.
  blockStart = 840, // Places in `features`: coarse values of those are loaded together.
  blockEnd = 848, // Places in `features`: coarse values of those are loaded together.
  loaded = 856, // Rows of which they are.
  look = 864, // Offset of U16: those of the feature that is searched.
  drawn = 872, // The random threshold.
  gain = 880,
  feature = 888,
  position = 896,
  missingLeft = 904,
  missingRows = 912,
  threshold = 920, // The random threshold.
  otherGain = 928,
  otherFeature = 936,
  otherPosition = 944,
  otherMissingLeft = 952,
  otherMissingRows = 960,
  otherThreshold = 968,
  stop = 976, // Not 0: a worker stops at its next look. No kernel reads it.
  size = 992, // What all of it takes.
}
