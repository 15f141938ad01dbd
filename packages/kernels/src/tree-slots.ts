/**
 * One tree that is grown whole: float64 slots, all offsets in bytes from the start of the memory. `assembly/tree-job.ts`
 * has the same numbers. Whoever has the memory can grow the tree: a call does a share of the work and leaves all state here.
 */
export const TreeSlot = {
  // Given: where things are.
  /** U32 entries of all rows, in runs; that of a feature is in the order of its values. */
  base: 0,
  /** The tree's own entries: runs of the rows in the bag. */
  runs: 1,
  /** U32 by feature: the number of its run, or NO_RUN. */
  runNumbers: 2,
  /** The number of the run that has the rows in their own order; only where thresholds are drawn. */
  rowsRun: 3,
  /** Bytes from one run to the next, in both. */
  stride: 4,
  /** Entries of a run in `base`. */
  rowCount: 5,
  /** U32 by row: what is put into the row's entries, and IN_BAG. */
  payload: 6,
  /** U8 by row: the child that the row goes to. */
  side: 7,
  /** U32 entries: room for those that go right. */
  scratch: 8,
  /** U32: those that the tree may use; the ones that are constant in the node stand first. */
  features: 9,
  featureCount: 10,
  /** U32 by feature: random bits. */
  draws: 11,
  /** F64 by place: gradient and hessian side by side; none for classes. */
  pairs: 12,
  /** F64 by row: weights of classes; 0 where they stand in the entries. */
  weights: 13,
  /** U32 by place: its row; 0 where entries have rows, and so their places stay. */
  rows: 14,
  /** U32 by place: the place that it moves to. */
  places: 15,
  /** Room for as many rows, and pairs, while they move. */
  spareRows: 16,
  sparePairs: 17,
  /** 1: rows move to their leaves, too, where nobody looks for a cut any more. */
  settlesRows: 18,
  /** 1: the tree may see all rows, and its root's runs are those of `base`. */
  isWhole: 19,
  /** F64 by row, or 0: what each row alone would say. */
  targets: 20,
  /** Open nodes. */
  stack: 21,
  /** Statistics records of the node: its own, left of the cut, missing, left child of the best cut. */
  records: 22,
  /** Finished nodes, for the caller to take away. */
  nodes: 23,
  /** Numbers in `nodes`, without the room for one more node. */
  nodeCapacity: 24,
  /** U8 by feature: 1 for categories. */
  kinds: 25,
  /** F64 by row and feature; none where no thresholds are drawn. */
  values: 26,
  /** Bytes from one row to the next in `values`. */
  rowStride: 27,
  /** F64: the values of the node's rows, in the order of their run. */
  seen: 28,
  /** Statistics records of the node's categories, in the order of their codes. */
  tally: 29,
  /** U32: the rows of each. */
  tallyRows: 30,
  /** U32: the categories in the order in which they go left. */
  order: 31,
  /** F64: what they are sorted by. */
  keys: 32,
  /** U8: 1 for each that goes left; of the best cut too. */
  sides: 33,
  bestSides: 34,
  /** F64: three vectors of a number a class. */
  axes: 35,

  // Given: what to do.
  /** 0 for gradients. */
  classes: 36,
  /** An entry's lowest bits are its row, or place, then its class, then its weight. */
  rowBits: 37,
  codeBits: 38,
  /** 0 where the weight does not stand in the entries. */
  weightBits: 39,
  l2: 40,
  minRowsLeaf: 41,
  minChildWeight: 42,
  maxDepth: 43,
  minRowsSplit: 44,
  minGain: 45,
  gainUnit: 46,
  /** Above 1 for none. */
  purity: 47,
  featuresPerNode: 48,
  /** Random state behind the tree's key and the purpose. */
  drawKey: 49,
  /** The same for ties between features; below 0 they go to the lowest. */
  tieKey: 50,
  /** The same for thresholds; below 0 all are tried. */
  thresholdKey: 51,
  /** 1: a cut parts one category from all others. */
  oneVsRest: 52,
  /** Categories up to which all partitions are tried. */
  mostTried: 53,

  // State: what is being done.
  phase: 54,
  /** Place in `features`. */
  turn: 55,
  /** Entries done. */
  cursor: 56,
  /** Entries that went left. */
  put: 57,
  /** Entries that went right, or NEW that waits. */
  moved: 58,
  /** NEW that waits for the next entry of the left side; and of the right. */
  waiting: 59,
  waitingRight: 60,
  /** Features that count as drawn. */
  searched: 61,
  /** Nodes on the stack. */
  open: 62,
  /** Nodes that have a number. */
  made: 63,
  /** Numbers in `nodes`. */
  written: 64,

  // State: the node.
  id: 65,
  start: 66,
  count: 67,
  /** The first place of the right child. */
  middle: 68,
  /** Where the node's runs are: `base`, or `runs`. */
  source: 69,
  depth: 70,
  path: 71,
  /** Features known to be constant. */
  constants: 72,

  // State: the scan of one feature.
  present: 73,
  /** Sums left of the cut: weight or hessians, gradients or weight of class 1, and squares. */
  left: 74,
  leftSignal: 75,
  leftSquares: 76,
  rightSquares: 77,
  /** Of the node, so far. */
  categories: 78,
  /** Least and greatest value. */
  low: 79,
  high: 80,
  /** The threshold. */
  drawn: 81,

  // State: the best cut.
  gain: 82,
  feature: 83,
  position: 84,
  missingLeft: 85,
  missingRows: 86,
  /** Where it was drawn. */
  threshold: 87,

  /** Not 0: a worker is to stop at its next look. No kernel reads it. */
  stop: 88,
  end: 89,
} as const;

/** An entry: its value differs from that of the entry before. Not asked of the first one of a run. */
export const NEW = 0x80000000;
/** An entry has no value: such entries stand last. */
export const MISSING = 0x40000000;
/** A row's payload: it is in the tree's bag. */
export const IN_BAG = 0x80000000;
/** Instead of the number of a run: the feature has none, its values are looked up by row. */
export const NO_RUN = 0xffffffff;
/** The bits of an entry that its row, its class and its weight may take. */
export const ENTRY_BITS = 30;

export const TreePhase = { load: 0, next: 1, search: 2, cut: 3, part: 4, done: 5 } as const;

/** What a call returns. */
export const TreeOutcome = { done: 0, more: 1, full: 2 } as const;

/** Entries handled between two looks at the budget. */
export const TREE_CHUNK = 32_768;

/** Statistics records of the node: its own, left of the cut, missing, left child of the best cut. */
export const TREE_RECORDS = 4;

/** An open node on the stack: these numbers, then its record. */
export const OpenSlot = { id: 0, start: 1, count: 2, depth: 3, path: 4, constants: 5, end: 6 } as const;

/**
 * A finished node: these numbers, then its record, then a number for each of its categories: a row that has it, or
 * -1 - row where it goes right. `rowBelow` and `rowAbove` are beside the threshold; -1 is none.
 */
export const NodeSlot = {
  id: 0,
  feature: 1,
  gain: 2,
  rowBelow: 3,
  rowAbove: 4,
  missingLeft: 5,
  missingRows: 6,
  rows: 7,
  firstChild: 8,
  threshold: 9,
  start: 10,
  categories: 11,
  end: 12,
} as const;
