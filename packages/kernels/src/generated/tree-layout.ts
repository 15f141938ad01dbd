// Written by `npm run generate` from packages/kernels/layouts/tree.mjs. Do not edit.

/** Of a row's payload: the row is in the tree's bag. */
export const IN_BAG = 2147483648;

/** Products below this may have lost digits, so no split is left out because of them. */
export const LEAST_PRODUCT = 1e-300;

/** Of an entry: its value is missing. Such entries are last. */
export const MISSING = 1073741824;

/** What a split gains. */
export const Measure = {
  gini: 0,
  newton: 1,
  entropy: 2,
  misclassification: 3,
  poisson: 4,
} as const;

/** Of an entry: its value differs from the value of the entry before. Not read in the first entry of a run. */
export const NEW = 2147483648;

/** Instead of the number of a run: the feature has none, its values are looked up by row. */
export const NO_RUN = 4294967295;

/** A finished node. Its record follows, then a number for each of its categories: a row that has it, or -1 - row if it goes right. */
export const NodeSlot = {
  id: 0,
  /** -1 in a leaf. */
  feature: 1,
  gain: 2,
  /** A row with the value next below the threshold. */
  rowBelow: 3,
  /** A row with the value next above the threshold; -1 if there is none. */
  rowAbove: 4,
  missingLeft: 5,
  missingRows: 6,
  rows: 7,
  firstChild: 8,
  threshold: 9,
  start: 10,
  categories: 11,
  /** What all of it takes. */
  size: 12,
} as const;

/** An open node on the stack; its record follows. */
export const OpenSlot = {
  id: 0,
  start: 1,
  count: 2,
  depth: 3,
  path: 4,
  constants: 5,
  /** What all of it takes. */
  size: 6,
} as const;

/** How often each category is tried on the other side. */
export const PARTITION_SWEEPS = 4;

/** Rounds of the power method. */
export const POWER_ROUNDS = 16;

/** A split must reach this share of the best gain before it is worth its division, which rounds by less. Splits that pass are compared by the very gain of the criterion. */
export const SLACK = 0.9999999999990905;

/** Entries between two looks at the budget. */
export const TREE_CHUNK = 32768;

/** What each step of a tree costs besides its entries, in entries. */
export const TREE_STEP = 8;

/** What a call of `growTree` returns. */
export const TreeOutcome = {
  done: 0,
  more: 1,
  full: 2,
} as const;

/** What the tree does next. */
export const TreePhase = {
  load: 0,
  next: 1,
  search: 2,
  cut: 3,
  part: 4,
  done: 5,
} as const;

