import { arenaBytes, scanJobsBytes } from "@cambium/kernels";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { BestCut } from "./best-cut.ts";
import { betterSplit } from "./better-split.ts";
import { CategorySearch } from "./category-search.ts";
import type { ColumnSearch, SearchContext } from "./column-search.ts";
import { featuresOfNode, NO_DRAW } from "./features-of-node.ts";
import { leaseRun } from "./lease-run.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import { NumericSearch } from "./numeric-search.ts";
import { type ColumnValues, RowPartition } from "./row-partition.ts";
import type { Split } from "./split.ts";
import {
  type OnCandidate,
  recordWidth,
  type SearchNode,
  type SearchPlan,
  type SplitSearch,
  type Splitter,
  type TreeDraw,
} from "./splitter.ts";
import { SurrogateSearch } from "./surrogate-search.ts";
import { canGrowWhole, WholeTreeSearch } from "./whole-tree-search.ts";

/** Scans in one list of kernel jobs, and what the list may take: with thousands of classes a job has long records. */
const MOST_JOBS = 1024;
const MOST_JOB_BYTES = 2 ** 22;

/** Tries every cut between two neighbouring values of every feature, on columns that were sorted once. */
export function exactSplitter(): Splitter {
  return {
    name: "exact",
    begin: async (plan) => (canGrowWhole(plan) ? WholeTreeSearch.open(plan, () => openSteps(plan)) : openSteps(plan)),
  };
}

async function openSteps(plan: SearchPlan): Promise<SplitSearch> {
  const sorted: (Uint32Array | null)[] = [];
  for (const [feature, { kind }] of plan.dataset.columns.entries()) {
    sorted.push(kind === "numeric" ? await plan.dataset.sorted(feature, plan.pacer) : null);
  }
  return new ExactSearch(await openContext(plan), sorted);
}

/** Leases the memory of a whole fit: the numeric columns, their arrangements of the rows, the goal, and the list of jobs. */
async function openContext(plan: SearchPlan): Promise<SearchContext> {
  const { columns, rowCount } = plan.dataset;
  const width = recordWidth(plan.criterion, plan.dataset);
  const isNumeric = columns.map((column) => column.kind === "numeric");
  const jobs = Math.max(1, Math.min(MOST_JOBS, Math.floor(MOST_JOB_BYTES / scanJobsBytes(1, width))));
  const numericCount = isNumeric.filter(Boolean).length;
  const bytes = arenaBytes([
    ...new Array<number>(numericCount + 2).fill(8 * rowCount),
    ...RowPartition.byteLengths(rowCount, numericCount),
    scanJobsBytes(jobs, width),
  ]);
  const arena = await leaseRun(bytes);
  return {
    plan,
    width,
    arena,
    signal: plan.criterion.goal === "gradients" ? arena.float64(rowCount) : arena.int32(rowCount),
    weights: arena.float64(rowCount),
    partition: new RowPartition(arena, rowCount, isNumeric),
    jobs: arena.scanJobs(jobs, width),
    best: new BestCut(plan.criterion, width, plan.minRowsLeaf, plan.minChildWeight ?? 0),
  };
}

class ExactSearch implements SplitSearch {
  readonly #columns: readonly ColumnSearch[];
  readonly #values: readonly ColumnValues[];
  readonly #surrogates: SurrogateSearch | null;
  #goal: FitGoal | null = null;
  #draw: TreeDraw | null = null;
  #hasEnded = false;

  constructor(
    private readonly context: SearchContext,
    private readonly sorted: readonly (Uint32Array | null)[],
  ) {
    this.#columns = context.plan.dataset.columns.map((column, feature) =>
      column.kind === "numeric"
        ? new NumericSearch(context, feature, column)
        : new CategorySearch(context, feature, column),
    );
    this.#values = this.#columns.map(({ values }) => values);
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
    await partition.reset(rows, this.sorted, plan.pacer);
    const stats = new Float64Array(width);
    for (let i = 0; i < rows.length; i++) addRow(goal, rows[i], stats, 0);
    return { depth: 0, path: ROOT_PATH, start: 0, end: rows.length, stats };
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const best = new Array<Split | null>(nodes.length).fill(null);
    const goal = this.#goal;
    if (goal === null) throw new Error("this search has no tree: root comes before findBest, and nothing after end");
    const open = [...nodes.keys()].filter((index) => this.#canBeCut(nodes[index], goal));
    const features = open.map((index) => this.#featuresOf(nodes[index]));
    for (const [feature, column] of this.#columns.entries()) {
      const searched = open.filter((_, i) => features[i] === null || features[i].includes(feature));
      const searchedNodes = searched.map((index) => nodes[index]);
      const without = new Set(onCandidate === undefined ? [] : searched);
      const offer = (position: number, split: Split): void => {
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
      if (this.context.plan.pacer.due()) await this.context.plan.pacer.pause();
      complete.push(split && surrogates.complete(nodes[i], split, goal));
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
      const [left, right] = [childPath(path, 0), childPath(path, 1)];
      children.push({ depth: depth + 1, path: left, start, end: middle, stats: childStats.subarray(0, width) });
      children.push({ depth: depth + 1, path: right, start: middle, end, stats: childStats.subarray(width) });
    }
    return children;
  }

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
    this.context.arena.release();
  }

  /** The features that this node is searched by; null for all that there are. */
  #featuresOf(node: SearchNode): readonly number[] | null {
    const { featuresPerNode = this.#columns.length } = this.context.plan;
    const isAll = featuresPerNode >= this.#columns.length && this.#draw?.features === undefined;
    if (isAll) return null;
    const isConstant = (feature: number) => this.#columns[feature].isConstantIn(node);
    return featuresOfNode(this.#draw ?? NO_DRAW, node.path, featuresPerNode, this.#columns.length, isConstant);
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
