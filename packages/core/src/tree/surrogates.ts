import { sideBySurrogate } from "../util/side-of-value.ts";

/**
 * The splits that stand in for those of a tree where a feature is missing: parallel arrays, one entry per surrogate, those
 * of a node side by side and the best first.
 */
export interface Surrogates {
  /** Per node of the tree: where its surrogates begin, and how many it has. */
  readonly start: Uint32Array;
  readonly count: Uint32Array;
  /** Index into the model's features. */
  readonly feature: Int32Array;
  /** NaN where the surrogate parts categories. */
  readonly threshold: Float64Array;
  /** The child, counted from the first, that values <= the threshold go to; larger ones go to the other. */
  readonly lowChild: Uint8Array;
  /** Where the surrogate's part of `categories` begins, and how many 32-bit words it has; 0 for a threshold. */
  readonly categoryStart: Uint32Array;
  readonly categoryWords: Uint32Array;
  /** Two bitsets of codes, one after the other: those that go to the first child, and those that the surrogate can tell. */
  readonly categories: Uint32Array;
  /** Share of the training rows, by weight, that the surrogate sent where the split did. */
  readonly agreement: Float64Array;
  /** The same beyond sending all rows to the heavier child: above 0, and at most 1. */
  readonly adjusted: Float64Array;
}

/** True where rows that lack the feature of this node go by other features. */
export function hasSurrogates({ surrogates }: { readonly surrogates: Surrogates | null }, node: number): boolean {
  return surrogates !== null && surrogates.count[node] > 0;
}

/** The child by surrogate `index` for a row with this value of its feature; -1 where it can not tell. */
export function sideOfSurrogate(surrogates: Surrogates, index: number, value: number): number {
  const { threshold, lowChild, categories, categoryStart, categoryWords } = surrogates;
  return sideBySurrogate(
    value,
    threshold[index],
    lowChild[index],
    categories,
    categoryStart[index],
    categoryWords[index],
  );
}
