import type { FeatureSchema } from "../dataset/column.ts";
import { type Condition, sendsMissingTo, sideOfCode, stricter } from "./condition.ts";
import { isLeaf, NodeKind, type Tree } from "./tree.ts";

/** What a path knows of one feature; `codes` is null for numbers. Arrays of codes are shared, and never written to. */
interface Known {
  readonly above: number | null;
  readonly atMost: number | null;
  readonly codes: Uint32Array | null;
  readonly missing: boolean;
}

/** An inner node on the path, and how far the walk has come there. */
interface Fork {
  readonly feature: number;
  readonly firstChild: number;
  /** What is known of its feature before it, and at each of its children. */
  readonly before: Known | undefined;
  readonly branches: readonly Known[];
  side: number;
}

/**
 * Goes to every leaf of a tree, and knows what the path there asks: one condition a feature, in the order of the path. It keeps one path
 * at a time and takes steps back, so that a tree as deep as it has nodes costs no more than any other.
 */
export class RegionWalk {
  readonly #known = new Map<number, Known>();
  #names = 0;

  constructor(
    private readonly features: readonly FeatureSchema[],
    private readonly tree: Tree,
  ) {}

  /** How many conditions lead here, and how many names of categories they have. */
  get size(): number {
    return this.#known.size + this.#names;
  }

  get conditionCount(): number {
    return this.#known.size;
  }

  /** Every leaf, from left to right; the walk is at the leaf while its number is looked at. */
  *leaves(): Generator<number, void, undefined> {
    const path: Fork[] = [];
    for (let node: number | null = 0; node !== null; ) {
      if (isLeaf(this.tree, node)) {
        yield node;
        node = this.#nextOf(path);
      } else {
        path.push(this.#forkAt(node));
        node = this.#nextOf(path);
      }
    }
  }

  /** What leads here. */
  conditions(): Condition[] {
    return Array.from(this.#known, ([feature, { codes, above, atMost, missing }]): Condition => {
      const schema = this.features[feature];
      if (codes === null || schema.kind === "numeric")
        return { kind: "interval", feature: schema.name, above, atMost, missing };
      const categories = Array.from(codes, (code) => schema.categories[code]);
      return { kind: "categories", feature: schema.name, categories, missing };
    });
  }

  /** The next child of the lowest node that has one left; null at the end. */
  #nextOf(path: Fork[]): number | null {
    for (let fork = path.at(-1); fork !== undefined; fork = path.at(-1)) {
      if (fork.side < fork.branches.length) {
        this.#set(fork.feature, fork.branches[fork.side]);
        return fork.firstChild + fork.side++;
      }
      this.#set(fork.feature, fork.before);
      path.pop();
    }
    return null;
  }

  #set(feature: number, known: Known | undefined): void {
    this.#names += (known?.codes?.length ?? 0) - (this.#known.get(feature)?.codes?.length ?? 0);
    if (known === undefined) this.#known.delete(feature);
    else this.#known.set(feature, known);
  }

  #forkAt(node: number): Fork {
    const { tree } = this;
    const feature = tree.feature[node];
    const before = this.#known.get(feature);
    const goes = sendsMissingTo(tree, node);
    const missing = (side: number) => (before?.missing ?? true) && goes(side);
    const branches =
      tree.kind[node] === NodeKind.Threshold
        ? this.#halves(tree.threshold[node], before, missing)
        : this.#parts(node, before, missing);
    return { feature, firstChild: tree.firstChild[node], before, branches, side: 0 };
  }

  #halves(threshold: number, before: Known | undefined, missing: (side: number) => boolean): Known[] {
    const { above, atMost } = before ?? { above: null, atMost: null };
    return [
      { codes: null, above, atMost: stricter(atMost, threshold, Math.min), missing: missing(0) },
      { codes: null, above: stricter(above, threshold, Math.max), atMost, missing: missing(1) },
    ];
  }

  #parts(node: number, before: Known | undefined, missing: (side: number) => boolean): Known[] {
    const { tree } = this;
    const schema = this.features[tree.feature[node]];
    const count = schema.kind === "categorical" ? schema.categories.length : 0;
    const known = before?.codes ?? Uint32Array.from({ length: count }, (_, code) => code);
    const counts = new Uint32Array(tree.childCount[node]);
    for (const code of known) counts[sideOfCode(tree, node, code)]++;
    // A list that loses nothing is shared, so that the lists of a path come to no more than its nodes have words for.
    const parts = Array.from(counts, (of) => (of === known.length ? known : new Uint32Array(of)));
    counts.fill(0);
    for (const code of known) {
      const side = sideOfCode(tree, node, code);
      if (parts[side] !== known) parts[side][counts[side]++] = code;
    }
    return parts.map((codes, side) => ({ codes, above: null, atMost: null, missing: missing(side) }));
  }
}
