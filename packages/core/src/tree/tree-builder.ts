import type { Split, SurrogateSplit } from "../splitter/split.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { packSurrogates, startsOf } from "./surrogates.ts";
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

  /** The tree of all nodes that were added, in steps for trees of very many. */
  *finishInTurns(rootImpurity: number): Turns<Tree> {
    const splits = this.#splits;
    const nodeCount = splits.length;
    const ofSplits = (of: (split: NewSplit) => number, none = 0) =>
      numbersInTurns(nodeCount, (node) => {
        const split = splits[node];
        return split === null ? none : of(split);
      });
    const categoryWords = new Uint32Array(yield* ofSplits(({ categories }) => categories.length));
    const categoryStart = startsOf(categoryWords);
    const categories = new Uint32Array(categoryWords.reduce((sum, words) => sum + words, 0));
    yield* turnsOver(nodeCount, (start, end) => {
      for (let node = start; node < end; node++) categories.set(splits[node]?.categories ?? [], categoryStart[node]);
    });
    const hasSurrogates = splits.some((split) => split?.surrogates !== undefined);
    const missingChild = new Uint32Array(yield* ofSplits((split) => split.missingChild));
    return {
      nodeCount,
      valueWidth: this.#valueWidth,
      kind: new Uint8Array(yield* ofSplits(({ kind }) => kindNames.indexOf(kind), NodeKind.Leaf)),
      feature: new Int32Array(yield* ofSplits(({ feature }) => feature, -1)),
      threshold: yield* ofSplits(({ threshold }) => threshold, Number.NaN),
      // `from` would ask an iterator for each number.
      firstChild: new Uint32Array(this.#firstChild),
      childCount: new Uint32Array(yield* ofSplits(({ childCount = 2 }) => childCount)),
      missingChild,
      sharesRows: hasSharedRows(missingChild),
      categoryStart,
      categoryWords,
      categories,
      value: this.#value.slice(0, nodeCount * this.#valueWidth),
      gain: yield* ofSplits(({ gain }) => gain),
      cover: new Float64Array(this.#cover),
      rowCount: new Uint32Array(this.#rowCount),
      surrogates: hasSurrogates ? packSurrogates(splits.map((split) => split?.surrogates ?? [])) : null,
      rootImpurity,
    };
  }
}

/** The names of the kinds of nodes, in the order of `NodeKind`. */
export const kindNames: readonly string[] = ["leaf", "threshold", "categories", "multiway"];
