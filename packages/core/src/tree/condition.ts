import type { FeatureSchema } from "../dataset/column.ts";
import { allRows } from "../util/ranges.ts";
import { sideOfCategory } from "../util/side-of-value.ts";
import { hasSurrogates, type Surrogates, sideOfSurrogate } from "./surrogates.ts";
import { EVERY_CHILD, isLeaf, NodeKind, sumOfChildren, type Tree } from "./tree.ts";

/**
 * What is known of one feature. `missing` says whether rows without a value are meant too. In an interval a value is
 * above `above` and at most `atMost`, and null is no bound; with `above >= atMost` no value is in it. A list of categories that would
 * make the output too long is empty, and `omitted` is how many it has.
 */
export type Condition =
  | {
      readonly kind: "interval";
      readonly feature: string;
      readonly above: number | null;
      readonly atMost: number | null;
      readonly missing: boolean;
    }
  | {
      readonly kind: "categories";
      readonly feature: string;
      readonly categories: readonly string[];
      readonly omitted?: number;
      readonly missing: boolean;
    };

/** All that a path has said, one condition a feature, by the feature's index, in the order of the path. */
export type Region = ReadonlyMap<number, Condition>;

/** What a surrogate asks of a row that it sends to this child. */
export function surrogateCondition(
  features: readonly FeatureSchema[],
  surrogates: Surrogates,
  index: number,
  side: number,
): Condition {
  const schema = features[surrogates.feature[index]];
  const feature = schema.name;
  if (schema.kind === "numeric") {
    const threshold = surrogates.threshold[index];
    const [above, atMost] = surrogates.lowChild[index] === side ? [null, threshold] : [threshold, null];
    return { kind: "interval", feature, above, atMost, missing: false };
  }
  const categories = schema.categories.filter((_, code) => sideOfSurrogate(surrogates, index, code) === side);
  return { kind: "categories", feature, categories, missing: false };
}

/** What a row has to meet to go to this child of a node, whatever was asked before. */
export function branchCondition(features: readonly FeatureSchema[], tree: Tree, node: number, side: number): Condition {
  return conditionOf(features[tree.feature[node]], branchesOf(features, tree, node, undefined)[side]);
}

/**
 * Tells of each child whether rows without a value go there. Where surrogates decide, they are meant by no branch: they go by what they
 * have elsewhere. Where a row goes down every branch, it is meant by all that get a part of it.
 */
function sendsMissingTo(tree: Tree, node: number): (side: number) => boolean {
  if (hasSurrogates(tree, node)) return () => false;
  const missing = tree.missingChild[node];
  if (missing !== EVERY_CHILD) return (side) => side === missing;
  const first = tree.firstChild[node];
  const isSeen = sumOfChildren(tree, node, tree.cover) > 0;
  // In a file all branches may have no training rows. Then the first branch is taken.
  return (side) => (isSeen ? tree.cover[first + side] > 0 : side === 0);
}

/** The region of this child of a node, counted from the first, whose own region is given. */
export function childRegion(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  side: number,
  region: Region,
): Region {
  return new Map(region).set(tree.feature[node], childConditions(features, tree, node, region)[side]);
}

/** What is known of a node's feature at each of its children, where the node's own region is given. */
export function childConditions(
  features: readonly FeatureSchema[],
  tree: Tree,
  node: number,
  region: Region,
): Condition[] {
  const schema = features[tree.feature[node]];
  const before = knownOf(schema, region.get(tree.feature[node]));
  return branchesOf(features, tree, node, before).map((known) => conditionOf(schema, known));
}

/** A condition by codes; `codes` is null for numbers. Arrays of codes are shared, and never written to. */
interface Known {
  readonly above: number | null;
  readonly atMost: number | null;
  readonly codes: Uint32Array | null;
  readonly missing: boolean;
}

function conditionOf(schema: FeatureSchema, { codes, above, atMost, missing }: Known): Condition {
  const { name: feature } = schema;
  if (codes === null || schema.kind === "numeric") return { kind: "interval", feature, above, atMost, missing };
  return { kind: "categories", feature, categories: Array.from(codes, (code) => schema.categories[code]), missing };
}

function knownOf(schema: FeatureSchema, condition: Condition | undefined): Known | undefined {
  if (condition === undefined || condition.kind === "interval") return condition && { ...condition, codes: null };
  const names = new Set(condition.categories);
  const codes = codesOf(schema).filter((code) => schema.kind === "categorical" && names.has(schema.categories[code]));
  return { above: null, atMost: null, codes, missing: condition.missing };
}

function codesOf(schema: FeatureSchema): Uint32Array {
  return allRows(schema.kind === "categorical" ? schema.categories.length : 0);
}

/** What is known of a node's feature at each of its children, from what was known of it before. */
function branchesOf(features: readonly FeatureSchema[], tree: Tree, node: number, before: Known | undefined): Known[] {
  const goes = sendsMissingTo(tree, node);
  const missing = (side: number) => (before?.missing ?? true) && goes(side);
  const { above, atMost } = before ?? { above: null, atMost: null };
  if (tree.kind[node] === NodeKind.Threshold) {
    const threshold = tree.threshold[node];
    return [
      { codes: null, above, atMost: Math.min(atMost ?? threshold, threshold), missing: missing(0) },
      { codes: null, above: Math.max(above ?? threshold, threshold), atMost, missing: missing(1) },
    ];
  }
  const known = before?.codes ?? codesOf(features[tree.feature[node]]);
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

/** The child of a node, counted from the first, that rows of this category go to. */
function sideOfCode(tree: Tree, node: number, code: number): number {
  if (tree.kind[node] === NodeKind.Multiway) return tree.categories[tree.categoryStart[node] + code];
  return sideOfCategory(code, tree.categories, tree.categoryStart[node], tree.categoryWords[node], 0);
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
      if (isLeaf(this.tree, node)) yield node;
      else path.push(this.#forkAt(node));
      node = this.#nextOf(path);
    }
  }

  /** What leads here. */
  conditions(): Condition[] {
    return Array.from(this.#known, ([feature, known]) => conditionOf(this.features[feature], known));
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
    const branches = branchesOf(this.features, tree, node, before);
    return { feature, firstChild: tree.firstChild[node], before, branches, side: 0 };
  }
}
