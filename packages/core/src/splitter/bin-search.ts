import type { FitGoal } from "../goal/fit-goal.ts";
import { CHUNK } from "../util/ranges.ts";
import { sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import { BinGroup, type Bins, BinTally } from "./bin-tally.ts";
import { type ColumnSearch, isConstant, type Offer, type SearchContext } from "./column-search.ts";
import { type LeftOf, MOST_TRIED, offerAlongAxis, offerEveryPartition, offerRuns } from "./offer-partitions.ts";
import { categoryBitset, NO_CATEGORIES, type Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/**
 * Sums the rows of a node bin by bin, and tries the splits between bins of numbers, or into two sets of categories. For
 * gradients, and where a node has no more than two classes, the runs of the categories sorted by their mean hold the best
 * partition; for more classes all partitions are tried up to `MOST_TRIED` categories, above that those along one axis. Where
 * values are missing, parting them from all that are present is tried last.
 */
export class BinSearch implements ColumnSearch {
  readonly tally: BinTally;

  /** `byRows`: bins count by their rows. Else, as for the kernels on bins, by their weight, unless a child needs several rows. */
  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    readonly binned: Bins,
    private readonly byRows = true,
  ) {
    this.tally = new BinTally(binned, context.width, byRows, byRows || context.plan.minRowsLeaf > 1);
  }

  async search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer): Promise<void> {
    const { best, plan } = this.context;
    for (const [position, node] of nodes.entries()) {
      const { stats } = await this.begin(node, goal);
      best.hold(node.bounds, plan.monotone?.[this.feature]);
      const leftOf = this.#offerAll(stats, goal);
      if (best.gain > 0) offer(position, this.#splitOf(leftOf(best.position)));
    }
  }

  isConstantIn(node: SearchNode, goal: FitGoal): boolean {
    const { tally } = this;
    if (this.byRows) return isConstant(this.context, this.feature, this.binned.bins, node);
    tally.clear();
    tally.add(this.context.partition.rows.subarray(node.start, node.end), goal);
    return tally.touched.filter((bin) => tally.matters(bin)).length < 2;
  }

  /** Sums a node, and begins to look for its best split. Surrogates decide on missing values: then it is searched without them. */
  async begin(node: SearchNode, goal: FitGoal): Promise<SearchNode> {
    const { best, partition, plan } = this.context;
    const { tally } = this;
    tally.clear();
    for (let from = node.start; from < node.end; from += CHUNK) {
      if (plan.pacer.due()) await plan.pacer.pause();
      tally.add(partition.rows.subarray(from, Math.min(node.end, from + CHUNK)), goal);
    }
    tally.sortPresent();
    const searched = plan.maxSurrogates === undefined ? node : tally.withoutMissing(node);
    const missingRows = tally.lacks ? tally.rows[tally.missing] : 0;
    best.begin(searched.stats, searched.end - searched.start, tally.recordOf(tally.missing), missingRows);
    return searched;
  }

  #offerAll(stats: Float64Array, goal: FitGoal): LeftOf {
    const { best, plan } = this.context;
    const { tally } = this;
    if (this.binned.cuts !== null) return offerRuns(tally, tally.present, best);
    if (plan.categorical === "oneVsRest") return this.#offerEach(stats);
    if (goal.kind === "gradients") {
      const order = this.#byMean(([gradient]) => -gradient);
      return offerRuns(tally, order, best, plan.mostCategories);
    }
    const classes = [...stats.subarray(0, -1).keys()].filter((k) => stats[k] > 0);
    if (classes.length <= 2) {
      const order = this.#byMean((record) => record[classes[classes.length - 1]]);
      return offerRuns(tally, order, best);
    }
    return tally.present.length <= MOST_TRIED ? offerEveryPartition(tally, best) : offerAlongAxis(tally, best);
  }

  /** The categories by what they would say alone: -G/H, or the share of a class. A penalty plays no part in the order, the smoothing does. */
  #byMean(amount: (record: Float64Array) => number): number[] {
    const { smoothing = 0 } = this.context.plan;
    const means = new Map<number, number>();
    for (const code of this.tally.present) {
      const record = this.tally.recordOf(code);
      const weight = record[record.length - 1];
      means.set(code, weight === 0 ? 0 : amount(record) / (weight + smoothing));
    }
    const mean = (code: number) => means.get(code) as number;
    return [...this.tally.present].sort((a, b) => mean(a) - mean(b) || a - b);
  }

  /** Each category against all others. By weights, both sides need some. */
  #offerEach(stats: Float64Array): LeftOf {
    const { best } = this.context;
    const { present, missing, rows } = this.tally;
    const ofMissing = this.tally.recordOf(missing);
    const isSide = (side: Float64Array) =>
      this.byRows || (side.some((sum) => sum !== 0) && side.some((sum, k) => sum !== stats[k]));
    for (const [i, code] of present.entries()) {
      const record = this.tally.recordOf(code);
      const withMissing = record.map((sum, k) => sum + ofMissing[k]);
      if (this.tally.lacks && isSide(withMissing)) best.offerSide(record, rows[code], i, true);
      if (isSide(record)) best.offerSide(record, rows[code], i, false);
    }
    const all = new BinGroup(this.tally, present);
    if (isSide(all.record)) best.offerPresent(all.record, all.rows, present.length);
    return (position) => (position === present.length ? present : [present[position]]);
  }

  #splitOf(left: readonly number[]): Split {
    const { best } = this.context;
    const { cuts } = this.binned;
    const split =
      cuts === null
        ? best.found(this.feature, "categories", Number.NaN, this.#bitsetOf(left))
        : best.found(this.feature, "threshold", this.#thresholdOf(left, cuts), NO_CATEGORIES);
    return this.byRows ? split : { ...split, childRows: this.#rowsBySide(split) };
  }

  #thresholdOf(left: readonly number[], cuts: Float64Array): number {
    const { lacks, present } = this.tally;
    // All that have a value: then so does one above all that were seen.
    const takesPresent = lacks && !this.context.best.missingLeft && left.length === present.length;
    return takesPresent ? Number.POSITIVE_INFINITY : cuts[left[left.length - 1]];
  }

  #bitsetOf(left: readonly number[]): Uint32Array {
    const isLeft = new Set(left);
    const right = this.tally.present.filter((code) => !isLeft.has(code));
    return categoryBitset(this.binned.binCount, left, right, this.context.best.heavier === 0);
  }

  /** The rows of each child: bins that do not matter have some, too. */
  #rowsBySide({ threshold, categories, missingChild }: Split): [number, number] {
    const { cuts, binCount } = this.binned;
    const bySide: [number, number] = [0, 0];
    for (const bin of this.tally.touched) {
      let side: number = missingChild;
      // A bin is as far from the threshold as the cut above it; the last one has none.
      if (bin < binCount && cuts !== null) side = sideOfNumber(cuts[bin] ?? Number.POSITIVE_INFINITY, threshold, side);
      else if (bin < binCount) side = sideOfCategory(bin, categories, 0, categories.length, side);
      bySide[side] += this.tally.rows[bin];
    }
    return bySide;
  }
}
