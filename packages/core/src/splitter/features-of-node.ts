import { Purpose, randomBits } from "../util/random.ts";
import type { SearchNode, SearchPlan, TreeDraw } from "./splitter.ts";

/** What is drawn by where a tree was given nothing of its own. */
export const NO_DRAW: TreeDraw = { key: 0 };

/**
 * `count` of the features, drawn without replacement, ascending. A feature that is constant in the node does not count, and others are drawn
 * in its place: while a node has something to split by, chance can not hide all of it. `keys` are what the order is drawn with.
 */
export function drawFeatures(
  features: readonly number[],
  count: number,
  isConstant: (feature: number) => boolean,
  ...keys: readonly number[]
): number[] {
  if (count >= features.length) return [...features];
  const bits = features.map((feature) => randomBits(...keys, feature));
  const drawn: number[] = [];
  for (const place of [...bits.keys()].sort((a, b) => bits[a] - bits[b] || a - b)) {
    if (drawn.length === count) break;
    if (!isConstant(features[place])) drawn.push(features[place]);
  }
  return drawn.sort((a, b) => a - b);
}

/** Which features are in a list, by feature; null where the list is, which stands for all. A search in the list would take as long as it is. */
export function marksOf(features: readonly number[] | null | undefined, featureCount: number): Uint8Array | null {
  if (!features) return null;
  const marks = new Uint8Array(featureCount);
  for (const feature of features) marks[feature] = 1;
  return marks;
}

/** Decides by which features each node of a tree is searched. */
export class NodeFeatures {
  readonly #all: readonly number[];
  readonly #levels: (readonly number[] | undefined)[] = [];
  /** The features on the way to a node, where groups of them matter. */
  readonly #above = new WeakMap<SearchNode, readonly number[]>();
  /** Whether chance keeps features from any node. */
  readonly #isSampled: boolean;
  /** Which may stand together; null: any. */
  readonly #groups: readonly ReadonlySet<number>[] | null;

  constructor(
    private readonly plan: SearchPlan,
    private readonly draw: TreeDraw | null,
  ) {
    const { dataset, featuresPerLevel, featuresPerNode, interactions } = plan;
    const count = dataset.columns.length;
    this.#all = [...dataset.columns.keys()];
    this.#groups = interactions?.map((group) => new Set(group)) ?? null;
    this.#isSampled =
      draw?.features !== undefined || Math.min(featuresPerLevel ?? count, featuresPerNode ?? count) < count;
  }

  /** By feature 1 where the node may use it; null where it may use all. There may be none that it may use. */
  marks(node: SearchNode, isConstant: (feature: number) => boolean): Uint8Array | null {
    const drawn = this.#isSampled ? this.#drawnFor(node, isConstant) : null;
    const together = this.#togetherWith(this.#above.get(node) ?? []);
    const allowed = together === null ? drawn : (drawn ?? this.#all).filter((feature) => together.has(feature));
    return marksOf(allowed, this.#all.length);
  }

  /** Must be called for every node that is split. */
  cut(node: SearchNode, feature: number, children: readonly SearchNode[]): void {
    if (this.#groups === null) return;
    const before = this.#above.get(node) ?? [];
    const above = before.includes(feature) ? before : [...before, feature];
    for (const child of children) this.#above.set(child, above);
  }

  #drawnFor({ depth, path }: SearchNode, isConstant: (feature: number) => boolean): readonly number[] {
    const { key, features: ofTree = this.#all } = this.draw ?? NO_DRAW;
    const { featuresPerLevel = ofTree.length, featuresPerNode = ofTree.length, drawsConstants = false } = this.plan;
    this.#levels[depth] ??= drawFeatures(ofTree, featuresPerLevel, NEVER, key, Purpose.LevelFeatures, depth);
    const skips = drawsConstants ? NEVER : isConstant;
    return drawFeatures(this.#levels[depth], featuresPerNode, skips, key, Purpose.NodeFeatures, path);
  }

  /** Those that may stand beneath these; null where all may. */
  #togetherWith(above: readonly number[]): ReadonlySet<number> | null {
    if (this.#groups === null || above.length === 0) return null;
    const groups = this.#groups.filter((group) => above.every((feature) => group.has(feature)));
    return new Set([...above, ...groups.flatMap((group) => [...group])]);
  }
}

const NEVER = () => false;
