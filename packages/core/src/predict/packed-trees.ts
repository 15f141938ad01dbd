import { WALK_ROWS, type WalkedColumn, type WalkedList, type WalkShape } from "@cambium/kernels";
import type { Tree } from "../tree/tree.ts";
import type { Turns } from "../util/turns.ts";

/** Trees as the kernels walk them: node by node, or by the ranks of numbers. They are packed once for a model that does not change afterwards. */
export type PackedTrees = WalkShape;

/** What trees add to the scores of a row. */
export interface Addends {
  /** Those trees that say something of the same score, in their order, with the numbers of their nodes. */
  readonly byScore: readonly {
    readonly score: number;
    readonly trees: readonly { readonly tree: Tree; readonly numbers: ArrayLike<number> }[];
  }[];
  /** Numbers of a node: as many as there are scores, or one. */
  readonly width: number;
  readonly scoreCount: number;
}

/** 1 MB: it stays in a processor's cache. */
const LIST_WORDS = 2 ** 18;

/**
 * The trees in lists. `pack` writes what a tree is into the words of a list, and gives its record; `places` are the words of a record that are places among
 * them. In the list they are counted from the first record.
 */
export function* packLists(
  { byScore }: Addends,
  places: readonly number[],
  pack: (words: WordList, tree: Tree, numbers: ArrayLike<number>) => Turns<Int32Array>,
): Turns<WalkedList[]> {
  const lists: WalkedList[] = [];
  for (const { score, trees } of byScore) {
    let words = new WordList();
    let records: Int32Array[] = [];
    for (const [index, { tree, numbers }] of trees.entries()) {
      records.push(yield* pack(words, tree, numbers));
      yield;
      if (words.used < LIST_WORDS && index < trees.length - 1) continue;
      lists.push({ words: words.behind(records, places), count: records.length, score });
      words = new WordList();
      records = [];
    }
  }
  return lists;
}

/** The columns of a block of rows, which trees ask for by where they begin, in bytes. */
export class PackedColumns {
  readonly #columns = new Map<number, WalkedColumn>();
  /** Of all columns so far. */
  bytes = 0;

  constructor(private readonly bytesOfNumber: number) {}

  get all(): readonly WalkedColumn[] {
    return [...this.#columns.values()];
  }

  /** What is known of a feature's columns, of which there are none at first. */
  of(feature: number): WalkedColumn {
    const known = this.#columns.get(feature);
    if (known !== undefined) return known;
    const column = { feature, given: -1, first: -1, last: -1, codes: 0, list: 0, thresholds: 0 };
    this.#columns.set(feature, column);
    return column;
  }

  /** Where the column begins whose missing values go to that child. */
  ofSide(feature: number, missingChild: number): number {
    const side = missingChild === 0 ? "first" : "last";
    const column = this.of(feature);
    if (column[side] < 0) column[side] = this.take(this.bytesOfNumber);
    return column[side];
  }

  /** Bytes for a block of numbers. They do not begin at multiples of a power of two, so that columns do not share the same few lines of a cache. */
  take(bytesOfNumber: number): number {
    const at = this.bytes;
    this.bytes += bytesOfNumber * WALK_ROWS + 64;
    return at;
  }
}

/** Words one behind the other, for lists that are brought to the kernels in one piece. */
export class WordList {
  /** May be another after each `take`. */
  words = new Int32Array(1024);
  /** A place of 0 is none. */
  used = 2;

  get bytes(): Uint8Array {
    return new Uint8Array(this.words.buffer);
  }

  /** So many zeroes, from a place that a float64 may stand at. */
  take(words: number): number {
    const at = this.used;
    this.used += words + (words & 1);
    if (this.used > this.words.length) {
      const larger = new Int32Array(2 * this.used);
      larger.set(this.words);
      this.words = larger;
    }
    return at;
  }

  /** Words that are known; gives their place in bytes. */
  add(words: ArrayLike<number>): number {
    const at = this.take(words.length);
    this.words.set(words, at);
    return 4 * at;
  }

  /** The float64 numbers of the listed rows, `width` each; gives their place in bytes. */
  addRows(rows: Uint32Array, numbers: ArrayLike<number>, width: number): number {
    const values = new Float64Array(rows.length * width);
    rows.forEach((row, place) => {
      for (let k = 0; k < width; k++) values[place * width + k] = numbers[row * width + k];
    });
    return this.add(new Int32Array(values.buffer));
  }

  /** Records, and all this behind them; those of their words that are places, but 0, are counted from the first record then. */
  behind(records: readonly Int32Array[], places: readonly number[]): Int32Array {
    const start = records.reduce((sum, { length }) => sum + length, 0);
    const all = new Int32Array(start + this.used);
    let at = 0;
    for (const record of records) {
      all.set(record, at);
      for (const place of places) if (record[place] !== 0) all[at + place] += 4 * start;
      at += record.length;
    }
    all.set(this.words.subarray(0, this.used), start);
    return all;
  }
}
