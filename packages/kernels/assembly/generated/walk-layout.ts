// Written by `npm run generate` from packages/kernels/layouts/walk.mjs. Do not edit.

/** A node below the heap. A leaf is its own child. */
export const enum BelowWord {
  number = 0, // The threshold, of one word or two. For categories the offset of a bitset, from the first node below: the bit of the row's code is the child; codes count from 1, and 0 is missing.
  column = 8, // Offset in a block of rows; for categories 1 is added.
  firstChild = 12,
  size = 16, // What all of it takes.
}

/** Rows that walk one tree before the next: their values and the tree stay in the nearest cache. */
export const WALK_FEW_ROWS: u32 = 128;

/** A tree's record. */
export const enum WalkTree {
  levels = 0,
  heap = 4, // Offset of the heap.
  below = 8, // Offset of the nodes below the heap; 0 if there are none.
  exits = 12, // Offset of U32: the node below each exit.
  values = 16, // Offset of the leaf values.
  first = 20, // The place that the first of them belongs to.
  mixed = 24, // 1 if nodes below split categories.
  size = 32, // What all of it takes.
}
