import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { forRanges } from "../util/ranges.ts";
import { inTurns } from "../util/turns.ts";
import { type ColumnSearch, isConstant, type SearchContext } from "./column-search.ts";
import { NO_DRAW, NodeFeatures } from "./features-of-node.ts";
import type { LevelSearch } from "./level-search.ts";
import { roundGoal } from "./narrow-gradients.ts";
import type { NodeMedians } from "./node-medians.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import type { Split } from "./split.ts";
import type { GradientBits, OnCandidate, SearchNode, SplitSearch, TreeDraw } from "./splitter.ts";
import { SurrogateSearch } from "./surrogate-search.ts";
import { childBounds } from "./value-bounds.ts";
import { betterSplit } from "./wins-tie.ts";

/** What some splitters need besides. */
export interface SearchExtras {
  /** If set, goals are rounded here, and splits are chosen by so many bits of them. */
  readonly gradientBits?: GradientBits;
  /** For plans that are symmetric. */
  readonly level?: LevelSearch;
  /** If set, the records of nodes are medians, which are no sums. */
  readonly medians?: NodeMedians;
}

/**
 * The reference: looks for the best split column by column, by whatever searches each column. What the kernels do is held against it,
 * and where the host refuses them it grows all trees.
 */
export class ColumnwiseSearch implements SplitSearch {
  readonly settle?: NonNullable<SplitSearch["settle"]>;
  readonly #surrogates: SurrogateSearch | null;
  #goal: FitGoal | null = null;
  /** What leaves are to predict, where that is finer than the goal by which splits are chosen. */
  #fine: FitGoal | null = null;
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;

  constructor(
    private readonly context: SearchContext,
    private readonly columns: readonly ColumnSearch[],
    private readonly extras: SearchExtras = {},
  ) {
    this.#features = new NodeFeatures(context.plan, null);
    this.#surrogates = context.plan.maxSurrogates === undefined ? null : new SurrogateSearch(context);
    if (this.roundsGoals) this.settle = (leaves) => this.#sumAnew(leaves);
  }

  get roundsGoals(): boolean {
    return this.extras.gradientBits !== undefined;
  }

