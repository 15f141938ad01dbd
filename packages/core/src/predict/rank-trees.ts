import {
  LEAF_NEXT,
  MOST_RANKED,
  MOST_THRESHOLDS,
  NO_RANK,
  orderOfThreshold,
  RankedPart,
  RankedTree,
  thresholdWords,
  writeThresholds,
} from "@cambium/kernels";
import { isLeaf, NodeKind, type Tree } from "../tree/tree.ts";
import type { Turns } from "../util/turns.ts";
import { depthOf, heapOfNodes } from "./heap-of-nodes.ts";
import { type Addends, PackedColumns, type PackedTrees, packLists, type WordList } from "./packed-trees.ts";

/** Of the first nodes, and of a part. */
const LEVELS = 4;
const EXITS = 1 << LEVELS;

/** Their answers fill a byte. */
const MOST_QUESTIONS = 8;

/** To find a number's rank takes as long as is won in two trees. */
const TREES_A_FEATURE = 0.5;

/**
 * Trees that are walked by ranks (`layouts/ranks.mjs` in the kernels). Null where the kernels can not walk them so, or it does not pay: where trees ask for
 * categories, or have too many nodes, thresholds or features. All must be packable.
 */
export function* rankTrees(addends: Addends, wide: boolean): Turns<PackedTrees | null> {
  const { byScore, width, scoreCount } = addends;
  const trees = byScore.flatMap((of) => of.trees.map(({ tree }) => tree));
  if (trees.some(({ nodeCount }) => nodeCount > LEAF_NEXT)) return null;
  const thresholds = thresholdsOf(trees, wide);
  if (thresholds === null || trees.length < TREES_A_FEATURE * thresholds.size) return null;
  const ranker = new TreeRanker(thresholds, width, wide);
  const { asked, answers, top, parts, leaves, nexts } = RankedTree;
  const places = [asked, answers, top, parts, leaves, nexts];
  const lists = yield* packLists(addends, places, (words, tree, numbers) => ranker.pack(words, tree, numbers));
  const { columns, words } = ranker;
  return { wide, width, scoreCount, columns: columns.all, columnBytes: columns.bytes, thresholds: words, lists };
}

/** By feature: the orders of its thresholds in all trees. */
type Thresholds = Map<number, Set<number>>;

/** Null where a byte does not tell those of a feature apart, or there are too many features. */
function thresholdsOf(trees: readonly Tree[], wide: boolean): Thresholds | null {
  const thresholds: Thresholds = new Map();
  const areFew = trees.every((tree) => addThresholds(tree, wide, thresholds) && thresholds.size <= MOST_RANKED);
  return areFew ? thresholds : null;
}

function addThresholds({ nodeCount, kind, feature, threshold }: Tree, wide: boolean, to: Thresholds): boolean {
  for (let node = 0; node < nodeCount; node++) {
    if (kind[node] === NodeKind.Leaf) continue;
    if (kind[node] !== NodeKind.Threshold || Number.isNaN(threshold[node])) return false;
    const of = to.get(feature[node]) ?? new Set();
    of.add(orderOfThreshold(threshold[node], wide));
    if (of.size > MOST_THRESHOLDS) return false;
    to.set(feature[node], of);
  }
  return true;
}

/** What a leaf asks: the place of a feature in a row, what is taken from the rank there, and what is compared with it. */
const NOTHING = { place: 0, less: 0, compared: NO_RANK };

class TreeRanker {
  readonly columns = new PackedColumns(1);
  /** The lists of thresholds. */
  readonly words: Int32Array;
  /** By feature: its place in a row, and by the order of a threshold its place among those of the feature, from 1. */
  readonly #features = new Map<number, { readonly place: number; readonly ranks: ReadonlyMap<number, number> }>();

  constructor(
    thresholds: Thresholds,
    private readonly width: number,
    private readonly wide: boolean,
  ) {
    const counts = [...thresholds.values()].map(({ size }) => thresholdWords(size, wide));
    this.words = new Int32Array(counts.reduce((sum, words) => sum + words, 0));
    let at = 0;
    for (const [feature, of] of thresholds) {
      const orders = [...of].sort((a, b) => a - b);
      const ranks = new Map(orders.map((order, index) => [order, index + 1]));
      this.#features.set(feature, { place: this.#features.size, ranks });
      writeThresholds(this.words, at, orders, wide);
      const column = this.columns.of(feature);
      column.list = 4 * at;
      column.thresholds = of.size;
      this.columns.ofSide(feature, 0);
      at += thresholdWords(of.size, wide);
    }
    for (const column of this.columns.all) column.given = this.columns.take(wide ? 8 : 4);
  }

