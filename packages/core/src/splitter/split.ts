/** The best cut found for a node: everything that is needed to apply it, and to write it into a tree. */
export interface Split {
  readonly kind: "threshold" | "categories";
  readonly feature: number;
  /** In the units of the criterion; above 0. */
  readonly gain: number;
  /** Values <= threshold go to the first child; NaN for categories. Infinity: every present value does. */
  readonly threshold: number;
  /** Bitset of the category codes that go to the first child; empty for a threshold. */
  readonly categories: Uint32Array;
  /** The child that missing values go to. */
  readonly missingChild: 0 | 1;
  /** The statistics records of both children, one after the other. */
  readonly childStats: Float64Array;
  /** Rows in each child. */
  readonly childRows: readonly [number, number];
}

/** Of two cuts the one that gains more; of equals the one on the lower feature. */
export function betterSplit(a: Split | null, b: Split | null): Split | null {
  if (a === null || b === null) return a ?? b;
  if (a.gain !== b.gain) return a.gain > b.gain ? a : b;
  return a.feature <= b.feature ? a : b;
}
