// Written by `npm run generate` from packages/kernels/layouts/tree.mjs. Do not edit.

/** Of a row's payload: the row is in the tree's bag. */
export const IN_BAG: u32 = 2147483648;

/** Products below this may have lost digits, so no split is left out because of them. */
export const LEAST_PRODUCT: f64 = 1e-300;

/** Of an entry: its value is missing. Such entries are last. */
export const MISSING: u32 = 1073741824;

/** What a split gains. */
export const enum Measure {
  gini = 0,
  newton = 1,
  entropy = 2,
  misclassification = 3,
  poisson = 4,
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
  missingLeft = 40,
  missingRows = 48,
  rows = 56,
  firstChild = 64,
  threshold = 72,
  start = 80,
  categories = 88,
  size = 96, // What all of it takes.
}

/** An open node on the stack; its record follows. */
export const enum OpenSlot {
  id = 0,
  start = 8,
  count = 16,
  depth = 24,
  path = 32,
  constants = 40,
  size = 48, // What all of it takes.
}

/** How often each category is tried on the other side. */
export const PARTITION_SWEEPS: u32 = 4;

/** Rounds of the power method. */
export const POWER_ROUNDS: u32 = 16;

/** A split must reach this share of the best gain before it is worth its division, which rounds by less. Splits that pass are compared by the very gain of the criterion. */
export const SLACK: f64 = 0.9999999999990905;

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
  done = 5,
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
  draws = 88, // Offset of U32 by feature: random bits.
  pairs = 96, // Offset of F64 by place: gradient and hessian side by side; none for classes.
  weights = 104, // Offset of F64 by row: weights of classes; 0 if the entries contain them.
  rows = 112, // Offset of U32 by place: its row; 0 if the entries contain rows, which then keep their places.
  places = 120, // Offset of U32 by place: the place that it moves to.
  spareRows = 128, // Offset of room for as many rows while they move.
  sparePairs = 136, // Offset of room for as many pairs while they move.
  settlesRows = 144, // 1: rows move to their leaves, even below the last search for splits.
  isWhole = 152, // 1: the bag has all rows, and the root uses the runs of `base`.
  targets = 160, // Offset of F64 by row: the leaf value that each row alone would have; or 0.
  stack = 168, // Offset of the open nodes, each an `OpenSlot` and its record.
  records = 176, // Offset of the node's records, by `StatsRecord`.
  nodes = 184, // Offset of the finished nodes, which the caller takes away: each a `NodeSlot`, its record and its categories.
  nodeCapacity = 192, // Numbers that fit into `nodes`, without the room for one more node.
  kinds = 200, // Offset of U8 by feature: 1 for categories.
  values = 208, // Offset of F64 by row and feature; none unless thresholds are random.
  rowStride = 216, // Bytes from one row to the next in `values`.
  seen = 224, // Offset of F64: the values of the node's rows, in the order of their run.
  tally = 232, // Offset of the records of the node's categories, in the order of their codes.
  tallyRows = 240, // Offset of U32: the rows of each category.
  order = 248, // Offset of U32: the categories in the order in which they go left.
  keys = 256, // Offset of F64: the keys that sort the categories.
  sides = 264, // Offset of U8 by category: 1 if it goes left.
  bestSides = 272, // The same for the best split.
  axes = 280, // Offset of F64: three vectors of a number a class.
  classes = 288, // 0 for gradients.
  measure = 296, // A `Measure`.
  rowBits = 304, // The lowest bits of an entry are its row or place, then its class, then its weight.
  codeBits = 312,
  weightBits = 320, // 0 if entries do not contain weights.
  l2 = 328,
  minRowsLeaf = 336,
  minChildWeight = 344,
  maxDepth = 352,
  minRowsSplit = 360,
  minGain = 368,
  gainUnit = 376,
  purity = 384, // Above 1: no limit.
  featuresPerNode = 392,
  drawsConstants = 400, // 1: features that are constant in the node count as drawn.
  drawKey = 408, // The random state after the tree's key and the purpose, for features.
  tieKey = 416, // The same for ties between features; below 0 the lowest feature wins.
  thresholdKey = 424, // The same for thresholds; below 0 all thresholds are tried.
  oneVsRest = 432, // 1: a split separates one category from all others.
  smoothing = 440, // Added to the weight of a category when categories are sorted by their means.
  mostCategories = 448, // If gradients are fitted: at most so many of the sorted categories are on one of the two sides.
  mostTried = 456, // The largest number of categories for which all partitions are tried.
  phase = 464, // A `TreePhase`.
  turn = 472, // The place in `features`.
  cursor = 480, // Entries done.
  put = 488, // Entries that went left.
  moved = 496, // Entries that went right, or a `NEW` that waits.
  waiting = 504, // `NEW` if it waits for the next entry of the left side.
  waitingRight = 512, // The same for the right side.
  searched = 520, // Features that count as drawn.
  open = 528, // Nodes on the stack.
  made = 536, // Nodes that have a number.
  written = 544, // Numbers in `nodes`.
  id = 552,
  start = 560,
  count = 568,
  middle = 576, // The first place of the right child.
  source = 584, // Offset of the node's runs: `base` or `runs`.
  depth = 592,
  path = 600,
  constants = 608, // Features known to be constant.
  present = 616,
  left = 624, // The sum left of the cursor: weights, or hessians.
  leftSignal = 632, // The sum left of the cursor: gradients, or weights of class 1.
  leftSquares = 640,
  rightSquares = 648,
  categories = 656, // Categories of the node, so far.
  low = 664, // The least value.
  high = 672, // The greatest value.
  drawn = 680, // The random threshold.
  gain = 688,
  feature = 696,
  position = 704,
  missingLeft = 712,
  missingRows = 720,
  threshold = 728, // The random threshold.
  stop = 736, // Not 0: a worker stops at its next look. No kernel reads it.
  size = 752, // What all of it takes.
}
