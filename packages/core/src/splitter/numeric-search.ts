import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { midpoint } from "../util/midpoint.ts";
import { Purpose, randomBits } from "../util/random.ts";
import { CHUNK } from "../util/ranges.ts";
import type { ColumnSearch, Offer, SearchContext } from "./column-search.ts";
import { endOfPresent } from "./row-partition.ts";
import { NO_CATEGORIES } from "./split.ts";
import type { SearchNode, TreeDraw } from "./splitter.ts";

/** Tries every threshold between two neighbouring values of a sorted column, or one that chance draws. */
export class NumericSearch implements ColumnSearch {
  readonly #values: Float64Array;
  readonly #order: Uint32Array;
  /** Records that are used again for each node. */
  readonly #left: Float64Array;
  readonly #missing: Float64Array;

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
  ) {
    this.#values = context.values[feature] as Float64Array;
    this.#order = context.partition.orders[feature] as Uint32Array;
    this.#left = new Float64Array(context.width);
    this.#missing = new Float64Array(context.width);
  }

  async search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer, draw: TreeDraw): Promise<void> {
    const { best, plan } = this.context;
    for (const [position, node] of nodes.entries()) {
      const { start } = node;
      const present = endOfPresent(this.#values, this.#order, start, node.end);
      const last = this.#begin(node, present, goal);
      const drawn = plan.randomThresholds ? this.#offerDrawn(node, present, goal, draw) : null;
      for (let from = drawn === null ? start : last; from < last; from += CHUNK) {
        if (plan.pacer.due()) await plan.pacer.pause();
        this.#offerFrom(from, Math.min(from + CHUNK, last), start, goal);
      }
      if (!(best.gain > 0)) continue;
      const threshold = drawn ?? this.#thresholdBehind(start + best.position - 1, present);
      offer(position, best.found(this.feature, "threshold", threshold, NO_CATEGORIES));
    }
  }

  /**
   * Begins to look for the best split of a node. Surrogates decide on its missing values: then it is searched without them. Gives the place
   * after the last row behind which a split is tried. That split may part the rows that have a value from those that have none.
   */
  #begin({ start, end, stats, bounds }: SearchNode, present: number, goal: FitGoal): number {
    const { best, plan } = this.context;
    this.#left.fill(0);
    this.#missing.fill(0);
    for (let i = present; i < end; i++) addRow(goal, this.#order[i], this.#missing, 0);
    best.hold(bounds, plan.monotone?.[this.feature]);
    if (plan.maxSurrogates === undefined) {
      best.begin(stats, end - start, this.#missing, end - present);
      return Math.min(present, end - 1);
    }
    const known = stats.map((sum, k) => sum - this.#missing[k]);
    best.begin(known, present - start, this.#missing, 0);
    return present - 1;
  }

  /** Offers the thresholds behind the rows at places `from` to `to` - 1. `#left` has the rows before them, and afterwards these too. */
  #offerFrom(from: number, to: number, start: number, goal: FitGoal): void {
    const { best } = this.context;
    const values = this.#values;
    const order = this.#order;
    const left = this.#left;
    // As `addRow`, which takes longer here.
    const codes = goal.kind === "classes" ? goal.codes : null;
    const sums = goal.kind === "classes" ? goal.weights : goal.gradients;
    const weights = goal.kind === "classes" ? goal.weights : goal.hessians;
    const last = left.length - 1;
    let value = values[order[from]];
    for (let i = from; i < to; i++) {
      const row = order[i];
      left[codes === null ? 0 : codes[row]] += sums[row];
      left[last] += weights[row];
      const next = values[order[i + 1]];
      if (value !== next) best.offer(left, i + 1 - start, i + 1 - start);
      value = next;
    }
  }

  /** Offers one threshold, drawn evenly between the least and the greatest value of the node; missing values may go to either side. */
  #offerDrawn({ start, path }: SearchNode, present: number, goal: FitGoal, { key }: TreeDraw): number {
    if (present === start) return Number.POSITIVE_INFINITY;
    const bits = randomBits(key, Purpose.Threshold, path, this.feature);
    const threshold = thresholdBetween(this.#valueAt(start), this.#valueAt(present - 1), bits);
    let middle = start;
    while (middle < present && this.#valueAt(middle) <= threshold) addRow(goal, this.#order[middle++], this.#left, 0);
    this.context.best.offer(this.#left, middle - start, middle - start);
    return threshold;
  }

  #thresholdBehind(place: number, present: number): number {
    return place + 1 === present ? Number.POSITIVE_INFINITY : midpoint(this.#valueAt(place), this.#valueAt(place + 1));
  }

  #valueAt(position: number): number {
    return this.#values[this.#order[position]];
  }
}

/** Evenly drawn, and below the greatest value; where all are equal, the threshold that parts them from those that are missing. */
function thresholdBetween(least: number, greatest: number, bits: number): number {
  if (least === greatest) return Number.POSITIVE_INFINITY;
  const share = bits / 4294967296;
  const drawn = least * (1 - share) + greatest * share;
  return drawn >= least && drawn < greatest ? drawn : least;
}
