import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { forRanges } from "../util/ranges.ts";
import { inTurns } from "../util/turns.ts";
import { betterSplit } from "./better-split.ts";
import type { ColumnSearch, SearchContext } from "./column-search.ts";
import { NO_DRAW, NodeFeatures } from "./features-of-node.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import type { ColumnValues } from "./row-partition.ts";
import type { Split } from "./split.ts";
import type { OnCandidate, SearchNode, SplitSearch, TreeDraw } from "./splitter.ts";
import { SurrogateSearch } from "./surrogate-search.ts";
import { childBounds } from "./value-bounds.ts";

/** Looks for the best cut column by column, by whatever searches each column. */
export class ColumnwiseSearch implements SplitSearch {
  readonly #values: readonly ColumnValues[];
  readonly #surrogates: SurrogateSearch | null;
  #goal: FitGoal | null = null;
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;

  constructor(
    private readonly context: SearchContext,
    private readonly columns: readonly ColumnSearch[],
    /** By feature the rows by value, where the column's search reads them so. */
    private readonly sorted: readonly (Uint32Array | null)[],
  ) {
    this.#values = columns.map(({ values }) => values);
    this.#features = new NodeFeatures(context.plan, null);
    const { maxSurrogates } = context.plan;
    this.#surrogates = maxSurrogates === undefined ? null : new SurrogateSearch(context, this.#values);
  }

  get engine(): "wasm" | "twin" {
    return this.context.arena.engine;
  }

  async root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    if (this.#hasEnded) throw new Error("this search has ended");
    const { signal, weights, partition, plan, width } = this.context;
    signal.set(goal.kind === "gradients" ? goal.gradients : goal.codes);
    weights.set(goal.kind === "gradients" ? goal.hessians : goal.weights);
    this.#goal = goal;
    this.#draw = draw ?? null;
    this.#features = new NodeFeatures(plan, this.#draw);
    await partition.reset(rows, this.sorted, plan.pacer);
    const stats = new Float64Array(width);
    await forRanges(rows.length, plan.pacer, (start, end) => {
      for (let i = start; i < end; i++) addRow(goal, rows[i], stats, 0);
    });
    return { depth: 0, path: ROOT_PATH, start: 0, end: rows.length, stats };
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const best = new Array<Split | null>(nodes.length).fill(null);
    const goal = this.#goal;
    if (goal === null) throw new Error("this search has no tree: root comes before findBest, and nothing after end");
    const open = [...nodes.keys()].filter((index) => this.#canBeCut(nodes[index], goal));
    const marks = open.map((index) =>
      this.#features.marks(nodes[index], (feature) => this.columns[feature].isConstantIn(nodes[index])),
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
      const [bounds, rightBounds] = childBounds(plan, nodes[i].bounds, splits[i]);
      await partition.cut(start, end, splits[i], this.#values, plan.pacer);
      const middle = start + childRows[0];
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

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
    this.context.arena.release();
  }

  /** False where no cut can gain: too few rows, one class only, or one target only. */
  #canBeCut(node: SearchNode, goal: FitGoal): boolean {
    const { partition, plan, width } = this.context;
    if (node.end - node.start < 2 * plan.minRowsLeaf) return false;
    if (goal.kind === "classes") return !node.stats.subarray(0, width - 1).includes(node.stats[width - 1]);
    const { targets } = goal;
    if (targets === null) return true;
    const first = targets[partition.rows[node.start]];
    for (let i = node.start + 1; i < node.end; i++) if (targets[partition.rows[i]] !== first) return true;
    return false;
  }
}
