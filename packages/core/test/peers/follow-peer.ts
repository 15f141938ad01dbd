import {
  type Criterion,
  type GradientGoal,
  gradientGoal,
  histogramSplitter,
  newton,
  type SearchNode,
  type Split,
  type SplitSearch,
} from "@cambium/core";
import { createPacer } from "@cambium/kernels";
import { categoryBitset } from "../../src/splitter/split.ts";
import { boundedValue, NO_BOUNDS } from "../../src/splitter/value-bounds.ts";
import { midpoint } from "../../src/util/midpoint.ts";
import type { HistogramCase, HistogramTable, HistogramTree } from "./histogram-cases.ts";
import { absolute, relative } from "./peer-cases.ts";
import { leafOfRow, partition, type TreeView, viewOfPeer } from "./tree-view.ts";

export interface FollowReport {
  /** Nodes that the peer cut. */
  readonly cuts: number;
  /** Where other rows, or another node, would have been as good. */
  readonly ties: readonly Note[];
  /** Where the peer did not look for the best cut. */
  readonly passedOver: readonly Note[];
  /** By tree, the leaf of each row. */
  readonly leaves: readonly (readonly number[])[];
  /** What the leaves add up to, by row. */
  readonly margins: ArrayLike<number>;
}

export interface Note {
  /** From 0. */
  readonly round: number;
  readonly sentence: string;
}

/** A node that the peer has not cut yet. */
interface Open {
  readonly node: SearchNode;
  readonly rows: readonly number[];
  readonly best: Split | null;
  /** The features that the peer looks at here; null for all. */
  readonly features: ReadonlySet<number> | null;
  /** What the best cut gains that the peer does not look at. */
  readonly unseen: number;
  /** What the peer takes from all gains of the node. */
  readonly less: number;
}

/**
 * Goes through all of a peer's trees with our splitter: every tree starts from the peer's margins and follows the peer's
 * cuts, and at each node our search has to find what the peer found.
 */
export async function followPeer(peerCase: HistogramCase, training: HistogramTable): Promise<FollowReport> {
  const { dataset, columns } = training;
  const criterion = criterionOf(peerCase);
  const { minChildWeight = 0, monotone, interactions, categorical } = peerCase.options;
  const { features } = peerCase.data;
  const directions = monotone && Int8Array.from(features, (name) => monotone[name] ?? 0);
  const groups = interactions?.map((group) => group.map((name) => features.indexOf(name)));
  const search = await histogramSplitter().begin({
    dataset,
    criterion,
    minRowsLeaf: 1,
    minChildWeight,
    ...(directions && { monotone: directions }),
    ...(groups && { interactions: groups }),
    ...(categorical === "oneVsRest" ? { categorical } : categorical),
    pacer: createPacer(),
  });
  // XGBoost keeps scores in single precision.
  const margins = peerCase.peer.startsWith("xgboost")
    ? new Float32Array(dataset.rowCount)
    : new Float64Array(dataset.rowCount);
  margins.fill(peerCase.base);
  const ties: Note[] = [];
  const passedOver: Note[] = [];
  const leaves: number[][] = [];
  let cuts = 0;
  try {
    for (const [round, tree] of peerCase.trees.entries()) {
      const theirs = viewOf(tree, columns);
      const goal = goalOf(training, margins);
      const walk = new Walk(peerCase, training, { round, search, criterion, goal, tree, theirs });
      cuts += await walk.run();
      ties.push(...walk.ties.map((sentence) => ({ round, sentence })));
      passedOver.push(...walk.passedOver.map((sentence) => ({ round, sentence })));
      leaves.push(Array.from(margins, (_, row) => leafOfRow(theirs, row)));
      for (let row = 0; row < margins.length; row++) margins[row] += tree.condition[leaves[round][row]];
    }
  } finally {
    search.end();
  }
  return { cuts, ties, passedOver, leaves, margins };
}