  async root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    if (this.#hasEnded) throw new Error("this search has ended");
    const { partition, plan, sorted } = this.context;
    const { gradientBits, medians } = this.extras;
    const byTarget = medians && (await medians.begin(goal, rows));
    const { fine, coarse } = await roundGoal(goal, rows, gradientBits, plan.pacer);
    this.#goal = coarse;
    this.#fine = fine === coarse ? null : fine;
    this.#draw = draw ?? null;
    this.#features = new NodeFeatures(plan, this.#draw);
    await partition.reset(rows, byTarget ? [...sorted, byTarget] : sorted, plan.pacer);
    const node = { depth: 0, path: ROOT_PATH, start: 0, end: rows.length };
    return { ...node, stats: medians?.recordOf(medians.byTarget(node)) ?? (await this.#sum(coarse, 0, rows.length)) };
  }

  /** The record of a run of the partition. */
  async #sum(goal: FitGoal, start: number, end: number): Promise<Float64Array> {
    const { partition, plan, width } = this.context;
    const stats = new Float64Array(width);
    const rows = partition.rows.subarray(start, end);
    await forRanges(rows.length, plan.pacer, (from, to) => {
      for (let i = from; i < to; i++) addRow(goal, rows[i], stats, 0);
    });
    return stats;
  }

  /** Where splits were chosen by a coarser goal, leaves predict by the finer one. */
  async #sumAnew(leaves: readonly SearchNode[]): Promise<void> {
    if (this.#fine === null) return;
    for (const { start, end, stats } of leaves) stats.set(await this.#sum(this.#fine, start, end));
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const goal = this.#goal;
    if (goal === null) throw new Error("this search has no tree: root comes before findBest, and nothing after end");
    const best = new Array<Split | null>(nodes.length).fill(null);
    const open = [...nodes.keys()].filter((index) => this.#canBeCut(nodes[index], goal));
    const { medians } = this.extras;
    const { pacer } = this.context.plan;
    // Medians rank the rows of one node at a time.
    for (const listed of medians === undefined ? [open] : open.map((index) => [index])) {
      await medians?.enter(nodes[listed[0]]);
      await this.#searchColumns(nodes, listed, goal, (index, feature, split) => {
        if (split !== null) best[index] = betterSplit(best[index], split, this.#draw, nodes[index].path);
        onCandidate?.(index, feature, split && (medians?.withChildren(nodes[index], split) ?? split));
      });
    }
    for (const [index, split] of best.entries()) {
      if (split === null) continue;
      const turns = this.#surrogates?.complete(nodes[index], split, goal);
      best[index] = turns ? await inTurns(turns, pacer) : (medians?.withChildren(nodes[index], split) ?? split);
    }
    return best;
  }

  /** Searches those of the nodes that are listed; calls `found` with the best split on each feature, or null. */
  async #searchColumns(
    nodes: readonly SearchNode[],
    listed: readonly number[],
    goal: FitGoal,
    found: OnCandidate,
  ): Promise<void> {
    const isConstantIn = (node: SearchNode, feature: number) =>
      this.columns[feature].isConstantIn?.(node, goal) ??
      isConstant(this.context, feature, this.context.values[feature], node);
    const marks = listed.map((index) =>
      this.#features.marks(nodes[index], (feature) => isConstantIn(nodes[index], feature)),
    );
    for (const [feature, column] of this.columns.entries()) {
      const searched = listed.filter((_, i) => marks[i] === null || marks[i][feature] === 1);
      const without = new Set(searched);
      const factor = this.context.plan.gainFactors?.[feature] ?? 1;
      const offer = (position: number, { gain, ...split }: Split): void => {
        if (gain * factor === 0) return;
        without.delete(searched[position]);
        found(searched[position], feature, { ...split, gain: gain * factor });
      };
      const searchedNodes = searched.map((index) => nodes[index]);
      await column.search(searchedNodes, goal, offer, this.#draw ?? NO_DRAW);
      for (const index of without) found(index, feature, null);
    }
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[]): Promise<SearchNode[]> {
    const { partition, plan, values, width } = this.context;
    const children: SearchNode[] = [];
    for (const [i, node] of nodes.entries()) {
      const { start, end, depth, path } = node;
      const { feature, threshold, childRows, childStats } = splits[i];
      await partition.cut(start, end, splits[i], values, plan.pacer);
      const middle = start + childRows[0];
      // Leaves keep to the bounds by what they predict, so these come from the finer goal.
      const fine = plan.monotone === undefined ? null : this.#fine;
      const sums = fine && [...(await this.#sum(fine, start, middle)), ...(await this.#sum(fine, middle, end))];
      const records = sums === null ? childStats : Float64Array.from(sums);
      const bounds = childBounds(plan, node.bounds, { feature, threshold, childStats: records });
      for (const child of [0, 1] as const) {
        const [from, to] = child === 0 ? [start, middle] : [middle, end];
        const stats = childStats.subarray(child * width, (child + 1) * width);
        const own = childPath(path, child);
        children.push({ depth: depth + 1, path: own, start: from, end: to, stats, bounds: bounds[child] });
      }
      this.#features.cut(node, feature, children.slice(-2));
    }
    return children;
  }

  async findLevel(nodes: readonly SearchNode[]): Promise<(Split | null)[]> {
    const { level } = this.extras;
    if (level === undefined || this.#goal === null)
      throw new Error("this search was not opened for levels, or has no tree");
    const marks = nodes.map((node) => this.#features.marks(node, () => false));
    const isFree = (feature: number) => marks.every((some) => some === null || some[feature] === 1);
    return level.best(nodes, [...this.columns.keys()].filter(isFree), this.#goal);
  }

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
    this.#fine = null;
  }

  /** False where no split can gain: too few rows, one class only, or one target only. */
  #canBeCut(node: SearchNode, goal: FitGoal): boolean {
    const { partition, plan, width } = this.context;
    if (node.end - node.start < 2 * Math.max(1, plan.minRowsLeaf)) return false;
    if (goal.kind === "classes") return !node.stats.subarray(0, width - 1).includes(node.stats[width - 1]);
    const { targets } = goal;
    const rows = partition.rows.subarray(node.start, node.end);
    return targets === null || rows.some((row) => targets[row] !== targets[rows[0]]);
  }
}
