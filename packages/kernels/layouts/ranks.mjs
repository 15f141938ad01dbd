// How trees and rows lie in memory if all trees together have few thresholds of each feature. A number is then a byte, its
// rank: the number of the feature's thresholds that it is above, plus 1, since 0 is missing; less 128, because SIMD compares
// signed bytes. The ranks of a block of rows are written twice. Column after column: the loop compares sixteen rows at once.
// Row after row: sixteen nodes read their ranks at once. If missing values go to the second child, ranks are
// less 1: 0 becomes more than all, and the others keep their order.
//
// The first four levels of a tree are 15 nodes in the order of a heap, number 1 first, of two words each: a threshold in the
// lowest byte, and the offset of its column. Each of their 16 exits has a part, the four levels below it. A row goes to the
// second child if its rank is greater. If a tree has more than eight levels, part 0 is the first four, and each exit of each
// part has a word of 16 bits for what is next: a part, or `LEAF_NEXT` and a leaf.
//
// If a tree has no more than eight different questions, as symmetric trees have, they are a list of two words each, like
// nodes, and their answers are the bits of the place. Nodes that differ only in where missing values go have the same
// question in a block without missing values. All offsets are in bytes from the first record.
export const RankedTree = {
  unit: "u32",
  about: "A tree's record.",
  fields: {
    questions: "How many there are; 0 if nodes have to be asked.",
    asked: "Offset of the questions.",
    answers: "Offset of the leaf values by the answers.",
    present: "1 if the questions hold only while nothing is missing.",
    top: "Offset of the first four levels.",
    parts: "Offset of the parts; 0 if the tree ends with its first levels.",
    leaves: "Offset of the leaf values at the 16 exits of the top, or the 256 of the parts, or one after the other.",
    nexts: "Offset of U16: what is next; 0 if each exit of the top has its part, and each exit of these is a leaf.",
  },
};

export const RankedPart = {
  unit: "u8",
  about: "Four levels: a byte by node in the order of a heap; there is no node 0.",
  fields: {
    features: ["u8x16", ""],
    less: ["u8x16", "What is subtracted from their ranks."],
    thresholds: ["u8x16", ""],
  },
};

export const RANKED_ROWS = { u32: 256, about: "Rows that walk one tree by ranks before the next." };

export const RANK_PART = {
  u32: 16,
  about: "In a list of thresholds each of this number is repeated in front of all; so a rank is found in two steps.",
};

export const LEAF_NEXT = { u32: 0x8000, about: "In the words for what is next: a leaf." };
