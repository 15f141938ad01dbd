// Written by `npm run generate` from packages/kernels/layouts/ranks.mjs. Do not edit.

/** In the words for what is next: a leaf. */
export const LEAF_NEXT: u32 = 32768;

/** Rows that walk one tree by ranks before the next. */
export const RANKED_ROWS: u32 = 256;

/** In a list of thresholds each of this number is repeated in front of all; so a rank is found in two steps. */
export const RANK_PART: u32 = 16;

/** Four levels: a byte by node in the order of a heap; there is no node 0. */
export const enum RankedPart {
  features = 0,
  less = 16, // What is subtracted from their ranks.
  thresholds = 32,
  size = 48, // What all of it takes.
}

/** A tree's record. */
export const enum RankedTree {
  questions = 0, // How many there are; 0 if nodes have to be asked.
  asked = 4, // Offset of the questions.
  answers = 8, // Offset of the leaf values by the answers.
  present = 12, // 1 if the questions hold only while nothing is missing.
  top = 16, // Offset of the first four levels.
  parts = 20, // Offset of the parts; 0 if the tree ends with its first levels.
  leaves = 24, // Offset of the leaf values at the 16 exits of the top, or the 256 of the parts, or one after the other.
  nexts = 28, // Offset of U16: what is next; 0 if each exit of the top has its part, and each exit of these is a leaf.
  size = 32, // What all of it takes.
}
