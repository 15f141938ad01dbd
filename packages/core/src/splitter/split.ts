/**
 * The best cut found for a node: everything that is needed to apply it, and to write it into a tree. A search may find out what
 * nobody has asked for yet when it is read.
 */
export interface Split {
  readonly kind: "threshold" | "categories";
  readonly feature: number;
  /** In the units of the criterion; above 0. */
  readonly gain: number;
  /** Values <= threshold go to the first child; NaN for categories. Infinity: every present value does. */
  readonly threshold: number;
  /** Bitset of the category codes that go to the first child; empty for a threshold. */
  readonly categories: Uint32Array;
  /** The child that missing values go to, where no surrogate knows better. */
  readonly missingChild: 0 | 1;
  /** What stands in where the feature is missing, the best first; only in searches for surrogates. */
  readonly surrogates?: readonly SurrogateSplit[];
  /** The statistics records of both children, one after the other. */
  readonly childStats: Float64Array;
  /** Rows in each child. */
  readonly childRows: readonly [number, number];
}

/** The same split with another gain: all else is read from it, and what it finds out only then is found out still. */
export function withGain(split: Split, gain: number): Split {
  return gain === split.gain ? split : Object.create(split, { gain: { value: gain } });
}

/** All of a split as it is now, for those who keep it. */
export function copyOfSplit(split: Split): Split {
  const { kind, feature, gain, threshold, categories, missingChild, surrogates, childStats, childRows } = split;
  const copy = { kind, feature, gain, threshold, categories, missingChild, childStats, childRows };
  return { ...copy, ...(surrogates && { surrogates }) };
}

/** A split on another feature, by which rows go that lack the first one. */
export interface SurrogateSplit {
  readonly feature: number;
  /** NaN for categories. */
  readonly threshold: number;
  /** The child that values <= threshold go to; larger ones go to the other. 0 for categories. */
  readonly lowChild: 0 | 1;
  /** Two bitsets of category codes, one after the other: those that go to the first child, and those that it can tell. Empty for a threshold. */
  readonly categories: Uint32Array;
  /** The share of the rows that the split itself can part, by weight, which go the same way by both. */
  readonly agreement: number;
  /** The same beyond what sending all rows to the heavier child agrees in: above 0, and 1 where both always agree. */
  readonly adjusted: number;
}

/** What rules before a split judge: a cut in two, or a test with any number of branches, which is how `id3` and `c45` split. */
export interface CandidateSplit extends Omit<Split, "kind" | "missingChild" | "childRows"> {
  readonly kind: Split["kind"] | "multiway";
  readonly missingChild: number;
  readonly childRows: readonly number[];
}

/** The codes that go to the first child, as a tree keeps them; those that the node does not have go to the heavier one. */
export function categoryBitset(
  categoryCount: number,
  left: readonly number[],
  right: readonly number[],
  absentGoLeft: boolean,
): Uint32Array {
  const bits = new Uint32Array(Math.ceil(categoryCount / 32));
  if (absentGoLeft) {
    for (let code = 0; code < categoryCount; code++) bits[code >>> 5] |= 1 << (code & 31);
    for (const code of right) bits[code >>> 5] &= ~(1 << (code & 31));
  } else for (const code of left) bits[code >>> 5] |= 1 << (code & 31);
  return bits;
}

export const NO_CATEGORIES: Uint32Array = new Uint32Array(0);
