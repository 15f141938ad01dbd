import { BelowWord, WalkTree, walkColumnBytes, writeNoThreshold, writeThreshold } from "@cambium/kernels";
import { isLeaf, NodeKind, type Tree } from "../tree/tree.ts";
import { allRows } from "../util/ranges.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { heapOfNodes, innerNodesByDepth } from "./heap-of-nodes.ts";
import { WordList } from "./word-list.ts";

/** The columns of a block that hold a feature. */
export interface PackedFeature {
  readonly feature: number;
  /** The one with missing values before all others, and the one with them behind; -1 where no tree asks for it. */
  first: number;
  last: number;
  /** Of categories: codes from here on are all alike, since no tree tells them apart; 0 for numbers. */
  codes: number;
}

/** Trees as the kernels walk them (`layouts/walk.mjs` there), in lists that each stay in a processor's cache. */
export interface PackedTrees {
  /** Whether thresholds are for float64 values, or for float32 values only. */
  readonly wide: boolean;
  readonly width: number;
  readonly columnCount: number;
  readonly features: readonly PackedFeature[];
  readonly lists: readonly PackedList[];
}

export interface PackedList {
  readonly words: Int32Array;
  readonly count: number;
  /** The score that its trees add to, or the first of several. */
  readonly score: number;
}

/** Those trees of an ensemble that say something of the same score, in their order. */
export interface TreesOfScore {
  readonly score: number;
  readonly trees: readonly { readonly tree: Tree; readonly numbers: ArrayLike<number> }[];
}

/** 1 MB. */
const LIST_WORDS = 2 ** 18;

/** More full levels would waste memory, unless the tree fills at least half of them. */
const FULL_LEVELS = 8;

/** The kernels take three levels at once. */
const FEWEST_LEVELS = 3;

/** Whether the kernels can walk it: every node sends every row to one of two children by one feature. */
export function isPackable({ kind, sharesRows, surrogates }: Tree): boolean {
  return !sharesRows && surrogates === null && !kind.includes(NodeKind.Multiway);
}

/** All of them must be packable, and the model that they are of is not changed afterwards. */
export function* packTrees(byScore: readonly TreesOfScore[], width: number, wide: boolean): Turns<PackedTrees> {
  const all = byScore.flatMap(({ trees }) => trees.map(({ tree }) => tree));
  const columns = new PackedColumns(all, wide);
  const lists: PackedList[] = [];
  for (const { score, trees } of byScore) {
    let packer = new ListPacker(columns, width, wide);
    for (const { tree, numbers } of trees) {
      yield* packer.add(tree, numbers);
      yield;
      if (packer.words < LIST_WORDS) continue;
      lists.push({ ...packer.finish(), score });
      packer = new ListPacker(columns, width, wide);
    }
    if (packer.count > 0) lists.push({ ...packer.finish(), score });
  }
  return { wide, width, columnCount: Math.max(1, columns.count), features: columns.features, lists };
}

/** Gives each feature a column for each side that its missing values are sent to. */
class PackedColumns {
  readonly #byFeature = new Map<number, PackedFeature>();
  readonly #bytes: number;
  count = 0;

  constructor(trees: readonly Tree[], wide: boolean) {
    this.#bytes = walkColumnBytes(wide);
    // Bitsets of a feature are equally long in all trees, so that a row's code has a bit in each.
    for (const { feature, kind, categoryWords, nodeCount } of trees) {
      for (let node = 0; node < nodeCount; node++) {
        if (kind[node] !== NodeKind.Categories) continue;
        const of = this.#of(feature[node]);
        of.codes = Math.max(of.codes, 32 * categoryWords[node], 1);
      }
    }
  }

  get features(): readonly PackedFeature[] {
    return [...this.#byFeature.values()];
  }

  /** Where the column of numbers begins, in bytes. */
  ofNumbers(feature: number, missingChild: number): number {
    const side = missingChild === 0 ? "first" : "last";
    const of = this.#of(feature);
    if (of[side] < 0) of[side] = this.count++;
    return of[side] * this.#bytes;
  }

  ofCodes(feature: number): { readonly at: number; readonly codes: number } {
    return { at: this.ofNumbers(feature, 0), codes: this.#of(feature).codes };
  }

  #of(feature: number): PackedFeature {
    const known = this.#byFeature.get(feature) ?? { feature, first: -1, last: -1, codes: 0 };
    this.#byFeature.set(feature, known);
    return known;
  }
}

class ListPacker {
  readonly #records: Int32Array[] = [];
  readonly #words = new WordList();

  constructor(
    private readonly columns: PackedColumns,
    private readonly width: number,
    private readonly wide: boolean,
  ) {}

