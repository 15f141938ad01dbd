/** A job of `addLevelGains`, in float64 slots; offsets are in bytes. `assembly/add-level-gains.ts` has the same numbers, times 8. */
export const LevelSlot = {
  /** U32 by feature: its first slot in a histogram, which has [gradients, hessians] a slot. */
  slotStarts: 0,
  /** U32 by feature: bins of present values; the one after them is for missing ones. */
  binCounts: 1,
  /** F64 by cut: of each feature those with missing values on the left, then those with them on the right. */
  gains: 2,
  /** Gains of one side of one feature. */
  width: 3,
  nodes: 4,
  nodeCount: 5,
  l1: 6,
  l2: 7,
  /** Bounds of the values of leaves. */
  lower: 8,
  upper: 9,
  minChildWeight: 10,
  minRowsLeaf: 11,
  end: 12,
} as const;

/** A node of a level. */
export const LevelNodeSlot = {
  histogram: 0,
  /** U32 by slot; 0 where rows are not limited. */
  rowCounts: 1,
  rows: 2,
  gradients: 3,
  hessians: 4,
  /** What l2 takes from the gain of every cut of the node. */
  nodeTerm: 5,
  end: 6,
} as const;
