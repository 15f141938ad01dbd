/** A job of `scanClasses`, in float64 slots; offsets are in bytes. `assembly/scan-classes.ts` has the same numbers, times 8. */
export const ClassSlot = {
  /** Two classes a slot, side by side; those of the next two classes stand `pairBytes` behind. */
  histogram: 0,
  pairBytes: 1,
  /** How many pairs of classes there are. */
  pairs: 2,
  /** U32 by feature: its first slot. */
  slotStarts: 3,
  /** U32 by feature: bins of present values; the one after them is for missing ones. */
  binCounts: 4,
  features: 5,
  /** U8 by feature, 0 for those that are not to be searched; or 0: all are. */
  allowed: 6,
  /** F64: the weights of the node's classes, as many as stand in pairs, and behind them of all. */
  node: 7,
  /** F64 by class: room for what stands on the left. */
  left: 8,
  minChildWeight: 9,
  /** U32 by slot; 0 where rows are not limited. */
  rowCounts: 10,
  rows: 11,
  minRowsLeaf: 12,
  /** What is found, by feature, as `FoundSlot` says. */
  found: 13,
  end: 14,
} as const;