  get words(): number {
    return this.#words.used;
  }

  get count(): number {
    return this.#records.length;
  }

  *add(tree: Tree, numbers: ArrayLike<number>): Turns<void> {
    const inner = innerNodesByDepth(tree);
    yield;
    const depth = inner.length;
    const mixed = tree.kind.includes(NodeKind.Categories);
    const isFull = depth <= FULL_LEVELS || (depth < 31 && tree.nodeCount >= 1 << depth);
    const levels = mixed ? 0 : Math.max(FEWEST_LEVELS, isFull ? depth : fullLevels(inner));
    const record = new Int32Array(WalkTree.size);
    record[WalkTree.levels] = levels;
    const exits = this.#heap(tree, levels, record);
    if (mixed || depth > levels) yield* this.#below(tree, exits, numbers, Number(mixed), record);
    else this.#leaves(exits, numbers, 1 << levels, record);
    this.#records.push(record);
  }

  /** The trees in one piece: records first, and all places counted from there. */
  finish(): Omit<PackedList, "score"> {
    const places = [WalkTree.heap, WalkTree.below, WalkTree.exits, WalkTree.values];
    return { words: this.#words.behind(this.#records, places), count: this.count };
  }

  /** Writes the full levels, and gives the node at each of their exits. */
  #heap(tree: Tree, levels: number, record: Int32Array): Uint32Array {
    const slots = 1 << levels;
    const size = this.wide ? 4 : 2;
    const at = this.#words.take(slots * size);
    const nodes = heapOfNodes(tree, levels);
    for (let slot = 1; slot < slots; slot++) {
      this.#question(tree, nodes[slot], at + slot * size, size / 2);
    }
    record[WalkTree.heap] = 4 * at;
    return nodes.subarray(slots);
  }

  /** Every node of the tree under its own number, for the rows that come out of the heap. */
  *#below(tree: Tree, exits: Uint32Array, numbers: ArrayLike<number>, mixed: number, record: Int32Array): Turns<void> {
    const exitsAt = this.#words.take(exits.length);
    this.#words.words.set(exits, exitsAt);
    const nodesAt = this.#words.take(BelowWord.size * tree.nodeCount);
    yield* turnsOver(tree.nodeCount, (start, end) => {
      for (let node = start; node < end; node++) {
        const at = nodesAt + BelowWord.size * node;
        if (tree.kind[node] === NodeKind.Categories) this.#categories(tree, node, at, nodesAt);
        else this.#question(tree, node, at, BelowWord.column);
        this.#words.words[at + BelowWord.firstChild] = isLeaf(tree, node) ? node : tree.firstChild[node];
      }
    });
    record[WalkTree.below] = 4 * nodesAt;
    record[WalkTree.exits] = 4 * exitsAt;
    record[WalkTree.mixed] = mixed;
    this.#leaves(allRows(tree.nodeCount), numbers, 0, record);
  }

  /** The number, and `columnAt` words behind it the column. */
  #question(tree: Tree, node: number, at: number, columnAt: number): void {
    if (isLeaf(tree, node)) writeNoThreshold(this.#words.words, at, this.wide);
    else {
      writeThreshold(this.#words.words, at, tree.threshold[node], this.wide);
      this.#words.words[at + columnAt] = this.columns.ofNumbers(tree.feature[node], tree.missingChild[node]);
    }
  }

  #categories(tree: Tree, node: number, at: number, nodesAt: number): void {
    const column = this.columns.ofCodes(tree.feature[node]);
    const bitsAt = this.#words.take((column.codes >> 5) + 2);
    const start = tree.categoryStart[node];
    for (let word = 0; word <= column.codes >> 5; word++) {
      const second = word < tree.categoryWords[node] ? ~tree.categories[start + word] : -1;
      this.#words.words[bitsAt + word] |= second << 1;
      this.#words.words[bitsAt + word + 1] |= second >>> 31;
    }
    this.#words.words[bitsAt] |= tree.missingChild[node];
    this.#words.words[at + BelowWord.number] = 4 * (bitsAt - nodesAt);
    this.#words.words[at + BelowWord.column] = column.at + 1;
  }

  /** What each place adds: the numbers of its node. */
  #leaves(nodes: Uint32Array, numbers: ArrayLike<number>, first: number, record: Int32Array): void {
    record[WalkTree.values] = 4 * this.#words.addRows(nodes, numbers, this.width);
    record[WalkTree.first] = first;
  }
}

/** Levels that are at least half full, in a tree that is not. */
function fullLevels(inner: readonly number[]): number {
  const sparse = inner.findIndex((count, level) => level > FULL_LEVELS || 2 * count < 1 << level);
  return sparse < 0 ? inner.length : sparse;
}
