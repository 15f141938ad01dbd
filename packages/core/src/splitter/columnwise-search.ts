import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { forRanges } from "../util/ranges.ts";
import { inTurns } from "../util/turns.ts";
import { betterSplit } from "./better-split.ts";
import type { ColumnSearch, SearchContext } from "./column-search.ts";
import { NO_DRAW, NodeFeatures } from "./features-of-node.ts";
import type { LevelSearch } from "./level-search.ts";
import { roundGoal } from "./narrow-gradients.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import type { ColumnValues } from "./row-partition.ts";
import type { Split } from "./split.ts";
import type { GradientBits, OnCandidate, SearchNode, SplitSearch, TreeDraw } from "./splitter.ts";
import { SurrogateSearch } from "./surrogate-search.ts";
import { childBounds } from "./value-bounds.ts";

/** What a search of bins does besides. */
export interface OnBins {
  /** If set, goals are rounded here, and splits are chosen by so many bits of them. */
  readonly gradientBits: GradientBits;
  /** For plans that are symmetric. */
  readonly level: LevelSearch | null;
}

/**
 * The reference: looks for the best cut column by column, by whatever searches each column. What the kernels do is held against it,
 * and where the host refuses them it grows all trees.
 */
export class ColumnwiseSearch implements SplitSearch {
  readonly #values: readonly ColumnValues[];
  readonly #surrogates: SurrogateSearch | null;
  #goal: FitGoal | null = null;
  /** What leaves are to predict, where that is finer than the goal by which cuts are chosen. */
  #fine: FitGoal | null = null;
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;

  constructor(
    private readonly context: SearchContext,
    private readonly columns: readonly ColumnSearch[],
    /** By feature the rows by value, where the column's search reads them so. */
    private readonly sorted: readonly (Uint32Array | null)[],
    private readonly onBins: OnBins | null = null,
  ) {
    this.#values = columns.map(({ values }) => values);
    this.#features = new NodeFeatures(context.plan, null);
    const { maxSurrogates } = context.plan;
    this.#surrogates = maxSurrogates === undefined ? null : new SurrogateSearch(context, this.#values);
  }

  get roundsGoals(): boolean {
    return this.onBins !== null;
  }

  async root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    if (this.#hasEnded) throw new Error("this search has ended");
    const { partition, plan } = this.context;
    await this.#takeGoal(goal, rows);
    this.#draw = draw ?? null;
    this.#features = new NodeFeatures(plan, this.#draw);
    await partition.reset(rows, this.sorted, plan.pacer);
    const stats = await this.#sum(this.#goal ?? goal, 0, rows.length);
    return { depth: 0, path: ROOT_PATH, start: 0, end: rows.length, stats };
  }

  async #takeGoal(goal: FitGoal, rows: Uint32Array): Promise<void> {
    this.#goal = goal;
    this.#fine = null;
    if (this.onBins === null || goal.kind === "classes") return;
    const { fine, coarse } = await roundGoal(goal, rows, this.onBins.gradientBits, this.context.plan.pacer);
    this.#goal = coarse;
    this.#fine = fine === coarse ? null : fine;
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