/** Categories go by those that the peer names. */
function viewOf(tree: HistogramTree, columns: readonly Float32Array[]): TreeView {
  const view = viewOfPeer(tree, columns, tree.condition, "<=", (node) => tree.gain[node]);
  const { feature, goesLeft, goesRight } = tree;
  return {
    ...view,
    goesLeft(node, row) {
      const category = columns[feature[node]][row];
      if (goesLeft?.[node].length) return goesLeft[node].includes(category);
      if (goesRight?.[node].length) return !goesRight[node].includes(category);
      return view.goesLeft(node, row);
    },
  };
}

function criterionOf({ options: { l1 = 0, l2 = 1, maxDeltaStep } }: HistogramCase): Criterion {
  return newton({ l1, l2, ...(maxDeltaStep && { maxDeltaStep }) });
}

function goalOf({ dataset, loss }: HistogramTable, margins: ArrayLike<number>): GradientGoal {
  const { rowCount, target } = dataset;
  const gradients = new Float64Array(rowCount);
  const hessians = loss.constantHessian ? null : new Float64Array(rowCount);
  loss.derivatives(target, Float64Array.from(margins), gradients, hessians, 0, rowCount);
  return gradientGoal(gradients, hessians, target.weights, Uint32Array.from(gradients.keys()));
}

interface Followed {
  readonly round: number;
  readonly search: SplitSearch;
  readonly criterion: Criterion;
  readonly goal: GradientGoal;
  readonly tree: HistogramTree;
  readonly theirs: TreeView;
}

class Walk {
  readonly ties: string[] = [];
  readonly passedOver: string[] = [];
  readonly #open = new Map<number, Open>();
  #rootGain = 0;

  constructor(
    private readonly peerCase: HistogramCase,
    private readonly training: HistogramTable,
    private readonly followed: Followed,
  ) {}

  /** The number of cuts. */
  async run(): Promise<number> {
    const { search, goal, tree } = this.followed;
    const rows = [...goal.gradients.keys()];
    await this.#enter([0], [await search.root(goal, Uint32Array.from(rows))], [rows], null);
    // Children are numbered as they were made.
    const order = [...tree.left.keys()].filter((node) => tree.left[node] > 0);
    order.sort((a, b) => tree.left[a] - tree.left[b]);
    for (const their of order) await this.#follow(their);
    if (order.length + 1 !== this.peerCase.options.maxLeaves) this.#expectNothingLeft();
    return order.length;
  }

