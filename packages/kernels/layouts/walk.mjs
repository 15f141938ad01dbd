// How trees and rows lie in memory when rows are predicted. Numbers are integers of the same order, of four bytes each, or of
// eight if a column needs them ("wide"). Rows come in blocks of at most `WALK_ROWS`, column after column. A feature may have two
// columns: missing values are less than all others in one, and more in the other.
//
// All offsets of a tree are in bytes from the first record of its list. A tree is either a heap or a list of nodes. A heap has
// `levels` full levels of nodes [number, column], number 1 first; the children of i are 2i and 2i + 1, and a leaf above the last
// level sends its rows to itself. A list has a `WalkNode` for each node of the tree. A row goes to the second child if its value
// is greater.
export const WALK_ROWS = { u32: 1024, about: "Rows of a block." };

export const WALK_FEW_ROWS = {
  u32: 128,
  about: "Rows that walk one tree before the next: their values and the tree stay in the nearest cache.",
};

export const Walk = {
  unit: "u32",
  about: "What all blocks of rows have in common.",
  fields: {
    wide: "1 if numbers take eight bytes.",
    columns: "Offset of a `WalkColumn` for each feature on numbers.",
    columnCount: "",
    thresholds: "Offset of the lists of thresholds; 0 if trees compare numbers and not ranks.",
    rowBytes: "From the ranks of one row to those of the next.",
    exits: "Offset of U8: where the answers of three levels lead.",
    trees: "Offset of the list of trees: `WalkTree` or, if they compare ranks, `RankedTree`.",
    treeCount: "",
    isFirst: "1 for the first list of trees: then the numbers are to be ordered and ranked.",
    firstScore: "Offset of the scores that the trees add to, from those of the block.",
    width: "Numbers that a leaf adds.",
  },
};

export const WalkBlock = {
  unit: "u32",
  about: "A block of rows.",
  fields: {
    walk: "Offset of the `Walk`.",
    missing: "1 if a rank is missing.",
    columns: "Offset.",
    ranks: "Offset of U8: the ranks, row after row.",
    scores: "Offset of F64.",
    scratch: "Offset of a word for each row.",
  },
};

export const NO_COLUMN = { u32: 0xffffffff, about: "The offset of a column that no tree asks for." };

export const WalkColumn = {
  unit: "u32",
  about: "A feature on numbers. Offsets are from the columns of a block.",
  fields: {
    given: "Offset of its numbers as they come.",
    first: "Offset of the column in which missing values are less than all others, or `NO_COLUMN`.",
    last: "Offset of the column in which they are more, or `NO_COLUMN`.",
    list: "Offset of its list of thresholds, from those of all features.",
    parts: "Parts of that list.",
  },
};

export const WalkTree = {
  unit: "u32",
  about: "A tree's record.",
  fields: {
    levels: "Levels of the heap; 0 if it is a list of nodes.",
    nodes: "Offset of the heap or of the list.",
    values: "Offset of the leaf values: by the exits of the heap, or by nodes.",
  },
};

export const WalkNode = {
  unit: "u32",
  about: "A node of a list. A leaf is its own child.",
  fields: {
    number: [
      "u32x2",
      "The threshold, of one word or two. For categories the offset of a bitset, from the first node: the bit of the row's code is the child; codes count from 1, and 0 is missing.",
    ],
    column: "Offset in a block of rows; for categories 1 is added.",
    firstChild: "",
  },
};