  /** Where cuts were chosen by a coarser goal, leaves predict by the finer one. */
  async settle(leaves: readonly SearchNode[]): Promise<void> {
    if (this.#fine === null) return;
    for (const { start, end, stats } of leaves) stats.set(await this.#sum(this.#fine, start, end));
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const best = new Array<Split | null>(nodes.length).fill(null);
    const goal = this.#goal;
    if (goal === null) throw new Error("this search has no tree: root comes before findBest, and nothing after end");
    const open = [...nodes.keys()].filter((index) => this.#canBeCut(nodes[index], goal));
    const marks = open.map((index) =>
      this.#features.marks(nodes[index], (feature) => this.columns[feature].isConstantIn(nodes[index], goal)),
    );
    for (const [feature, column] of this.columns.entries()) {
      const searched = open.filter((_, i) => marks[i] === null || marks[i][feature] === 1);
      const searchedNodes = searched.map((index) => nodes[index]);
      const without = new Set(onCandidate === undefined ? [] : searched);
      const factor = this.context.plan.gainFactors?.[feature] ?? 1;
      const offer = (position: number, found: Split): void => {
        const split = factor === 1 ? found : { ...found, gain: found.gain * factor };
        if (split.gain === 0) return;
        best[searched[position]] = betterSplit(
          best[searched[position]],
          split,
          this.#draw,
          searchedNodes[position].path,
        );
        without.delete(searched[position]);
        onCandidate?.(searched[position], feature, split);
      };
      await column.search(searchedNodes, goal, offer, this.#draw ?? NO_DRAW);
      for (const position of without) onCandidate?.(position, feature, null);
    }
    return this.#surrogates === null ? best : this.#withSurrogates(this.#surrogates, nodes, best, goal);
  }

  async #withSurrogates(
    surrogates: SurrogateSearch,
    nodes: readonly SearchNode[],
    best: readonly (Split | null)[],
    goal: FitGoal,
  ): Promise<(Split | null)[]> {
    const complete: (Split | null)[] = [];
    for (const [i, split] of best.entries()) {
      complete.push(split && (await inTurns(surrogates.complete(nodes[i], split, goal), this.context.plan.pacer)));
    }
    return complete;
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[]): Promise<SearchNode[]> {
    const { partition, plan, width } = this.context;
    const children: SearchNode[] = [];
    for (const [i, { start, end, depth, path }] of nodes.entries()) {
      const { childRows, childStats } = splits[i];
      await partition.cut(start, end, splits[i], this.#values, plan.pacer);
      const middle = start + childRows[0];
      const [bounds, rightBounds] = await this.#boundsOf(nodes[i], splits[i], middle);
      const [left, right] = [childPath(path, 0), childPath(path, 1)];
      const below = { depth: depth + 1, start, end: middle, bounds };
      children.push({ ...below, path: left, stats: childStats.subarray(0, width) });
      children.push({
        ...below,
        path: right,
        start: middle,
        end,
        bounds: rightBounds,
        stats: childStats.subarray(width),
      });
      this.#features.cut(nodes[i], splits[i].feature, children.slice(-2));
    }
    return children;
  }

  /** Leaves keep to the bounds by what they predict, so these come from the finer goal. */
  async #boundsOf(
    { bounds, start, end }: SearchNode,
    split: Split,
    middle: number,
  ): Promise<ReturnType<typeof childBounds>> {
    const { plan } = this.context;
    if (plan.monotone === undefined || this.#fine === null) return childBounds(plan, bounds, split);
    const [left, right] = [await this.#sum(this.#fine, start, middle), await this.#sum(this.#fine, middle, end)];
    const { feature, threshold } = split;
    return childBounds(plan, bounds, { feature, threshold, childStats: Float64Array.of(...left, ...right) });
  }

  async findLevel(nodes: readonly SearchNode[]): Promise<(Split | null)[]> {
    const level = this.onBins?.level ?? null;
    if (level === null || this.#goal === null) throw new Error("this search was not opened for levels, or has no tree");
    const marks = nodes.map((node) => this.#features.marks(node, () => false));
    const isFree = (feature: number) => marks.every((some) => some === null || some[feature] === 1);
    return level.best(nodes, [...this.columns.keys()].filter(isFree), this.#goal);
  }

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
    this.#fine = null;
  }

  /** False where no cut can gain: too few rows, one class only, or one target only. */
  #canBeCut(node: SearchNode, goal: FitGoal): boolean {
    const { partition, plan, width } = this.context;
    if (node.end - node.start < 2 * Math.max(1, plan.minRowsLeaf)) return false;
    if (goal.kind === "classes") return !node.stats.subarray(0, width - 1).includes(node.stats[width - 1]);
    const { targets } = goal;
    if (targets === null) return true;
    const first = targets[partition.rows[node.start]];
    for (let i = node.start + 1; i < node.end; i++) if (targets[partition.rows[i]] !== first) return true;
    return false;
  }
}
