import { writeNoThreshold, writeThreshold } from "./walk-layout.ts";

/*
 * How trees and rows lie in memory where all trees together have few thresholds of a feature. A number is then a byte, its
 * rank: above how many of the feature's thresholds it is, and 1 more, since 0 is missing; less 128, as SIMD compares bytes with
 * signs. The ranks of a block of rows stand twice: column after column, sixteen rows of which are compared at once; and row
 * after row, from which sixteen nodes pick theirs at once. Where missing values go to the second child the ranks are taken
 * less 1: 0 becomes more than all, and the others keep their order.
 *
 * The first four levels of a tree are 15 nodes in the order of a heap, number 1 first, of two words each: a threshold in the lowest
 * byte, and where its column begins. Each of their 16 exits has a part, the four levels below it: of 16 nodes, number 0 of
 * which is none, the features, these less 16, what is taken from their ranks, and their thresholds, a byte each. A row goes to
 * the second child where its rank is greater. Where a tree has more than eight levels, part 0 stands for the first four, and
 * each exit of each part has a word of 16 bits that says what is next: a part, or 32,768 and a leaf.
 *
 * Where a tree asks no more than eight questions, as symmetric trees do, these stand in a list, two words each like nodes, and
 * their answers are the bits of the place; that nodes only differ in where missing values go is no difference in a block without
 * any. All places are in bytes from the first record.
 */

/** The words of a tree's record. */
export const RankedTree = {
  /** How many there are; 0 where nodes have to be asked. */
  questions: 0,
  asked: 1,
  /** What the leaves say that the answers lead to. */
  answers: 2,
  /** 1 where the questions hold only while nothing is missing. */
  present: 3,
  top: 4,
  /** 0 where the tree ends with its first levels. */
  parts: 5,
  /** What the leaves say at the 16 exits of the top, or the 256 of the parts, or one after the other. */
  leaves: 6,
  /** 0 where each exit of the top has its part, and each exit of these is a leaf. */
  nexts: 7,
  end: 8,
} as const;

/** What 127 stands for: no rank is greater. */
export const NO_RANK = 127;

/** Of a part. */
export const RankedPart = { features: 0, features16: 16, less: 32, thresholds: 48, end: 64 } as const;

/** A byte tells as many apart, with those that are missing, and those above no threshold. */
export const MOST_THRESHOLDS = 254;

/** In the words that say what is next. */
export const LEAF_NEXT = 0x8000;

/** Of more features it takes longer to pick sixteen than to walk. */
export const MOST_RANKED = 128;

/** Rows that go down one tree before the next. */
export const RANKED_ROWS = 256;

/** From one column of a block to the next, for `WALK_ROWS` rows. */
export const RANK_COLUMN_BYTES = 1024 + 64;

/** The bytes of a row: as sixteen are picked from at once, and 32 without a loop. */
export function rankedRowBytes(features: number): number {
  return Math.max(32, (features + 15) & ~15);
}

/** In a list of thresholds, every sixteenth stands before all others: so a rank is found in two steps. */
export const RANK_PART = 16;

/** Of a feature's list, for so many thresholds. */
export function thresholdWords(count: number, wide: boolean): number {
  return (wide ? 2 : 1) * RANK_PART * (1 + partsOf(count));
}

/** One place is for the least integer, which only missing values are not above. */
export function partsOf(count: number): number {
  return Math.ceil((count + 1) / RANK_PART);
}

/** Writes the list of a feature's thresholds, which are all different and in order. */
export function writeThresholds(into: Int32Array, at: number, thresholds: readonly number[], wide: boolean): void {
  const size = wide ? 2 : 1;
  const first = at + size * RANK_PART;
  for (let place = at; place < at + thresholdWords(thresholds.length, wide); place += size) {
    writeNoThreshold(into, place, wide);
  }
  [Number.NaN, ...thresholds].forEach((threshold, index) => {
    writeThreshold(into, first + size * index, threshold, wide);
  });
  for (let part = 1; part < partsOf(thresholds.length); part++) {
    const last = first + size * (RANK_PART * part - 1);
    into.copyWithin(at + size * (part - 1), last, last + size);
  }
}
