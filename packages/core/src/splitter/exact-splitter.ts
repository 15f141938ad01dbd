import { type Arena, arenaBytes, leaseArena, type ScanJob, type ScanJobs, scanJobsBytes } from "@cambium/kernels";
import type { CategoricalColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { BestCut } from "./best-cut.ts";
import { type ColumnValues, RowPartition } from "./row-partition.ts";
import { CategoryScan } from "./scan-categories.ts";
import { scanColumn } from "./scan-column.ts";
import { betterSplit, type Split } from "./split.ts";
import { recordWidth, type SearchNode, type SearchPlan, type SplitSearch, type Splitter } from "./splitter.ts";

/** Scans in one list of kernel jobs. */
const JOBS = 1024;

/** Tries every cut between two neighbouring values of every feature, on columns that were sorted once. */
export function exactSplitter(): Splitter {
  return {
    name: "exact",
    async begin(plan) {
      const width = recordWidth(plan.criterion, plan.dataset);
      const numeric = plan.dataset.columns.filter((column) => column.kind === "numeric").length;
      const rows = plan.dataset.rowCount;
      const bytes = arenaBytes([
        ...RowPartition.byteLengths(rows, numeric),
        ...new Array<number>(numeric + 2).fill(8 * rows),
        scanJobsBytes(JOBS, width),
      ]);
      const sorted: (Uint32Array | null)[] = [];
      for (let feature = 0; feature < plan.dataset.columns.length; feature++) {
        const isNumeric = plan.dataset.columns[feature].kind === "numeric";
        sorted.push(isNumeric ? await plan.dataset.sorted(feature, plan.pacer) : null);
      }
      return new ExactSearch(plan, width, await leaseArena(bytes), sorted);
    },
  };
}

class ExactSearch implements SplitSearch {
  readonly #columns: readonly ColumnValues[];
  readonly #categories: readonly (CategoryScan | null)[];
  readonly #partition: RowPartition;
  /** The goal's two arrays, by row. */
  readonly #signal: Float64Array | Int32Array;
  readonly #weights: Float64Array;
  readonly #jobs: ScanJobs;
  readonly #best: BestCut;
  #goal: FitGoal | null = null;

  constructor(
    private readonly plan: SearchPlan,
    private readonly width: number,
    private readonly arena: Arena,
    private readonly sorted: readonly (Uint32Array | null)[],
  ) {
    const { columns, rowCount } = plan.dataset;
    this.#columns = columns.map((column) => {
      if (column.kind === "categorical") return column.codes;
      const values = arena.float64(rowCount);
      values.set(column.values);
      return values;
    });
    this.#categories = columns.map((column) =>
      column.kind === "categorical" ? new CategoryScan(column, width) : null,
    );
    this.#partition = new RowPartition(
      arena,
      rowCount,
      columns.map((column) => column.kind === "numeric"),
    );
    this.#signal = plan.criterion.goal === "gradients" ? arena.float64(rowCount) : arena.int32(rowCount);
    this.#weights = arena.float64(rowCount);
    this.#jobs = arena.scanJobs(JOBS, width);
    this.#best = new BestCut(plan.criterion, width, plan.minRowsLeaf);
  }

  get engine(): "wasm" | "twin" {
    return this.arena.engine;
  }

  async root(goal: FitGoal, rows: Uint32Array): Promise<SearchNode> {
    this.#signal.set(goal.kind === "gradients" ? goal.gradients : goal.codes);
    this.#weights.set(goal.kind === "gradients" ? goal.hessians : goal.weights);
    this.#goal = goal;
    await this.#partition.reset(rows, this.sorted, this.plan.pacer);
    const stats = new Float64Array(this.width);
    for (let i = 0; i < rows.length; i++) addRow(goal, rows[i], stats, 0);
    return { depth: 0, start: 0, end: rows.length, stats };
  }

  async findBest(nodes: readonly SearchNode[]): Promise<(Split | null)[]> {
    const best = new Array<Split | null>(nodes.length).fill(null);
    const open = nodes.map((_, index) => index).filter((index) => this.#canBeCut(nodes[index]));
    for (let feature = 0; feature < this.#columns.length; feature++) {
      const offer = (index: number, split: Split | null) => {
        best[index] = betterSplit(best[index], split);
      };
      if (this.#categories[feature] !== null) await this.#searchCategories(feature, nodes, open, offer);
      else if (this.plan.criterion.kernel === undefined) await this.#searchByCall(feature, nodes, open, offer);
      else await this.#searchByKernel(feature, nodes, open, offer);
    }
    return best;
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[]): Promise<SearchNode[]> {
    const children: SearchNode[] = [];
    for (let i = 0; i < nodes.length; i++) {
      const { start, end, depth } = nodes[i];
      const split = splits[i];
      const middle = start + split.childRows[0];
      await this.#partition.cut(start, end, split, this.#columns[split.feature], this.plan.pacer);
      children.push(
        { depth: depth + 1, start, end: middle, stats: split.childStats.subarray(0, this.width) },
        { depth: depth + 1, start: middle, end, stats: split.childStats.subarray(this.width) },
      );
    }
    return children;
  }

  end(): void {
    this.arena.release();
  }

  /** False where no cut can exist: too few rows, or one class only. */
  #canBeCut(node: SearchNode): boolean {
    if (node.end - node.start < 2 * this.plan.minRowsLeaf) return false;
    if (this.plan.criterion.goal === "gradients") return true;
    const total = node.stats[this.width - 1];
    return !node.stats.subarray(0, this.width - 1).includes(total);
  }

  async #searchByKernel(
    feature: number,
    nodes: readonly SearchNode[],
    open: readonly number[],
    offer: Offer,
  ): Promise<void> {
    const { criterion, minRowsLeaf, pacer } = this.plan;
    const order = this.#partition.orders[feature] as Uint32Array;
    const values = this.#columns[feature] as Float64Array;
    const job: ScanJob = {
      order,
      values,
      signal: this.#signal,
      weights: this.#weights,
      minRowsLeaf,
      start: 0,
      count: 0,
      parent: NO_RECORD,
      parentAt: 0,
    };
    for (let first = 0; first < open.length; first += JOBS) {
      const batch = open.slice(first, first + JOBS);
      batch.forEach((index, slot) => {
        const node = nodes[index];
        job.start = node.start;
        job.count = node.end - node.start;
        job.parent = node.stats;
        this.#jobs.set(slot, job);
      });
      if (criterion.kernel !== undefined) await this.arena.scan(criterion.kernel, this.#jobs, batch.length, pacer);
      batch.forEach((index, slot) => {
        if (this.#jobs.gain(slot) === 0) return;
        const at = this.#jobs.leftAt(slot);
        const left = this.#jobs.records.subarray(at, at + this.width);
        const cut = {
          gain: this.#jobs.gain(slot),
          position: this.#jobs.rows(slot),
          missingLeft: this.#jobs.missingLeft(slot),
        };
        offer(index, this.#thresholdSplit(feature, nodes[index], cut, left));
      });
    }
  }

  async #searchByCall(
    feature: number,
    nodes: readonly SearchNode[],
    open: readonly number[],
    offer: Offer,
  ): Promise<void> {
    const order = this.#partition.orders[feature] as Uint32Array;
    const values = this.#columns[feature] as Float64Array;
    for (const index of open) {
      if (this.plan.pacer.due()) await this.plan.pacer.pause();
      const node = nodes[index];
      scanColumn(values, order, node.start, node.end, this.#goal as FitGoal, node.stats, this.#best);
      if (this.#best.gain > 0) offer(index, this.#thresholdSplit(feature, node, this.#best, this.#best.left));
    }
  }

  async #searchCategories(
    feature: number,
    nodes: readonly SearchNode[],
    open: readonly number[],
    offer: Offer,
  ): Promise<void> {
    const scan = this.#categories[feature] as CategoryScan;
    const goal = this.#goal as FitGoal;
    for (const index of open) {
      if (this.plan.pacer.due()) await this.plan.pacer.pause();
      const node = nodes[index];
      scan.scan(this.#partition.rows, node.start, node.end, goal, node.stats, this.#best);
      if (this.#best.gain === 0) continue;
      const { gain, position, missingLeft, left, leftRows } = this.#best;
      const childStats = this.#childStats(node, left);
      const heavier = this.#heavierChild(childStats);
      const { codes } = this.plan.dataset.columns[feature] as CategoricalColumn;
      const sawMissing = this.#someMissing(codes, node);
      offer(index, {
        kind: "categories",
        feature,
        gain,
        threshold: Number.NaN,
        categories: scan.leftCategories(position, goal, heavier === 0),
        missingChild: sawMissing ? (missingLeft ? 0 : 1) : heavier,
        childStats,
        childRows: [leftRows, node.end - node.start - leftRows],
      });
    }
  }

  /** The cut after the first `position` present rows of the node; its threshold lies halfway to the next value. */
  #thresholdSplit(feature: number, node: SearchNode, cut: FoundCut, left: Float64Array): Split {
    const order = this.#partition.orders[feature] as Uint32Array;
    const values = this.#columns[feature] as Float64Array;
    const { start, end, stats: _ } = node;
    const below = values[order[start + cut.position - 1]];
    const above = start + cut.position < end ? values[order[start + cut.position]] : Number.NaN;
    const childStats = this.#childStats(node, left);
    const missingRows = this.#missingRows(order, values, node);
    const leftRows = cut.position + (cut.missingLeft ? missingRows : 0);
    return {
      kind: "threshold",
      feature,
      gain: cut.gain,
      threshold: midpoint(below, above),
      categories: NO_CATEGORIES,
      missingChild: missingRows > 0 ? (cut.missingLeft ? 0 : 1) : this.#heavierChild(childStats),
      childStats,
      childRows: [leftRows, end - start - leftRows],
    };
  }

  #childStats(node: SearchNode, left: Float64Array): Float64Array {
    const stats = new Float64Array(2 * this.width);
    for (let k = 0; k < this.width; k++) {
      stats[k] = left[k];
      stats[this.width + k] = node.stats[k] - left[k];
    }
    return stats;
  }

  /** Where a value goes that the node never saw: to the child of more weight, of equals the first. */
  #heavierChild(childStats: Float64Array): 0 | 1 {
    const { criterion } = this.plan;
    return criterion.cover(childStats, 0, this.width) >= criterion.cover(childStats, this.width, this.width) ? 0 : 1;
  }

  #someMissing(codes: Int32Array, node: SearchNode): boolean {
    for (let i = node.start; i < node.end; i++) if (codes[this.#partition.rows[i]] < 0) return true;
    return false;
  }

  /** Missing values stand last in a node's run: the boundary is found by halving. */
  #missingRows(order: Uint32Array, values: Float64Array, node: SearchNode): number {
    let low = node.start;
    let high = node.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Number.isNaN(values[order[middle]])) high = middle;
      else low = middle + 1;
    }
    return node.end - low;
  }
}

type Offer = (nodeIndex: number, split: Split) => void;
type FoundCut = { readonly gain: number; readonly position: number; readonly missingLeft: boolean };

const NO_CATEGORIES = new Uint32Array(0);
const NO_RECORD = new Float64Array(0);

/** Halfway between two neighbouring values, the lower one where rounding would reach the upper; Infinity before NaN. */
function midpoint(below: number, above: number): number {
  if (Number.isNaN(above)) return Number.POSITIVE_INFINITY;
  const middle = below / 2 + above / 2;
  return middle >= below && middle < above ? middle : below;
}
