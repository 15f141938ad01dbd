/*
 * How trees and rows lie in memory when rows are predicted. Numbers are integers of their order (`orderNumbers`), four
 * bytes each, or eight where a column needs them ("wide"). Rows come in blocks of at most `WALK_ROWS`, column after column;
 * a feature may have two columns, for missing values are less than all in one, and more than all in the other.
 *
 * All places are in bytes from the first record. A tree begins as a heap: `levels` full levels of nodes [number, column],
 * number 1 first, the children of i are 2i and 2i + 1; a leaf that comes earlier sends rows both ways to itself. Where the tree
 * goes on below, each of the 2^levels exits has the index of a node [number, column, first child], and a leaf is its own
 * child. A row goes to the second child where its value is greater. A node on categories has for its number the place
 * of a bitset, from the first node below on, and 1 added to its column: the bit of the row's code says the child. (Codes
 * count from 1; 0 is missing.)
 */

/** The words of a tree's record. */
export const WalkTree = {
  levels: 0,
  heap: 1,
  /** Nodes below the heap, and where each of its exits leads; 0 where there are none. */
  below: 2,
  exits: 3,
  /** What the leaves say, and the place that the first of it belongs to. */
  values: 4,
  first: 5,
  /** 1 where nodes below ask for categories. */
  mixed: 6,
  end: 8,
} as const;

export const WALK_ROWS = 1024;

/** Rows that go down one tree before the next. */
export const WALK_FEW_ROWS = 128;

/** Nodes below a heap have this many words. */
export const BELOW_WORDS = 4;

/** From one column of a block to the next. Not a power of two, so that columns do not share the same few lines of a cache. */
export function walkColumnBytes(wide: boolean): number {
  return (wide ? 8 : 4) * WALK_ROWS + 64;
}

/** More than every number, and than a missing value that is more than every number's. */
export const MOST_WORD = 0x7fffffff;

const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Int32Array(number.buffer);
const single = /* @__PURE__ */ new Float32Array(1);
const bits = /* @__PURE__ */ new Int32Array(single.buffer);

/**
 * Writes a threshold as an integer: a value is greater than the one where its integer is greater than the other. In four
 * bytes it is the largest float32 that is not above it, which parts all float32 values alike. NaN is below every value.
 */
export function writeThreshold(into: Int32Array, at: number, threshold: number, wide: boolean): void {
  const isNumber = !Number.isNaN(threshold);
  if (wide) {
    number[0] = threshold + 0;
    const flips = words[1] >> 31;
    into[at] = isNumber ? words[0] ^ flips : 0;
    into[at + 1] = isNumber ? words[1] ^ (flips & MOST_WORD) : ~MOST_WORD;
    return;
  }
  single[0] = threshold + 0;
  const nearest = bits[0] ^ ((bits[0] >> 31) & MOST_WORD);
  into[at] = isNumber ? nearest - (single[0] > threshold ? 1 : 0) : ~MOST_WORD;
}

/** A threshold that no value is greater than. */
export function writeNoThreshold(into: Int32Array, at: number, wide: boolean): void {
  into[at] = wide ? -1 : MOST_WORD;
  if (wide) into[at + 1] = MOST_WORD;
}
