import type { Split, SurrogateSplit } from "../splitter/split.ts";
import { CHUNK } from "../util/ranges.ts";
import { atOnce, type Turns } from "../util/turns.ts";
import { packSurrogates } from "./pack-surrogates.ts";
import { hasSharedRows, NodeKind, type Tree } from "./tree.ts";
import { expectRoomForValues, MOST_VALUES } from "./value-limit.ts";

/** What a node is, before it is known whether it will be cut. */
export interface NewNode {
  readonly value: Float64Array;
  readonly cover: number;
  readonly rowCount: number;
}

/** How a node is cut: as much of a split as a tree keeps. `childCount` is 2 where it is left out. */
export interface NewSplit extends Pick<Split, "feature" | "gain" | "threshold" | "categories"> {
  readonly kind: Split["kind"] | "multiway";
  readonly missingChild: number;
  readonly surrogates?: readonly SurrogateSplit[];
  readonly childCount?: number;
}

/** Collects the nodes of a tree in the order in which they are made, and packs them into arrays at the end. */
export class TreeBuilder {
  readonly #splits: (NewSplit | null)[] = [];
  readonly #firstChild: number[] = [];
  /** Has room for more nodes than there are. */
  #value: Float64Array;
  readonly #cover: number[] = [];
  readonly #rowCount: number[] = [];
  readonly #valueWidth: number;

  constructor(valueWidth: number) {
    this.#valueWidth = valueWidth;
    this.#value = new Float64Array(8 * valueWidth);
  }

  /** Keeps nothing of what it is given. */
  addNode({ value, cover, rowCount }: NewNode): number {
    const at = this.#splits.length * this.#valueWidth;
    if (at === this.#value.length) this.#growValues();
    for (let k = 0; k < this.#valueWidth; k++) this.#value[at + k] = value[k];
    this.#cover.push(cover);
    this.#rowCount.push(rowCount);
    this.#firstChild.push(0);
    return this.#splits.push(null) - 1;
  }

  #growValues(): void {
    expectRoomForValues(this.#splits.length + 1, this.#valueWidth);
    const most = MOST_VALUES - (MOST_VALUES % this.#valueWidth);
    const larger = new Float64Array(Math.min(2 * this.#value.length, most));
    larger.set(this.#value);
    this.#value = larger;
  }

  /** Turns a leaf into an inner node; its children must be the next nodes that are added. */
  cut(node: number, split: NewSplit): void {
    this.#splits[node] = split;
    this.#firstChild[node] = this.#splits.length;
  }

  finish(rootImpurity: number): Tree {
    return atOnce(this.finishInTurns(rootImpurity));
  }

  /** The same for trees of very many nodes. */
  *finishInTurns(rootImpurity: number): Turns<Tree> {
    const splits = this.#splits;
    const nodeCount = splits.length;
    const missingChild = new Uint32Array(nodeCount);
    const tree = {
      kind: new Uint8Array(nodeCount).fill(NodeKind.Leaf),
      feature: new Int32Array(nodeCount).fill(-1),
      threshold: new Float64Array(nodeCount).fill(Number.NaN),
      childCount: new Uint32Array(nodeCount),
      categoryStart: new Uint32Array(nodeCount),
      categoryWords: new Uint32Array(nodeCount),
      gain: new Float64Array(nodeCount),
    };
    let words = 0;
    for (let node = 0; node < nodeCount; node++) {
      if (node % CHUNK === 0) yield;
      const split = splits[node];
      tree.categoryStart[node] = words;
      if (split === null) continue;
      tree.kind[node] = kinds[split.kind];
      tree.feature[node] = split.feature;
      tree.threshold[node] = split.threshold;
      tree.childCount[node] = split.childCount ?? 2;
      tree.categoryWords[node] = split.categories.length;
      tree.gain[node] = split.gain;
      missingChild[node] = split.missingChild;
      words += split.categories.length;
    }
    const categories = new Uint32Array(words);
    for (let node = 0; node < nodeCount; node++) {
      if (node % CHUNK === 0) yield;
      const split = splits[node];
      if (split !== null && split.categories.length > 0) categories.set(split.categories, tree.categoryStart[node]);
    }
    const hasSurrogates = splits.some((split) => split?.surrogates !== undefined);
    const surrogates = hasSurrogates ? packSurrogates(splits.map((split) => split?.surrogates ?? NO_SURROGATES)) : null;
    yield;
    // `from` would ask an iterator for each number.
    const value = this.#value.slice(0, nodeCount * this.#valueWidth);
    const cover = new Float64Array(this.#cover);
    yield;
    return {
      ...tree,
      nodeCount,
      valueWidth: this.#valueWidth,
      firstChild: new Uint32Array(this.#firstChild),
      missingChild,
      sharesRows: hasSharedRows(missingChild),
      categories,
      value,
      cover,
      rowCount: new Uint32Array(this.#rowCount),
      surrogates,
      rootImpurity,
    };
  }
}

const NO_SURROGATES: readonly SurrogateSplit[] = [];

const kinds = { threshold: NodeKind.Threshold, categories: NodeKind.Categories, multiway: NodeKind.Multiway };