  async #enter(
    theirs: readonly number[],
    nodes: readonly SearchNode[],
    rows: readonly (readonly number[])[],
    features: Open["features"],
  ) {
    const { learningRate } = this.peerCase.options;
    const { criterion, tree } = this.followed;
    const found = await this.#search(nodes, features);
    for (const [i, their] of theirs.entries()) {
      this.#open.set(their, { node: nodes[i], rows: rows[i], ...found[i], less: this.#lessOf(nodes[i]) });
      if (tree.left[their] > 0) continue;
      const { stats, bounds } = nodes[i];
      const leaf = learningRate * boundedValue(criterion, stats, bounds ?? NO_BOUNDS);
      const apart = relative(this.peerCase, "leaf") * Math.abs(leaf) + absolute(this.peerCase, "leaf");
      const isNear = Math.abs(leaf - tree.condition[their]) <= apart;
      this.#demand(isNear, `leaf ${their} says ${tree.condition[their]}, by us ${leaf}`);
    }
  }

  /** LightGBM measures what a node says by what it would say if no order held it back. */
  #lessOf({ stats, bounds = NO_BOUNDS }: SearchNode): number {
    const { criterion } = this.followed;
    if (!this.peerCase.peer.startsWith("lightgbm") || this.peerCase.options.monotone === undefined) return 0;
    const l2 = this.peerCase.options.l2 ?? 1;
    const [gradients, hessians] = stats;
    const saved = (value: number) => -(2 * gradients * value + (hessians + l2) * value ** 2);
    return saved(-gradients / (hessians + l2)) - saved(boundedValue(criterion, stats, bounds));
  }

  /**
   * LightGBM looks no further at a feature that had no cut above the least gain in the node above, although one may gain in
   * part of its rows.
   */
  async #search(nodes: readonly SearchNode[], features: Open["features"]) {
    const { maxDepth = Number.POSITIVE_INFINITY, minGain = 0 } = this.peerCase.options;
    if (nodes[0].depth >= maxDepth) return nodes.map(() => ({ best: null, features, unseen: 0 }));
    const { search } = this.followed;
    if (!this.peerCase.peer.startsWith("lightgbm")) {
      return (await search.findBest(nodes)).map((best) => ({ best, features, unseen: 0 }));
    }
    const cuts = nodes.map((): Split[] => []);
    const most = await search.findBest(nodes, (position, feature, split) => {
      if (split !== null && (features?.has(feature) ?? true)) cuts[position].push(split);
    });
    return cuts.map((splits, position) => {
      const best = splits.reduce((a: Split | null, b) => (a === null || b.gain > a.gain ? b : a), null);
      const unseen = most[position]?.gain ?? 0;
      const least = minGain + this.#lessOf(nodes[position]);
      const cuttable = splits.filter(({ gain }) => gain > least).map(({ feature }) => feature);
      return { best, features: new Set(cuttable), unseen: unseen > (best?.gain ?? 0) ? unseen : 0 };
    });
  }

  async #follow(their: number): Promise<void> {
    const { search, theirs, tree } = this.followed;
    const open = this.#open.get(their) as Open;
    const sides = partition(theirs, their, open.rows);
    const stats = Float64Array.of(...sides.flatMap((side) => this.#record(side)));
    const gain = this.#gain(their, open.node, stats);
    if (their === 0) this.#rootGain = gain;
    this.#compare(their, open, sides, gain);
    const split = this.#splitOf(their, sides, stats, gain);
    this.#open.delete(their);
    const children = await search.apply([open.node], [split.isMirrored ? mirrored(split.cut) : split.cut]);
    if (split.isMirrored) children.reverse();
    await this.#enter([tree.left[their], tree.right[their]], children, sides, open.features);
  }

  #gain(their: number, { stats, bounds }: SearchNode, childStats: Float64Array): number {
    const { criterion, tree } = this.followed;
    const { monotone } = this.peerCase.options;
    if (monotone === undefined) return criterion.gain(Float64Array.of(...stats, ...childStats), 0, 2, 2, 2);
    const direction = monotone[this.peerCase.data.features[tree.feature[their]]] ?? 0;
    return criterion.gainWithin?.(childStats, 0, 2, bounds ?? NO_BOUNDS, direction) ?? Number.NaN;
  }

  #compare(their: number, { best, rows, less }: Open, sides: readonly (readonly number[])[], gain: number): void {
    const { tree } = this.followed;
    const band = this.#band(gain);
    const claim = tree.gain[their];
    const asTheySay = gain - less;
    this.#demand(Math.abs(claim - asTheySay) <= band, `node ${their} says that it gains ${claim}, by us ${asTheySay}`);
    this.#demand(gain >= (this.peerCase.options.minGain ?? 0) - band, `node ${their} gains ${gain}, and is cut`);
    if (best === null) throw new Error(`node ${their}: the peer gains ${gain}, and we find nothing`);
    this.#demand(best.gain >= gain * (1 - 1e-12), `node ${their}: we find ${best.gain}, there is ${gain}`);
    this.#demand(best.gain <= gain + band, `node ${their}: we find ${best.gain}, the peer only ${gain}`);
    const left = new Set(sides[0]);
    const ours = rows.filter((row) => this.#goesLeft(best, row));
    const common = ours.filter((row) => left.has(row)).length;
    const isSame =
      (common === left.size && common === ours.length) || (common === 0 && ours.length === sides[1].length);
    if (!isSame) this.ties.push(`${rows.length} rows are parted in another way, for ${best.gain} and ${gain}`);
    if (this.peerCase.options.maxLeaves !== undefined) this.#compareWithOpen(their, asTheySay, band);
  }

  /** Best first: no other open node gains more. */
  #compareWithOpen(their: number, gain: number, band: number): void {
    const { less: ownLess } = this.#open.get(their) as Open;
    for (const [other, { best, unseen, less }] of this.#open) {
      if (unseen >= gain) this.passedOver.push(`a cut of node ${other} that gains ${unseen} is not looked at`);
      if (other === their || best === null) continue;
      const otherGain = best.gain - less;
      if (otherGain < gain) {
        if (best.gain >= gain + ownLess)
          this.passedOver.push(`node ${other} is held back, and waits with ${best.gain}`);
        continue;
      }
      this.#demand(otherGain <= gain + band, `node ${other} gains ${otherGain}, the peer cuts ${their} for ${gain}`);
      this.ties.push(`node ${other} gains ${otherGain}, and ${their}, which the peer cuts first, ${gain}`);
    }
  }

  #expectNothingLeft(): void {
    const { minGain = 0 } = this.peerCase.options;
    const least = Math.max(minGain, absolute(this.peerCase, "leastGain"));
    for (const [their, { best, unseen, less }] of this.#open) {
      const gain = (best?.gain ?? 0) - less;
      if (gain <= least && gain + less > least) this.passedOver.push(`leaf ${their}, which is held back, is not cut`);
      if (unseen > least) this.passedOver.push(`a cut of leaf ${their} that gains ${unseen} is not looked at`);
      this.#demand(gain <= least + this.#band(least), `leaf ${their} of the peer could be cut for ${gain}`);
      if (gain > least) this.ties.push(`leaf ${their} of the peer gains ${gain}, and ${least} is asked for`);
    }
  }

  #demand(holds: boolean, sentence: string): void {
    if (!holds) throw new Error(`round ${this.followed.round + 1}: ${sentence}`);
  }

  #band(gain: number): number {
    const { gain: tolerance } = this.peerCase.tolerances;
    return relative(this.peerCase, "gain") * gain + (tolerance.ofRoot ?? 0) * this.#rootGain;
  }

  #record(rows: readonly number[]): [number, number] {
    const { gradients, hessians } = this.followed.goal;
    const sum = (of: Float64Array) => rows.reduce((total, row) => total + of[row], 0);
    return [sum(gradients), sum(hessians)];
  }

  #goesLeft({ kind, feature, threshold, categories, missingChild }: Split, row: number): boolean {
    const value = this.training.columns[feature][row];
    if (kind === "categories") return ((categories[value >>> 5] >>> (value & 31)) & 1) === 1;
    return Number.isNaN(value) ? missingChild === 0 : value <= threshold;
  }

  #hasCategories(feature: number): boolean {
    return this.training.dataset.columns[feature].kind === "categorical";
  }

  /** The peer's cut as one of ours; mirrored where none of the values goes left, which ours always do. */
  #splitOf(their: number, sides: readonly (readonly number[])[], childStats: Float64Array, gain: number) {
    const { tree } = this.followed;
    const feature = tree.feature[their];
    const levels = this.training.levels[feature];
    const below = levels.filter((level) => level <= tree.condition[their]).length;
    const isMirrored = below === 0;
    const isGap = isMirrored || below === levels.length;
    const childRows: [number, number] = [sides[0].length, sides[1].length];
    const common = { feature, gain, childStats, childRows };
    if (this.#hasCategories(feature)) {
      const codes = sides.map((rows) => rows.map((row) => this.training.columns[feature][row]));
      const categories = categoryBitset(levels.length, codes[0], codes[1], true);
      return {
        cut: { ...common, kind: "categories" as const, threshold: Number.NaN, categories, missingChild: 0 as const },
        isMirrored: false,
      };
    }
    const cut: Split = {
      ...common,
      kind: "threshold",
      threshold: isGap ? Number.POSITIVE_INFINITY : midpoint(levels[below - 1], levels[below]),
      categories: new Uint32Array(0),
      missingChild: tree.missingLeft[their] === 1 ? 0 : 1,
    };
    return { cut, isMirrored };
  }
}

function mirrored(cut: Split): Split {
  const [left, right] = cut.childRows;
  return {
    ...cut,
    missingChild: cut.missingChild === 0 ? 1 : 0,
    childStats: Float64Array.of(...cut.childStats.subarray(2), ...cut.childStats.subarray(0, 2)),
    childRows: [right, left],
  };
}
