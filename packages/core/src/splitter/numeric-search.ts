import type { ScanJob, ScanKernel } from "@cambium/kernels";
import type { NumericColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { midpoint } from "../util/midpoint.ts";
import { Purpose, randomBits } from "../util/random.ts";
import {
  type ColumnSearch,
  childRecords,
  heavierChild,
  type Offer,
  recordWithout,
  type SearchContext,
} from "./column-search.ts";
import { scanColumn } from "./scan-column.ts";
import type { Split } from "./split.ts";
import type { SearchNode, TreeDraw } from "./splitter.ts";

/** A cut after the first `position` present rows of a node. */
interface FoundCut {
  readonly gain: number;
  readonly position: number;
  readonly missingLeft: boolean;
}

/** Scans a sorted column: by the criterion's compiled loop where it has one, else by a call of it per cut. */
export class NumericSearch implements ColumnSearch {
  readonly values: Float64Array;
  readonly #order: Uint32Array;

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    column: NumericColumn,
  ) {
    this.values = context.arena.float64(column.values.length);
    this.values.set(column.values);
    this.#order = context.partition.orders[feature] as Uint32Array;
  }

  search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer, draw: TreeDraw): Promise<void> {
    const { criterion, maxSurrogates, randomThresholds } = this.context.plan;
    const { kernel } = criterion;
    const searched = maxSurrogates === undefined ? nodes : nodes.map((node) => this.#presentPart(node, goal));
    if (randomThresholds) return this.#searchByChance(searched, goal, offer, draw);
    return kernel === undefined || this.context.plan.monotone !== undefined
      ? this.#searchByCall(searched, goal, offer)
      : this.#searchByKernel(searched, kernel, offer);
  }

  isConstantIn({ start, end }: SearchNode): boolean {
    if (start === end) return true;
    const [first, last] = [this.#valueAt(start), this.#valueAt(end - 1)];
    return first === last || Number.isNaN(first);
  }

  /** The node without its missing values, which stand last in the order of this column. */
  #presentPart(node: SearchNode, goal: FitGoal): SearchNode {
    const end = node.end - this.#missingRows(node);
    const missing = new Float64Array(node.stats.length);
    for (let i = end; i < node.end; i++) addRow(goal, this.#order[i], missing, 0);
    return { ...node, end, stats: recordWithout(node.stats, missing) };
  }

  async #searchByKernel(nodes: readonly SearchNode[], kernel: ScanKernel, offer: Offer): Promise<void> {
    const { arena, jobs, plan, signal, weights, width } = this.context;
    const { minRowsLeaf, minChildWeight = 0 } = plan;
    const { values } = this;
    const order = this.#order;
    const job: ScanJob = {
      order,
      values,
      signal,
      weights,
      minRowsLeaf,
      minChildWeight,
      start: 0,
      count: 0,
      parent: weights,
      parentAt: 0,
    };
    for (let first = 0; first < nodes.length; first += jobs.capacity) {
      const batch = nodes.slice(first, first + jobs.capacity);
      for (const [slot, node] of batch.entries()) {
        job.start = node.start;
        job.count = node.end - node.start;
        job.parent = node.stats;
        jobs.set(slot, job);
      }
      await arena.scan(kernel, jobs, batch.length, plan.pacer);
      for (const [slot, node] of batch.entries()) {
        const gain = jobs.gain(slot);
        if (gain === 0) continue;
        const left = jobs.records.subarray(jobs.leftAt(slot), jobs.leftAt(slot) + width);
        const cut = { gain, position: jobs.rows(slot), missingLeft: jobs.missingLeft(slot) };
        offer(first + slot, this.#splitAt(node, cut, left));
      }
    }
  }

  async #searchByCall(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer): Promise<void> {
    const { best, plan } = this.context;
    for (const [position, node] of nodes.entries()) {
      if (plan.pacer.due()) await plan.pacer.pause();
      best.hold(node.bounds, plan.monotone?.[this.feature]);
      scanColumn(this.values, this.#order, node.start, node.end, goal, node.stats, best);
      if (best.gain > 0) offer(position, this.#splitAt(node, best, best.left));
    }
  }

  /** One cut for each node, drawn evenly between its least and its greatest value; missing values may go to either side. */
  async #searchByChance(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer, { key }: TreeDraw): Promise<void> {
    const { best, plan, width } = this.context;
    for (const [position, node] of nodes.entries()) {
      if (plan.pacer.due()) await plan.pacer.pause();
      const present = node.end - this.#missingRows(node);
      if (present === node.start) continue;
      const bits = randomBits(key, Purpose.Threshold, node.path, this.feature);
      const threshold = thresholdBetween(this.#valueAt(node.start), this.#valueAt(present - 1), bits);
      const [left, missing] = [new Float64Array(width), new Float64Array(width)];
      let middle = node.start;
      while (middle < present && this.#valueAt(middle) <= threshold) addRow(goal, this.#order[middle++], left, 0);
      for (let i = present; i < node.end; i++) addRow(goal, this.#order[i], missing, 0);
      best.hold(node.bounds, plan.monotone?.[this.feature]);
      best.begin(node.stats, node.end - node.start, missing, node.end - present);
      best.offer(left, middle - node.start, middle - node.start);
      if (best.gain > 0) offer(position, { ...this.#splitAt(node, best, best.left), threshold });
    }
  }

  #splitAt(node: SearchNode, cut: FoundCut, left: Float64Array): Split {
    const missingRows = this.#missingRows(node);
    const below = node.start + cut.position - 1;
    const isLast = below + 1 === node.end - missingRows;
    const childStats = childRecords(node.stats, left);
    const leftRows = cut.position + (cut.missingLeft ? missingRows : 0);
    const learned = cut.missingLeft ? 0 : 1;
    return {
      kind: "threshold",
      feature: this.feature,
      gain: cut.gain,
      threshold: isLast ? Number.POSITIVE_INFINITY : midpoint(this.#valueAt(below), this.#valueAt(below + 1)),
      categories: NO_CATEGORIES,
      missingChild: missingRows > 0 ? learned : heavierChild(this.context.plan.criterion, childStats),
      childStats,
      childRows: [leftRows, node.end - node.start - leftRows],
    };
  }

  #valueAt(position: number): number {
    return this.values[this.#order[position]];
  }

  /** Missing values stand last in a node's run: the boundary is found by halving. */
  #missingRows(node: SearchNode): number {
    let low = node.start;
    let high = node.end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Number.isNaN(this.#valueAt(middle))) high = middle;
      else low = middle + 1;
    }
    return node.end - low;
  }
}

const NO_CATEGORIES = new Uint32Array(0);

/** Evenly drawn, and below the greatest value; where all are equal, the threshold that parts them from those that are missing. */
function thresholdBetween(least: number, greatest: number, bits: number): number {
  if (least === greatest) return Number.POSITIVE_INFINITY;
  const share = bits / 4294967296;
  const drawn = least * (1 - share) + greatest * share;
  return drawn >= least && drawn < greatest ? drawn : least;
}