  *pack(words: WordList, tree: Tree, numbers: ArrayLike<number>): Turns<Int32Array> {
    const record = new Int32Array(RankedTree.size);
    const questions = questionsOfTree(tree);
    yield;
    if (questions !== null) {
      record[RankedTree.questions] = questions.nodes.length;
      record[RankedTree.present] = Number(questions.ifPresent);
      record[RankedTree.asked] = this.#list(words, tree, questions.nodes);
      record[RankedTree.answers] = words.addRows(questions.leaves, numbers, this.width);
    }
    // A tree of one leaf asks nothing, and has nodes that do so.
    if (record[RankedTree.questions] === 0 || questions?.ifPresent) this.#nodes(words, tree, numbers, record);
    return record;
  }

  #nodes(words: WordList, tree: Tree, numbers: ArrayLike<number>, record: Int32Array): void {
    const depth = depthOf(tree);
    const top = heapOfNodes(tree, LEVELS);
    const exits = top.subarray(EXITS);
    record[RankedTree.top] = this.#list(words, tree, top.subarray(0, EXITS));
    if (depth > 2 * LEVELS) this.#deepParts(words, tree, numbers, record);
    else if (depth > LEVELS) {
      const parts = Array.from(exits, (root) => heapOfNodes(tree, LEVELS, root));
      record[RankedTree.parts] = this.#parts(words, tree, parts);
      const leaves = parts.flatMap((nodes) => [...nodes.subarray(EXITS)]);
      record[RankedTree.leaves] = words.addRows(Uint32Array.from(leaves), numbers, this.width);
    } else record[RankedTree.leaves] = words.addRows(exits, numbers, this.width);
  }

  /** A part for the root, and for each node that some part leads to. */
  #deepParts(words: WordList, tree: Tree, numbers: ArrayLike<number>, record: Int32Array): void {
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
    record[RankedTree.parts] = this.#parts(words, tree, parts);
    record[RankedTree.nexts] = words.add(new Int32Array(Uint16Array.from(nexts).buffer));
    record[RankedTree.leaves] = words.addRows(Uint32Array.from(leaves.keys()), numbers, this.width);
  }

  /** Nodes of two words each. */
  #list(list: WordList, tree: Tree, nodes: Iterable<number>): number {
    const asked = [...nodes].flatMap((node) => {
      const { less, compared } = this.#ask(tree, node);
      return [compared & 255, isLeaf(tree, node) ? 0 : this.columns.ofSide(tree.feature[node], less)];
    });
    return list.add(asked);
  }

  /** Of the nodes of each, in the order of a heap. */
  #parts(words: WordList, tree: Tree, parts: readonly Uint32Array[]): number {
    const start = 4 * words.take((parts.length * RankedPart.size) / 4);
    const { bytes } = words;
    parts.forEach((nodes, index) => {
      for (let i = 1; i < EXITS; i++) {
        const { place, less, compared } = this.#ask(tree, nodes[i]);
        const at = start + index * RankedPart.size + i;
        bytes[at + RankedPart.features] = place;
        bytes[at + RankedPart.less] = less;
        bytes[at + RankedPart.thresholds] = compared;
      }
    });
    return start;
  }

  #ask(tree: Tree, node: number): typeof NOTHING {
    const feature = this.#features.get(tree.feature[node]);
    if (feature === undefined) return NOTHING;
    const rank = feature.ranks.get(orderOfThreshold(tree.threshold[node], this.wide)) ?? 0;
    const less = tree.missingChild[node];
    return { place: feature.place, less, compared: rank - less - 128 };
  }
}

/** What a tree asks, when nodes that ask the same count once: the answers to all questions name the leaf. */
interface TreeQuestions {
  /** One node for each question. */
  readonly nodes: readonly number[];
  /** Whether nodes that send missing values to different sides count as the same, so that they are it only where none is missing. */
  readonly ifPresent: boolean;
  /** By the answers, that to the first question in the highest bit: the leaf. */
  readonly leaves: Uint32Array;
}

/**
 * Null where a tree asks more than a byte has answers to. Not only symmetric trees do: one whose level asks what in some of its nodes is settled
 * already lacks these nodes, and has the next level there in their place.
 */
function questionsOfTree(tree: Tree): TreeQuestions | null {
  return questionsBy(tree, false) ?? questionsBy(tree, true);
}

function questionsBy(tree: Tree, ifPresent: boolean): TreeQuestions | null {
  const { feature, threshold, missingChild, nodeCount } = tree;
  const nodes: number[] = [];
  const asks = new Uint8Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const known = nodes.findIndex(
      (of) =>
        feature[of] === feature[node] &&
        threshold[of] === threshold[node] &&
        (ifPresent || missingChild[of] === missingChild[node]),
    );
    if (known < 0 && nodes.push(node) > MOST_QUESTIONS) return null;
    asks[node] = known < 0 ? nodes.length - 1 : known;
  }
  const leaves = new Uint32Array(1 << nodes.length);
  for (let answers = 0; answers < leaves.length; answers++) {
    let node = 0;
    while (!isLeaf(tree, node)) node = tree.firstChild[node] + ((answers >> (nodes.length - 1 - asks[node])) & 1);
    leaves[answers] = node;
  }
  return { nodes, ifPresent, leaves };
}
