/**
 * One tree that is grown whole: float64 slots, all offsets in bytes from the start of the memory. `assembly/tree-job.ts`
 * has the same numbers. Whoever has the memory can grow the tree: a call does a share of the work and leaves all state here.
 */
export const TreeSlot = {
  // Given: where things are.
  /** U32 entries of all rows, a run a feature, in the order of the values. */
  base: 0,
  /** The tree's own entries: runs of the rows in the bag. */
  runs: 1,
  /** Bytes from one run to the next, in both. */
  stride: 2,
  /** Entries of a run in `base`. */
  rowCount: 3,
  /** U32 by row: what is put into the row's entries, and IN_BAG. */
  payload: 4,
  /** U8 by row: the child that the row goes to. */
  side: 5,
  /** U32 entries: room for those that go right. */
  scratch: 6,
  /** U32: those that the tree may use; the ones that are constant in the node stand first. */
  features: 7,
  featureCount: 8,
  /** U32 by feature: random bits. */
  draws: 9,
  /** F64 by row: gradients; none for classes. */
  signal: 10,
  /** F64 by row: hessians or weights; 0 where each is 1, or stands in the entries. */
  weights: 11,
  /** F64 by row, or 0: what each row alone would say. */
  targets: 12,
  /** Open nodes. */
  stack: 13,
  /** Statistics records of the node: its own, left of the cut, missing, left child of the best cut. */
  records: 14,
  /** Finished nodes, for the caller to take away. */
  nodes: 15,
  nodeCapacity: 16,

  // Given: what to do.
  /** 0 for gradients. */
  classes: 17,
  /** An entry's lowest bits are its row, then its class, then its weight. */
  rowBits: 18,
  codeBits: 19,
  /** 0 where the weight does not stand in the entries. */
  weightBits: 20,
  l2: 21,
  minRowsLeaf: 22,
  minChildWeight: 23,
  maxDepth: 24,
  minRowsSplit: 25,
  minGain: 26,
  gainUnit: 27,
  /** Above 1 for none. */
  purity: 28,
  featuresPerNode: 29,
  /** Random state behind the tree's key and the purpose. */
  drawKey: 30,
  /** The same for ties between features; below 0 they go to the lowest. */
  tieKey: 31,

  // State: what is being done.
  phase: 32,
  /** Place in `features`. */
  turn: 33,
  /** Entries done. */
  cursor: 34,
  /** Entries that went left. */
  put: 35,
  /** Entries that went right, or NEW that waits. */
  moved: 36,
  /** NEW that waits for the next entry of the left side; and of the right. */
  waiting: 37,
  waitingRight: 38,
  /** Features that count as drawn. */
  searched: 39,
  /** Nodes on the stack. */
  open: 40,
  /** Nodes that have a number. */
  made: 41,
  /** Nodes in `nodes`. */
  written: 42,

  // State: the node.
  id: 43,
  start: 44,
  count: 45,
  depth: 46,
  path: 47,
  /** Features known to be constant. */
  constants: 48,

  // State: the scan of one feature.
  present: 49,
  /** Sums left of the cut: weight or hessians, gradients or weight of class 1, and squares. */
  left: 50,
  leftSignal: 51,
  leftSquares: 52,
  rightSquares: 53,

  // State: the best cut.
  gain: 54,
  feature: 55,
  position: 56,
  missingLeft: 57,
  missingRows: 58,

  /** Not 0: a worker is to stop at its next look. No kernel reads it. */
  stop: 59,
  end: 60,
} as const;

/** An entry: its value differs from that of the entry before. Not asked of the first one of a run. */
export const NEW = 0x80000000;
/** An entry has no value: such entries stand last. */
export const MISSING = 0x40000000;
/** A row's payload: it is in the tree's bag. */
export const IN_BAG = 0x80000000;
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

/** A finished node: these numbers, then its record. The rows are those beside the threshold; -1 is none. */
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
  end: 9,
} as const;
