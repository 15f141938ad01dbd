// Written by `npm run generate` from packages/kernels/layouts/ranks.mjs. Do not edit.

/** In the words for what is next: a leaf. */
export const LEAF_NEXT = 32768;

/** Rows that walk one tree by ranks before the next. */
export const RANKED_ROWS = 256;

/** In a list of thresholds each of this number is repeated in front of all; so a rank is found in two steps. */
export const RANK_PART = 16;

/** Four levels: a byte by node in the order of a heap; there is no node 0. */
export enum RankedPart {
  features = 0,
  /** What is subtracted from their ranks. */
  less = 16,
  thresholds = 32,
  /** What all of it takes. */
  size = 48,
}

/** A tree's record. */
export enum RankedTree {
  /** How many there are; 0 if nodes have to be asked. */
  questions = 0,
  /** Offset of the questions. */
  asked = 1,
  /** Offset of the leaf values by the answers. */
  answers = 2,
  /** 1 if the questions hold only while nothing is missing. */
  present = 3,
  /** Offset of the first four levels. */
  top = 4,
  /** Offset of the parts; 0 if the tree ends with its first levels. */
  parts = 5,
  /** Offset of the leaf values at the 16 exits of the top, or the 256 of the parts, or one after the other. */
  leaves = 6,
  /** Offset of U16: what is next; 0 if each exit of the top has its part, and each exit of these is a leaf. */
  nexts = 7,
  /** What all of it takes. */
  size = 8,
}
