import { LEAF_NEXT, NO_RANK, RANK_COLUMN_BYTES, type RankedColumn, RankedPart, RankedTree } from "@cambium/kernels";
import { isLeaf, type Tree } from "../tree/tree.ts";
import type { Turns } from "../util/turns.ts";
import { type FeatureRanks, orderOfThreshold, rankFeatures } from "./feature-ranks.ts";
import { heapOfNodes, innerNodesByDepth } from "./heap-of-nodes.ts";
import type { PackedList, TreesOfScore } from "./pack-trees.ts";
import { questionsOfTree } from "./questions-of-tree.ts";
import { WordList } from "./word-list.ts";

/** A feature that some tree asks for. */
export interface RankedFeature extends RankedColumn {
  readonly feature: number;
}

/** Trees as the kernels walk them by ranks (`layouts/ranks.mjs` there), in lists that each stay in a processor's cache. */
export interface RankedTrees {
  /** Whether thresholds are for float64 values, or for float32 values only. */
  readonly wide: boolean;
  readonly width: number;
  readonly thresholds: Int32Array;
  readonly features: readonly RankedFeature[];
  readonly lists: readonly PackedList[];
}

/** 1 MB. */
const LIST_WORDS = 2 ** 18;

/** Of the first nodes, and of a part. */
const LEVELS = 4;
const EXITS = 1 << LEVELS;

/** What 15 bits tell apart. */
const MOST_NODES = LEAF_NEXT;

/** Their answers fill a byte. */
const MOST_QUESTIONS = 8;

/** To find a number's rank takes as long as is won in two trees. */
const TREES_A_FEATURE = 0.5;

/**
 * Null where the kernels can not walk them so, or it does not pay: where trees ask for categories, or have too many nodes, thresholds
 * or features. All must be packable, and are not changed afterwards.
 */
export function* rankTrees(byScore: readonly TreesOfScore[], width: number, wide: boolean): Turns<RankedTrees | null> {
  const trees = byScore.flatMap((of) => of.trees.map(({ tree }) => tree));
  if (trees.some(({ nodeCount }) => nodeCount > MOST_NODES)) return null;
  const ranked = rankFeatures(trees, wide);
  if (ranked === null || trees.length < TREES_A_FEATURE * ranked.features.length) return null;
  const ranker = new TreeRanker(ranked.features, width, wide);
  const lists: PackedList[] = [];
  for (const { score, trees: own } of byScore) {
    for (const [index, { tree, numbers }] of own.entries()) {
      ranker.add(tree, numbers);
      if (ranker.words >= LIST_WORDS || index === own.length - 1) lists.push({ ...ranker.finish(), score });
      yield;
    }
  }
  return { wide, width, thresholds: ranked.words, features: ranker.columns, lists };
}

/** By node: its feature's place in a row, what is taken from the rank there, and what is compared with it. */
interface NodeAsks {
  readonly place: Uint8Array;
  readonly less: Uint8Array;
  readonly threshold: Int8Array;
}

class TreeRanker {
  readonly #columns: readonly (RankedFeature & { last: boolean; readonly ranks: ReadonlyMap<number, number> })[];
  readonly #places: ReadonlyMap<number, number>;
  #words = new WordList();
  #records: Int32Array[] = [];

