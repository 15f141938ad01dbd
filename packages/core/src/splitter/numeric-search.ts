import type { NumericColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { midpoint } from "../util/midpoint.ts";
import { Purpose, randomBits } from "../util/random.ts";
import { CHUNK } from "../util/ranges.ts";
import { type ColumnSearch, childRecords, heavierChild, type Offer, type SearchContext } from "./column-search.ts";
import { offerCuts } from "./scan-column.ts";
import type { Split } from "./split.ts";
import type { SearchNode, TreeDraw } from "./splitter.ts";

/** A node, or its rows that have a value: those stand from `start` to `present` - 1. */
interface SearchedNode {
  readonly start: number;
  readonly present: number;
  readonly end: number;
  readonly path: number;
  readonly stats: Float64Array;
}

/** Tries every cut between two neighbouring values of a sorted column, or one that chance draws. */
export class NumericSearch implements ColumnSearch {
  readonly values: Float64Array;
  readonly #order: Uint32Array;
  /** Records that are used again for each node. */
  readonly #left: Float64Array;
  readonly #missing: Float64Array;
  readonly #rest: Float64Array;
  #rowsSinceLook = 0;

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    { values }: NumericColumn,
  ) {
    this.values = values instanceof Float64Array ? values : Float64Array.from(values);
    this.#order = context.partition.orders[feature] as Uint32Array;
    this.#left = new Float64Array(context.width);
    this.#missing = new Float64Array(context.width);
    this.#rest = new Float64Array(context.width);
  }

  async search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer, draw: TreeDraw): Promise<void> {
    const { best, plan } = this.context;
    const run = { values: this.values, order: this.#order };
    for (const [position, node] of nodes.entries()) {
      const searched = this.#begin(node, goal);
      const { start, end, present } = searched;
      if (plan.randomThresholds) this.#offerByChance(searched, goal, draw);
      else {
        // The last cut parts the rows that have a value from those that have none.
        const last = Math.min(present, end - 1);
        for (let from = start; from < last; from += CHUNK) {
          const to = Math.min(from + CHUNK, last);
          if (this.#isTimeToLook(to - from) && plan.pacer.due()) await plan.pacer.pause();
          offerCuts(run, start, goal, this.#left, best, from, to);
        }
      }
      if (best.gain > 0) offer(position, this.#splitAt(searched, draw));
    }
  }

  /** Whether so many rows have been searched, with these, that somebody may be waiting. */
  #isTimeToLook(rows: number): boolean {
    this.#rowsSinceLook += rows;
    if (this.#rowsSinceLook < CHUNK) return false;
    this.#rowsSinceLook = 0;
    return true;
  }

  isConstantIn({ start, end }: SearchNode): boolean {
    if (start === end) return true;
    const [first, last] = [this.#valueAt(start), this.#valueAt(end - 1)];
    return first === last || Number.isNaN(first);
  }

  /** Begins to look for the best cut of a node. Surrogates decide on its missing values: then it is searched without them. */
  #begin(node: SearchNode, goal: FitGoal): SearchedNode {
    const { best, plan } = this.context;
    const { start, path } = node;
    const present = node.end - this.#missingRows(node);
    this.#left.fill(0);
    this.#missing.fill(0);
    for (let i = present; i < node.end; i++) addRow(goal, this.#order[i], this.#missing, 0);
    const isWhole = plan.maxSurrogates === undefined;
    const end = isWhole ? node.end : present;
    const stats = isWhole ? node.stats : this.#withoutMissing(node.stats);
    best.hold(node.bounds, plan.monotone?.[this.feature]);
    best.begin(stats, end - start, this.#missing, end - present);
    return { start, present, end, path, stats };
  }

  #withoutMissing(stats: Float64Array): Float64Array {
    for (let k = 0; k < stats.length; k++) this.#rest[k] = stats[k] - this.#missing[k];
    return this.#rest;
  }

  /** Offers one cut; missing values may go to either side. */
  #offerByChance(node: SearchedNode, goal: FitGoal, draw: TreeDraw): void {
    const { start, present } = node;
    if (present === start) return;
    const threshold = this.#drawThreshold(node, draw);
    let middle = start;
    while (middle < present && this.#valueAt(middle) <= threshold) addRow(goal, this.#order[middle++], this.#left, 0);
    this.context.best.offer(this.#left, middle - start, middle - start);
  }

  /** Evenly between the node's least and its greatest value. */
  #drawThreshold({ start, present, path }: SearchedNode, { key }: TreeDraw): number {
    const bits = randomBits(key, Purpose.Threshold, path, this.feature);
    return thresholdBetween(this.#valueAt(start), this.#valueAt(present - 1), bits);
  }

  #splitAt(node: SearchedNode, draw: TreeDraw): Split {
    const { best, plan } = this.context;
    const { start, present, end, stats } = node;
    const childStats = childRecords(stats, best.left);
    const learned = best.missingLeft ? 0 : 1;
    return {
      kind: "threshold",
      feature: this.feature,
      gain: best.gain,
      threshold: plan.randomThresholds
        ? this.#drawThreshold(node, draw)
        : this.#thresholdBehind(start + best.position - 1, present),
      categories: NO_CATEGORIES,
      missingChild: end > present ? learned : heavierChild(plan.criterion, childStats),
      childStats,
      childRows: [best.leftRows, end - start - best.leftRows],
    };
  }

  #thresholdBehind(place: number, present: number): number {
    return place + 1 === present ? Number.POSITIVE_INFINITY : midpoint(this.#valueAt(place), this.#valueAt(place + 1));
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
