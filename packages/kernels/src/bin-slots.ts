/** A job of `scanBins`, in float64 slots; offsets are in bytes. `assembly/scan-bins.ts` has the same numbers, times 8. */
export const BinSlot = {
  histogram: 0,
  /** U32 by feature: its first slot in the histogram, which has [gradients, hessians] a slot. */
  slotStart: 1,
  /** U32 by feature: bins of present values; the one after them is for missing ones. */
  binCounts: 2,
  /** Features from this one on, up to `to`. */
  from: 3,
  to: 4,
  /** U8 by feature, 0 for those that are not to be searched; or 0: all are. */
  allowed: 5,
  gradients: 6,
  hessians: 7,
  l2: 8,
  minChildWeight: 9,
  /** U32 by slot; 0 where rows are not limited. */
  rowCounts: 10,
  rows: 11,
  minRowsLeaf: 12,
  /** What l2 takes from the gain of every cut of the node. */
  nodeTerm: 13,
  /** What is found, by feature. */
  found: 14,
  l1: 15,
  /** Bounds of the values of leaves beneath the node. */
  lower: 16,
  upper: 17,
  /** I8 by feature: 1 where the left child may not say more than the right, -1 less; or 0. */
  monotone: 18,
  /** F64 by feature, which gains are multiplied by; or 0. */
  gainFactors: 19,
  /** U8 by feature: 0 for numbers, 1 for runs of sorted categories, 2 for each against the rest; or 0. */
  categorical: 20,
  /** Added to the hessians by which categories are sorted. */
  smoothing: 21,
  /** Where this job may sort categories: `sortBytes` of the most that a feature has. */
  scratch: 22,
  /** Of sorted categories, on one of the two sides; 0 for any number. */
  mostCategories: 23,
  end: 24,
} as const;

export const FoundSlot = {
  gain: 0,
  /** The last bin on the left, of sorted categories in their order; of one against the rest the one, or how many bins there are for all. */
  bin: 1,
  missingLeft: 2,
  gradients: 3,
  hessians: 4,
  missingHessians: 5,
  end: 6,
} as const;
