/** A job of `scanBins`, in float64 slots; offsets are in bytes. `assembly/scan-bins.ts` has the same numbers, times 8. */
export const BinSlot = {
  histogram: 0,
  /** U32 by feature: bins of present values; the one after them is for missing ones. */
  binCounts: 1,
  featureCount: 2,
  gradients: 3,
  hessians: 4,
  l2: 5,
  minChildWeight: 6,
  /** U32 by feature and bin; 0 where rows are not limited. */
  rowCounts: 7,
  rows: 8,
  minRowsLeaf: 9,
  /** What l2 takes from the gain of every cut of the node. */
  nodeTerm: 10,
  /** What is found, by feature. */
  found: 11,
  end: 12,
} as const;

export const FoundSlot = {
  gain: 0,
  bin: 1,
  missingLeft: 2,
  gradients: 3,
  hessians: 4,
  missingHessians: 5,
  end: 6,
} as const;
