import type { SurrogateSplit } from "../splitter/split.ts";
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
  const { threshold, lowChild, categories } = surrogates;
  const [start, words] = [surrogates.categoryStart[index], surrogates.categoryWords[index]];
  return sideBySurrogate(value, threshold[index], lowChild[index], categories, start, words);
}

/** The surrogates of each node, as arrays; null if no node has surrogates. */
export function packSurrogates(ofNodes: readonly (readonly SurrogateSplit[])[]): Surrogates | null {
  const all = ofNodes.flat();
  if (all.length === 0) return null;
  const categories = Uint32Array.from(all.flatMap((surrogate) => [...surrogate.categories]));
  const words = all.map((surrogate) => surrogate.categories.length);
  return {
    start: startsOf(ofNodes.map(({ length }) => length)),
    count: Uint32Array.from(ofNodes, ({ length }) => length),
    feature: Int32Array.from(all, ({ feature }) => feature),
    threshold: Float64Array.from(all, ({ threshold }) => threshold),
    lowChild: Uint8Array.from(all, ({ lowChild }) => lowChild),
    categoryStart: startsOf(words),
    categoryWords: Uint32Array.from(words),
    categories,
    agreement: Float64Array.from(all, ({ agreement }) => agreement),
    adjusted: Float64Array.from(all, ({ adjusted }) => adjusted),
  };
}

/** The surrogates of one node, as they were before they were packed. */
export function surrogatesOf(surrogates: Surrogates | null, node: number): SurrogateSplit[] {
  if (surrogates === null) return [];
  const { start, count, categoryStart, categoryWords } = surrogates;
  return Array.from({ length: count[node] }, (_, place) => {
    const at = start[node] + place;
    return {
      feature: surrogates.feature[at],
      threshold: surrogates.threshold[at],
      lowChild: surrogates.lowChild[at] === 0 ? 0 : 1,
      categories: surrogates.categories.subarray(categoryStart[at], categoryStart[at] + categoryWords[at]),
      agreement: surrogates.agreement[at],
      adjusted: surrogates.adjusted[at],
    };
  });
}

/** Where each run begins when runs of these lengths stand one after the other. */
export function startsOf(lengths: ArrayLike<number>): Uint32Array {
  const starts = new Uint32Array(lengths.length);
  for (let i = 1; i < lengths.length; i++) starts[i] = starts[i - 1] + lengths[i - 1];
  return starts;
}
