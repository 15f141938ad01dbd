import { NO_RANK, RANK_COLUMN_BYTES, type RankedColumn, RankedPart, RankedTree } from "@cambium/kernels";
import { isLeaf, type Tree } from "../tree/tree.ts";
import { type FeatureRanks, orderOfThreshold, rankFeatures } from "./feature-ranks.ts";
import { heapOfNodes, innerNodesByDepth } from "./heap-of-nodes.ts";
import type { NodeNumbers, PackedList } from "./pack-trees.ts";
import { questionsOfTree } from "./questions-of-tree.ts";
import { WordList } from "./word-list.ts";

/** A feature that some tree asks for. */
export interface RankedFeature extends RankedColumn {
  readonly feature: number;
}

/** Trees as the kernels walk them by ranks (`walk-ranks-layout.ts` there), in lists that each stay in a processor's cache. */
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

/** Their answers fill a byte. */
const MOST_QUESTIONS = 8;

/** To find a number's rank takes as long as is won in two trees. */
const TREES_A_FEATURE = 0.5;

/**
 * Null where the kernels can not walk them so, or it does not pay: where trees are deep, ask for categories, or have too
 * many thresholds or features. All must be packable, and are not changed afterwards.
 */
export function rankTrees(
  trees: readonly Tree[],
  width: number,
  wide: boolean,
  numbers: NodeNumbers,
): RankedTrees | null {
  if (trees.some((tree) => innerNodesByDepth(tree).length > 2 * LEVELS)) return null;
  const ranked = rankFeatures(trees, wide);
  if (ranked === null || trees.length < TREES_A_FEATURE * ranked.features.length) return null;
  const ranker = new TreeRanker(ranked.features, width, wide);
  const lists: PackedList[] = [];
  trees.forEach((tree, index) => {
    ranker.add(tree, numbers(tree, index));
    if (ranker.words >= LIST_WORDS || index === trees.length - 1) lists.push(ranker.finish());
  });
  return { wide, width, thresholds: ranked.words, features: ranker.columns, lists };
}

class TreeRanker {
  readonly #columns: Map<number, RankedFeature & { last: boolean; readonly ranks: ReadonlyMap<number, number> }>;
  #words = new WordList();
  #records: Int32Array[] = [];

  constructor(
    features: readonly FeatureRanks[],
    private readonly width: number,
    private readonly wide: boolean,
  ) {
    this.#columns = new Map(
      features.map(({ feature, ranks, list }, place) => [
        feature,
        { feature, place, list, thresholds: ranks.size, last: false, ranks },
      ]),
    );
  }

  get words(): number {
    return this.#words.used;
  }

  get columns(): readonly RankedFeature[] {
    return [...this.#columns.values()];
  }

  add(tree: Tree, numbers: ArrayLike<number>): void {
    const record = new Int32Array(RankedTree.end);
    const questions = questionsOfTree(tree, MOST_QUESTIONS);
    if (questions !== null) {
      record[RankedTree.questions] = questions.nodes.length;
      record[RankedTree.present] = Number(questions.ifPresent);
      record[RankedTree.asked] = this.#list(tree, questions.nodes);
      record[RankedTree.answers] = this.#leaves(questions.leaves, numbers);
    }
    // A tree of one leaf asks nothing, and has nodes that do so.
    if (record[RankedTree.questions] === 0 || questions?.ifPresent) this.#nodes(tree, numbers, record);
    this.#records.push(record);
  }

  /** The trees in one piece: records first, and all places counted from there. */
  finish(): PackedList {
    const places = [RankedTree.asked, RankedTree.answers, RankedTree.top, RankedTree.parts, RankedTree.leaves];
    const list = { words: this.#words.behind(this.#records, places), count: this.#records.length };
    this.#words = new WordList();
    this.#records = [];
    return list;
  }

  #nodes(tree: Tree, numbers: ArrayLike<number>, record: Int32Array): void {
    const levels = innerNodesByDepth(tree).length > LEVELS ? 2 * LEVELS : LEVELS;
    const nodes = heapOfNodes(tree, levels);
    record[RankedTree.top] = this.#list(tree, [...nodes.subarray(0, 1 << LEVELS)]);
    if (levels > LEVELS) record[RankedTree.parts] = this.#parts(tree, nodes);
    record[RankedTree.leaves] = this.#leaves(nodes.subarray(1 << levels), numbers);
  }

  #leaves(nodes: Uint32Array, numbers: ArrayLike<number>): number {
    return 4 * this.#words.addRows(nodes, numbers, this.width);
  }

  /** Nodes of two words each. */
  #list(tree: Tree, nodes: readonly number[]): number {
    const at = this.#words.take(2 * nodes.length);
    nodes.forEach((node, index) => {
      const { place, less, threshold } = this.#question(tree, node);
      const column = less * this.#columns.size + place;
      this.#words.words[at + 2 * index] = threshold & 255;
      this.#words.words[at + 2 * index + 1] = column * RANK_COLUMN_BYTES;
      if (less === 1) this.#needLast(tree.feature[node]);
    });
    return 4 * at;
  }

  #parts(tree: Tree, nodes: Uint32Array): number {
    const exits = 1 << LEVELS;
    const at = 4 * this.#words.take((exits * RankedPart.end) / 4);
    const bytes = this.#words.bytes;
    for (let exit = 0; exit < exits; exit++) {
      const part = at + exit * RankedPart.end;
      for (let place = 1; place < exits; place++) {
        const level = 31 - Math.clz32(place);
        const node = nodes[((exits + exit) << level) + place - (1 << level)];
        const question = this.#question(tree, node);
        bytes[part + RankedPart.features + place] = question.place;
        bytes[part + RankedPart.features16 + place] = question.place - 16;
        bytes[part + RankedPart.less + place] = question.less;
        bytes[part + RankedPart.thresholds + place] = question.threshold;
      }
    }
    return at;
  }

  #question(tree: Tree, node: number): { readonly place: number; readonly less: number; readonly threshold: number } {
    if (isLeaf(tree, node)) return { place: 0, less: 0, threshold: NO_RANK };
    const column = this.#columns.get(tree.feature[node]);
    const rank = column?.ranks.get(orderOfThreshold(tree.threshold[node], this.wide));
    if (column === undefined || rank === undefined) throw new TypeError("unreachable: thresholds were ranked");
    const less = tree.missingChild[node];
    return { place: column.place, less, threshold: rank - less - 128 };
  }

  #needLast(feature: number): void {
    const column = this.#columns.get(feature);
    if (column !== undefined) column.last = true;
  }
}
