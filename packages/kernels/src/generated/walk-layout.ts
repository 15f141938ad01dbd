// Written by `npm run generate` from packages/kernels/layouts/walk.mjs. Do not edit.

/** The offset of a column that no tree asks for. */
export const NO_COLUMN = 4294967295;

/** Rows that walk one tree before the next: their values and the tree stay in the nearest cache. */
export const WALK_FEW_ROWS = 128;

/** Rows of a block. */
export const WALK_ROWS = 1024;

/** What all blocks of rows have in common. */
export enum Walk {
  /** 1 if numbers take eight bytes. */
  wide = 0,
  /** Offset of a `WalkColumn` for each feature on numbers. */
  columns = 1,
  columnCount = 2,
  /** Offset of the lists of thresholds; 0 if trees compare numbers and not ranks. */
  thresholds = 3,
  /** From the ranks of one row to those of the next. */
  rowBytes = 4,
  /** Offset of U8: where the answers of three levels lead. */
  exits = 5,
  /** Offset of the list of trees: `WalkTree` or, if they compare ranks, `RankedTree`. */
  trees = 6,
  treeCount = 7,
  /** 1 for the first list of trees: then the numbers are to be ordered and ranked. */
  isFirst = 8,
  /** Offset of the scores that the trees add to, from those of the block. */
  firstScore = 9,
  /** Numbers that a leaf adds. */
  width = 10,
  /** What all of it takes. */
  size = 12,
}

/** A block of rows. */
export enum WalkBlock {
  /** Offset of the `Walk`. */
  walk = 0,
  /** 1 if a rank is missing. */
  missing = 1,
  /** Offset. */
  columns = 2,
  /** Offset of U8: the ranks, row after row. */
  ranks = 3,
  /** Offset of F64. */
  scores = 4,
  /** Offset of a word for each row. */
  scratch = 5,
  /** What all of it takes. */
  size = 8,
}

/** A feature on numbers. Offsets are from the columns of a block. */
export enum WalkColumn {
  /** Offset of its numbers as they come. */
  given = 0,
  /** Offset of the column in which missing values are less than all others, or `NO_COLUMN`. */
  first = 1,
  /** Offset of the column in which they are more, or `NO_COLUMN`. */
  last = 2,
  /** Offset of its list of thresholds, from those of all features. */
  list = 3,
  /** Parts of that list. */
  parts = 4,
  /** What all of it takes. */
  size = 8,
}

/** A node of a list. A leaf is its own child. */
export enum WalkNode {
  /** The threshold, of one word or two. For categories the offset of a bitset, from the first node: the bit of the row's code is the child; codes count from 1, and 0 is missing. */
  number = 0,
  /** Offset in a block of rows; for categories 1 is added. */
  column = 2,
  firstChild = 3,
  /** What all of it takes. */
  size = 4,
}

/** A tree's record. */
export enum WalkTree {
  /** Levels of the heap; 0 if it is a list of nodes. */
  levels = 0,
  /** Offset of the heap or of the list. */
  nodes = 1,
  /** Offset of the leaf values: by the exits of the heap, or by nodes. */
  values = 2,
  /** What all of it takes. */
  size = 4,
}
