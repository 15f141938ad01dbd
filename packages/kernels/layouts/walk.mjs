// How trees and rows lie in memory when rows are predicted. Numbers are integers of the same order (`orderNumbers`), of four
// bytes each, or of eight if a column needs them ("wide"). Rows come in blocks of at most `WALK_ROWS`, column after column.
// A feature may have two columns: missing values are less than all others in one, and more in the other.
//
// All offsets are in bytes from the first record. A tree begins as a heap: `levels` full levels of nodes [number, column],
// number 1 first, the children of i are 2i and 2i + 1; a leaf above the last level sends its rows to itself. If the tree goes
// on below, each of the 2^levels exits has the index of a node, a `BelowWord`. A row goes to the second child if its value is
// greater.
export const WalkTree = {
  unit: "u32",
  about: "A tree's record.",
  fields: {
    levels: "",
    heap: "Offset of the heap.",
    below: "Offset of the nodes below the heap; 0 if there are none.",
    exits: "Offset of U32: the node below each exit.",
    values: "Offset of the leaf values.",
    first: "The place that the first of them belongs to.",
    mixed: "1 if nodes below split categories.",
  },
};

export const BelowWord = {
  unit: "u32",
  about: "A node below the heap. A leaf is its own child.",
  fields: {
    number: [
      "u32x2",
      "The threshold, of one word or two. For categories the offset of a bitset, from the first node below: the bit of the row's code is the child; codes count from 1, and 0 is missing.",
    ],
    column: "Offset in a block of rows; for categories 1 is added.",
    firstChild: "",
  },
};

export const WALK_FEW_ROWS = {
  u32: 128,
  about: "Rows that walk one tree before the next: their values and the tree stay in the nearest cache.",
};
