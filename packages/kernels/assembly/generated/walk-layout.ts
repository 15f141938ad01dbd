// Written by `npm run generate` from packages/kernels/layouts/walk.mjs. Do not edit.

/** The offset of a column that no tree asks for. */
export const NO_COLUMN: u32 = 4294967295;

/** Rows that walk one tree before the next: their values and the tree stay in the nearest cache. */
export const WALK_FEW_ROWS: u32 = 128;

/** Rows of a block. */
export const WALK_ROWS: u32 = 1024;

/** What all blocks of rows have in common. */
export const enum Walk {
  wide = 0, // 1 if numbers take eight bytes.
  columns = 4, // Offset of a `WalkColumn` for each feature on numbers.
  columnCount = 8,
  thresholds = 12, // Offset of the lists of thresholds; 0 if trees compare numbers and not ranks.
  rowBytes = 16, // From the ranks of one row to those of the next.
  exits = 20, // Offset of U8: where the answers of three levels lead.
  trees = 24, // Offset of the list of trees: `WalkTree` or, if they compare ranks, `RankedTree`.
  treeCount = 28,
  isFirst = 32, // 1 for the first list of trees: then the numbers are to be ordered and ranked.
  firstScore = 36, // Offset of the scores that the trees add to, from those of the block.
  width = 40, // Numbers that a leaf adds.
  size = 48, // What all of it takes.
}

/** A block of rows. */
export const enum WalkBlock {
  walk = 0, // Offset of the `Walk`.
  missing = 4, // 1 if a rank is missing.
  columns = 8, // Offset.
  ranks = 12, // Offset of U8: the ranks, row after row.
  scores = 16, // Offset of F64.
  scratch = 20, // Offset of a word for each row.
  size = 32, // What all of it takes.
}

/** A feature on numbers. Offsets are from the columns of a block. */
export const enum WalkColumn {
  given = 0, // Offset of its numbers as they come.
  first = 4, // Offset of the column in which missing values are less than all others, or `NO_COLUMN`.
  last = 8, // Offset of the column in which they are more, or `NO_COLUMN`.
  list = 12, // Offset of its list of thresholds, from those of all features.
  parts = 16, // Parts of that list.
  size = 32, // What all of it takes.
}

/** A node of a list. A leaf is its own child. */
export const enum WalkNode {
  number = 0, // The threshold, of one word or two. For categories the offset of a bitset, from the first node: the bit of the row's code is the child; codes count from 1, and 0 is missing.
  column = 8, // Offset in a block of rows; for categories 1 is added.
  firstChild = 12,
  size = 16, // What all of it takes.
}

/** A tree's record. */
export const enum WalkTree {
  levels = 0, // Levels of the heap; 0 if it is a list of nodes.
  nodes = 4, // Offset of the heap or of the list.
  values = 8, // Offset of the leaf values: by the exits of the heap, or by nodes.
  size = 16, // What all of it takes.
}