  constructor(
    features: readonly FeatureRanks[],
    private readonly width: number,
    private readonly wide: boolean,
  ) {
    this.#columns = features.map(({ feature, ranks, list }, place) => ({
      ...{ feature, place, list, ranks },
      thresholds: ranks.size,
      last: false,
    }));
    this.#places = new Map(features.map(({ feature }, place) => [feature, place]));
  }

  get words(): number {
    return this.#words.used;
  }

  get columns(): readonly RankedFeature[] {
    return this.#columns;
  }

  add(tree: Tree, numbers: ArrayLike<number>): void {
    const record = new Int32Array(RankedTree.size);
    const asks = this.#asksOf(tree);
    const questions = questionsOfTree(tree, MOST_QUESTIONS);
    if (questions !== null) {
      record[RankedTree.questions] = questions.nodes.length;
      record[RankedTree.present] = Number(questions.ifPresent);
      record[RankedTree.asked] = this.#list(asks, questions.nodes);
      record[RankedTree.answers] = this.#leaves(questions.leaves, numbers);
    }
    // A tree of one leaf asks nothing, and has nodes that do so.
    if (record[RankedTree.questions] === 0 || questions?.ifPresent) this.#nodes(tree, asks, numbers, record);
    this.#records.push(record);
  }

  /** The trees in one piece: records first, and all places counted from there. */
  finish(): Omit<PackedList, "score"> {
    const { asked, answers, top, parts, leaves, nexts } = RankedTree;
    const words = this.#words.behind(this.#records, [asked, answers, top, parts, leaves, nexts]);
    const list = { words, count: this.#records.length };
    this.#words = new WordList();
    this.#records = [];
    return list;
  }

  #nodes(tree: Tree, asks: NodeAsks, numbers: ArrayLike<number>, record: Int32Array): void {
    const depth = innerNodesByDepth(tree).length;
    const top = heapOfNodes(tree, LEVELS);
    const exits = top.subarray(EXITS);
    record[RankedTree.top] = this.#list(asks, [...top.subarray(0, EXITS)]);
    if (depth > 2 * LEVELS) this.#deepParts(tree, asks, numbers, record);
    else if (depth > LEVELS) {
      const parts = Array.from(exits, (root) => heapOfNodes(tree, LEVELS, root));
      record[RankedTree.parts] = this.#parts(asks, parts);
      const leaves = parts.flatMap((nodes) => [...nodes.subarray(EXITS)]);
      record[RankedTree.leaves] = this.#leaves(Uint32Array.from(leaves), numbers);
    } else record[RankedTree.leaves] = this.#leaves(exits, numbers);
  }

  /** A part for the root, and for each node that some part leads to. */
  #deepParts(tree: Tree, asks: NodeAsks, numbers: ArrayLike<number>, record: Int32Array): void {
    const roots = [0];
    const nexts: number[] = [];
    const leaves = new Map<number, number>();
    const parts: Uint32Array[] = [];
    for (let part = 0; part < roots.length; part++) {
      parts.push(heapOfNodes(tree, LEVELS, roots[part]));
      for (const node of parts[part].subarray(EXITS)) {
        if (isLeaf(tree, node)) {
          const leaf = leaves.get(node) ?? leaves.size;
          leaves.set(node, leaf);
          nexts.push(LEAF_NEXT + leaf);
        } else nexts.push(roots.push(node) - 1);
      }
    }
    record[RankedTree.parts] = this.#parts(asks, parts);
    const at = this.#words.take(nexts.length / 2);
    new Uint16Array(this.#words.words.buffer).set(nexts, 2 * at);
    record[RankedTree.nexts] = 4 * at;
    record[RankedTree.leaves] = this.#leaves(Uint32Array.from(leaves.keys()), numbers);
  }

  #leaves(nodes: Uint32Array, numbers: ArrayLike<number>): number {
    return 4 * this.#words.addRows(nodes, numbers, this.width);
  }

  /** Nodes of two words each. */
  #list({ place, less, threshold }: NodeAsks, nodes: readonly number[]): number {
    const at = this.#words.take(2 * nodes.length);
    nodes.forEach((node, index) => {
      const column = less[node] * this.#columns.length + place[node];
      this.#words.words[at + 2 * index] = threshold[node] & 255;
      this.#words.words[at + 2 * index + 1] = column * RANK_COLUMN_BYTES;
      if (less[node] === 1) this.#columns[place[node]].last = true;
    });
    return 4 * at;
  }

  /** Of the nodes of each, in the order of a heap. */
  #parts({ place, less, threshold }: NodeAsks, parts: readonly Uint32Array[]): number {
    const start = 4 * this.#words.take((parts.length * RankedPart.size) / 4);
    const bytes = this.#words.bytes;
    parts.forEach((nodes, index) => {
      for (let i = 1; i < EXITS; i++) {
        const node = nodes[i];
        const at = start + index * RankedPart.size + i;
        bytes[at + RankedPart.features] = place[node];
        bytes[at + RankedPart.features16] = place[node] - 16;
        bytes[at + RankedPart.less] = less[node];
        bytes[at + RankedPart.thresholds] = threshold[node];
      }
    });
    return start;
  }

  #asksOf(tree: Tree): NodeAsks {
    const count = tree.nodeCount;
    const asks = {
      place: new Uint8Array(count),
      less: new Uint8Array(count),
      threshold: new Int8Array(count).fill(NO_RANK),
    };
    for (let node = 0; node < count; node++) {
      if (isLeaf(tree, node)) continue;
      const place = this.#places.get(tree.feature[node]) ?? 0;
      const rank = this.#columns[place].ranks.get(orderOfThreshold(tree.threshold[node], this.wide)) ?? 0;
      asks.place[node] = place;
      asks.less[node] = tree.missingChild[node];
      asks.threshold[node] = rank - tree.missingChild[node] - 128;
    }
    return asks;
  }
}
