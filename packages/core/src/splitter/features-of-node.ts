import { Purpose, randomBitsOfEach } from "../util/random.ts";
import type { SearchNode, SearchPlan, TreeDraw } from "./splitter.ts";

/** What is drawn by where a tree was given nothing of its own. */
export const NO_DRAW: TreeDraw = { key: 0 };

/**
 * The features by which a node is searched: `count` of those that its tree may use, drawn without replacement, ascending. A
 * feature that is constant in the node does not count, and others are drawn in its place: while a node has something to
 * cut by, chance can not hide all of it.
 */
export function featuresOfNode(
  draw: TreeDraw,
  path: number,
  count: number,
  featureCount: number,
  isConstant: (feature: number) => boolean,
): number[] {
  const allowed = draw.features ?? Array.from({ length: featureCount }, (_, feature) => feature);
  return drawFeatures(allowed, count, isConstant, draw.key, Purpose.NodeFeatures, path);
}

const PLACES = 2 ** 21;

/** `keys` are what the order is drawn with, in which features are taken until there are enough. */
function drawFeatures(
  features: readonly number[],
  count: number,
  isConstant: (feature: number) => boolean,
  ...keys: readonly number[]
): number[] {
  if (count >= features.length) return [...features];
  // Rank and place in one number, which sorts without being asked: every node draws, of up to 2^21 features.
  const ranked = Float64Array.from(randomBitsOfEach(features, ...keys));
  for (let place = 0; place < ranked.length; place++) ranked[place] = ranked[place] * PLACES + place;
  ranked.sort();
  const isDrawn = new Uint8Array(features.length);
  for (let i = 0, left = count; i < ranked.length && left > 0; i++) {
    const place = ranked[i] % PLACES;
    if (isConstant(features[place])) continue;
    isDrawn[place] = 1;
    left--;
  }
  // All lists of features ascend.
  const drawn: number[] = [];
  for (let place = 0; place < isDrawn.length; place++) if (isDrawn[place] === 1) drawn.push(features[place]);
  return drawn;
}

/** Which features are in a list, by feature; null where the list is, which stands for all. A search in the list would take as long as it is. */
export function marksOf(features: readonly number[] | null | undefined, featureCount: number): Uint8Array | null {
  if (!features) return null;
  const marks = new Uint8Array(featureCount);
  for (const feature of features) marks[feature] = 1;
  return marks;
}

/** What a plan says of them. */
export type FeaturePlan = Pick<
  SearchPlan,
  "dataset" | "featuresPerLevel" | "featuresPerNode" | "drawsConstants" | "interactions"
>;

/** Decides by which features each node of a tree is searched. */
export class NodeFeatures {
  readonly #levels: (readonly number[] | undefined)[] = [];
  /** The features on the way to a node, where groups of them matter. */
  readonly #above = new WeakMap<SearchNode, readonly number[]>();
  /** Whether chance keeps features from any node. */
  readonly #isSampled: boolean;
  readonly #featureCount: number;
  /** Which may stand together; null: any. */
  readonly #groups: readonly ReadonlySet<number>[] | null;

  constructor(
    private readonly plan: FeaturePlan,
    private readonly draw: TreeDraw | null,
  ) {
    const { dataset, featuresPerLevel, featuresPerNode } = plan;
    this.#featureCount = dataset.columns.length;
    this.#groups = plan.interactions?.map((group) => new Set(group)) ?? null;
    const counts = [featuresPerLevel, featuresPerNode];
    this.#isSampled =
      draw?.features !== undefined || counts.some((count) => (count ?? this.#featureCount) < this.#featureCount);
  }

  /** Ascending; null where the node may use all features. There may be none that it may use. */
  of(node: SearchNode, isConstant: (feature: number) => boolean): readonly number[] | null {
    const drawn = this.#isSampled ? this.#drawnFor(node, isConstant) : null;
    const together = this.#togetherWith(this.#above.get(node) ?? []);
    if (together === null) return drawn;
    return (drawn ?? this.#all()).filter((feature) => together.has(feature));
  }

  /** The same by feature: a search in the list would take as long as the list is. */
  marks(node: SearchNode, isConstant: (feature: number) => boolean): Uint8Array | null {
    return marksOf(this.of(node, isConstant), this.#featureCount);
  }

  /** Is to be told of every node that is cut. */
  cut(node: SearchNode, feature: number, children: readonly SearchNode[]): void {
    if (this.plan.interactions === undefined) return;
    const before = this.#above.get(node) ?? [];
    const above = before.includes(feature) ? before : [...before, feature];
    for (const child of children) this.#above.set(child, above);
  }

  #drawnFor({ depth, path }: SearchNode, isConstant: (feature: number) => boolean): readonly number[] {
    this.#levels[depth] ??= this.#drawLevel(depth);
    const features = this.#levels[depth];
    const { featuresPerNode = features.length, drawsConstants = false } = this.plan;
    const draw = { ...(this.draw ?? NO_DRAW), features };
    return featuresOfNode(draw, path, featuresPerNode, this.#featureCount, drawsConstants ? NEVER : isConstant);
  }

  #drawLevel(depth: number): readonly number[] {
    const features = this.draw?.features ?? this.#all();
    const { featuresPerLevel = features.length } = this.plan;
    return drawFeatures(features, featuresPerLevel, NEVER, (this.draw ?? NO_DRAW).key, Purpose.LevelFeatures, depth);
  }

  /** Those that may stand beneath these; null where all may. */
  #togetherWith(above: readonly number[]): ReadonlySet<number> | null {
    if (this.#groups === null || above.length === 0) return null;
    const groups = this.#groups.filter((group) => above.every((feature) => group.has(feature)));
    return new Set([...above, ...groups.flatMap((group) => [...group])]);
  }

  #all(): number[] {
    return Array.from({ length: this.#featureCount }, (_, feature) => feature);
  }
}

const NEVER = () => false;