/** A tree that a kernel grows whole on sorted columns. Offsets are in bytes from the start of the memory. A call does a share of the work and leaves all state here, so whoever has the memory can do the next share. */
export const TreeSlot = {
  /** Offset of U32 entries of all rows, one run after the other; the run of a feature is in the order of its values. */
  base: 0,
  /** Offset of the tree's own entries: runs of the rows in the bag. */
  runs: 1,
  /** Offset of U32 by feature: the number of its run, or `NO_RUN`. */
  runNumbers: 2,
  /** The number of the run that has the rows in their own order; only if thresholds are random. */
  rowsRun: 3,
  /** Bytes from one run to the next, in `base` and in `runs`. */
  stride: 4,
  /** Entries of a run in `base`. */
  rowCount: 5,
  /** Offset of U32 by row: what the entries of the row contain, and `IN_BAG`. */
  payload: 6,
  /** Offset of U8 by row: the child that the row goes to. */
  side: 7,
  /** Offset of U32: room for the entries that go right. */
  scratch: 8,
  /** Offset of U32: the features that the tree may use; those that are constant in the node come first. */
  features: 9,
  featureCount: 10,
  /** Offset of U32 by feature: random bits. */
  draws: 11,
  /** Offset of F64 by place: gradient and hessian side by side; none for classes. */
  pairs: 12,
  /** Offset of F64 by row: weights of classes; 0 if the entries contain them. */
  weights: 13,
  /** Offset of U32 by place: its row; 0 if the entries contain rows, which then keep their places. */
  rows: 14,
  /** Offset of U32 by place: the place that it moves to. */
  places: 15,
  /** Offset of room for as many rows while they move. */
  spareRows: 16,
  /** Offset of room for as many pairs while they move. */
  sparePairs: 17,
  /** 1: rows move to their leaves, even below the last search for splits. */
  settlesRows: 18,
  /** 1: the bag has all rows, and the root uses the runs of `base`. */
  isWhole: 19,
  /** Offset of F64 by row: the leaf value that each row alone would have; or 0. */
  targets: 20,
  /** Offset of the open nodes, each an `OpenSlot` and its record. */
  stack: 21,
  /** Offset of the node's records, by `StatsRecord`. */
  records: 22,
  /** Offset of the finished nodes, which the caller takes away: each a `NodeSlot`, its record and its categories. */
  nodes: 23,
  /** Numbers that fit into `nodes`, without the room for one more node. */
  nodeCapacity: 24,
  /** Offset of U8 by feature: 1 for categories. */
  kinds: 25,
  /** Offset of F64 by row and feature; none unless thresholds are random. */
  values: 26,
  /** Bytes from one row to the next in `values`. */
  rowStride: 27,
  /** Offset of F64: the values of the node's rows, in the order of their run. */
  seen: 28,
  /** Offset of the records of the node's categories, in the order of their codes. */
  tally: 29,
  /** Offset of U32: the rows of each category. */
  tallyRows: 30,
  /** Offset of U32: the categories in the order in which they go left. */
  order: 31,
  /** Offset of F64: the keys that sort the categories. */
  keys: 32,
  /** Offset of U8 by category: 1 if it goes left. */
  sides: 33,
  /** The same for the best split. */
  bestSides: 34,
  /** Offset of F64: three vectors of a number a class. */
  axes: 35,
  /** 0 for gradients. */
  classes: 36,
  /** A `Measure`. */
  measure: 37,
  /** The lowest bits of an entry are its row or place, then its class, then its weight. */
  rowBits: 38,
  codeBits: 39,
  /** 0 if entries do not contain weights. */
  weightBits: 40,
  l2: 41,
  minRowsLeaf: 42,
  minChildWeight: 43,
  maxDepth: 44,
  minRowsSplit: 45,
  minGain: 46,
  gainUnit: 47,
  /** Above 1: no limit. */
  purity: 48,
  featuresPerNode: 49,
  /** 1: features that are constant in the node count as drawn. */
  drawsConstants: 50,
  /** The random state after the tree's key and the purpose, for features. */
  drawKey: 51,
  /** The same for ties between features; below 0 the lowest feature wins. */
  tieKey: 52,
  /** The same for thresholds; below 0 all thresholds are tried. */
  thresholdKey: 53,
  /** 1: a split separates one category from all others. */
  oneVsRest: 54,
  /** Added to the weight of a category when categories are sorted by their means. */
  smoothing: 55,
  /** If gradients are fitted: at most so many of the sorted categories are on one of the two sides. */
  mostCategories: 56,
  /** The largest number of categories for which all partitions are tried. */
  mostTried: 57,
  /** A `TreePhase`. */
  phase: 58,
  /** The place in `features`. */
  turn: 59,
  /** Entries done. */
  cursor: 60,
  /** Entries that went left. */
  put: 61,
  /** Entries that went right, or a `NEW` that waits. */
  moved: 62,
  /** `NEW` if it waits for the next entry of the left side. */
  waiting: 63,
  /** The same for the right side. */
  waitingRight: 64,
  /** Features that count as drawn. */
  searched: 65,
  /** Nodes on the stack. */
  open: 66,
  /** Nodes that have a number. */
  made: 67,
  /** Numbers in `nodes`. */
  written: 68,
  id: 69,
  start: 70,
  count: 71,
  /** The first place of the right child. */
  middle: 72,
  /** Offset of the node's runs: `base` or `runs`. */
  source: 73,
  depth: 74,
  path: 75,
  /** Features known to be constant. */
  constants: 76,
  present: 77,
  /** The sum left of the cursor: weights, or hessians. */
  left: 78,
  /** The sum left of the cursor: gradients, or weights of class 1. */
  leftSignal: 79,
  leftSquares: 80,
  rightSquares: 81,
  /** Categories of the node, so far. */
  categories: 82,
  /** The least value. */
  low: 83,
  /** The greatest value. */
  high: 84,
  /** The random threshold. */
  drawn: 85,
  gain: 86,
  feature: 87,
  position: 88,
  missingLeft: 89,
  missingRows: 90,
  /** The random threshold. */
  threshold: 91,
  /** Not 0: a worker stops at its next look. No kernel reads it. */
  stop: 92,
  /** What all of it takes. */
  size: 94,
} as const;
