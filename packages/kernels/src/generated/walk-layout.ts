// Written by `npm run generate` from packages/kernels/layouts/walk.mjs. Do not edit.

/** A node below the heap. A leaf is its own child. */
export const BelowWord = {
  /** The threshold, of one word or two. For categories the offset of a bitset, from the first node below: the bit of the row's code is the child; codes count from 1, and 0 is missing. */
  number: 0,
  /** Offset in a block of rows; for categories 1 is added. */
  column: 2,
  firstChild: 3,
  /** What all of it takes. */
  size: 4,
} as const;

/** Rows that walk one tree before the next: their values and the tree stay in the nearest cache. */
export const WALK_FEW_ROWS = 128;

/** A tree's record. */
export const WalkTree = {
  levels: 0,
  /** Offset of the heap. */
  heap: 1,
  /** Offset of the nodes below the heap; 0 if there are none. */
  below: 2,
  /** Offset of U32: the node below each exit. */
  exits: 3,
  /** Offset of the leaf values. */
  values: 4,
  /** The place that the first of them belongs to. */
  first: 5,
  /** 1 if nodes below split categories. */
  mixed: 6,
  /** What all of it takes. */
  size: 8,
} as const;
