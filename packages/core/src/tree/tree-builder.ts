import type { Split, SurrogateSplit } from "../splitter/split.ts";
import { packSurrogates } from "./pack-surrogates.ts";
import { hasSharedRows, NodeKind, type Tree } from "./tree.ts";

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
  readonly #nodes: NewNode[] = [];
  readonly #splits: (NewSplit | null)[] = [];
  readonly #firstChild: number[] = [];
  readonly #valueWidth: number;

  constructor(valueWidth: number) {
    this.#valueWidth = valueWidth;
  }

  addNode(node: NewNode): number {
    this.#splits.push(null);
    this.#firstChild.push(0);
    return this.#nodes.push(node) - 1;
  }

  /** Turns a leaf into an inner node; its children must be the next nodes that are added. */
  cut(node: number, split: NewSplit): void {
    this.#splits[node] = split;
    this.#firstChild[node] = this.#nodes.length;
  }

  finish(rootImpurity: number): Tree {
    const splits = this.#splits;
    const numbers = (read: (split: NewSplit) => number, leaf: number) =>
      splits.map((split) => (split ? read(split) : leaf));
    const words = splits.map((split) => split?.categories.length ?? 0);
    const starts = new Uint32Array(words.length);
    for (let node = 1; node < words.length; node++) starts[node] = starts[node - 1] + words[node - 1];
    const categories = new Uint32Array(starts[words.length - 1] + words[words.length - 1]);
    splits.forEach((split, node) => {
      if (split) categories.set(split.categories, starts[node]);
    });
    const value = new Float64Array(this.#nodes.length * this.#valueWidth);
    this.#nodes.forEach((node, index) => {
      value.set(node.value, index * this.#valueWidth);
    });
    const missingChild = Uint32Array.from(numbers((split) => split.missingChild, 0));
    return {
      nodeCount: this.#nodes.length,
      valueWidth: this.#valueWidth,
      kind: Uint8Array.from(splits, (split) => (split ? kinds[split.kind] : NodeKind.Leaf)),
      feature: Int32Array.from(numbers((split) => split.feature, -1)),
      threshold: Float64Array.from(numbers((split) => split.threshold, Number.NaN)),
      firstChild: Uint32Array.from(this.#firstChild),
      childCount: Uint32Array.from(numbers((split) => split.childCount ?? 2, 0)),
      missingChild,
      sharesRows: hasSharedRows(missingChild),
      categoryStart: starts,
      categoryWords: Uint32Array.from(words),
      categories,
      value,
      gain: Float64Array.from(numbers((split) => split.gain, 0)),
      cover: Float64Array.from(this.#nodes, (node) => node.cover),
      rowCount: Uint32Array.from(this.#nodes, (node) => node.rowCount),
      surrogates: packSurrogates(splits.map((split) => split?.surrogates ?? [])),
      rootImpurity,
    };
  }
}

const kinds = { threshold: NodeKind.Threshold, categories: NodeKind.Categories, multiway: NodeKind.Multiway };
