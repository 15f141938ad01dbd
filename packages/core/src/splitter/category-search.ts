import type { CategoricalColumn } from "../dataset/column.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import { categoryBitset } from "./category-bitset.ts";
import { CategoryTally } from "./category-tally.ts";
import {
  type ColumnSearch,
  childRecords,
  heavierChild,
  type Offer,
  recordWithout,
  type SearchContext,
} from "./column-search.ts";
import {
  type LeftOf,
  MOST_TRIED,
  offerAlongAxis,
  offerEach,
  offerEveryPartition,
  offerRuns,
} from "./offer-partitions.ts";
import type { Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/**
 * Cuts the categories of a column in two. For gradients, and where a node has no more than two classes, the runs of the
 * categories sorted by their mean hold the best partition; for more classes all partitions are tried up to `MOST_TRIED`
 * categories, above that those along one axis. Where values are missing, parting them from all that are present is tried
 * last.
 */
export class CategorySearch implements ColumnSearch {
  readonly values: Int32Array;
  readonly #tally: CategoryTally;

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    column: CategoricalColumn,
  ) {
    this.values = column.codes;
    this.#tally = new CategoryTally(column.codes, column.categories.length, context.width);
  }

  async search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer): Promise<void> {
    const { best, partition, plan } = this.context;
    const tally = this.#tally;
    for (const [position, node] of nodes.entries()) {
      if (plan.pacer.due()) await plan.pacer.pause();
      tally.count(node, partition.rows, goal);
      const searched = plan.maxSurrogates === undefined ? node : this.#presentPart(node);
      const missingRows = plan.maxSurrogates === undefined ? tally.missingRows : 0;
      best.hold(node.bounds);
      best.begin(searched.stats, searched.end - searched.start, tally.missing, missingRows);
      const leftOf = this.#offerAll(searched, goal);
      if (best.gain > 0) offer(position, this.#splitOf(searched, missingRows, leftOf(best.position)));
    }
  }

  /** As much of the node as has a value: as many rows, whichever they are. */
  #presentPart(node: SearchNode): SearchNode {
    const { missing, missingRows } = this.#tally;
    return { ...node, end: node.end - missingRows, stats: recordWithout(node.stats, missing) };
  }

  isConstantIn({ start, end }: SearchNode): boolean {
    const { rows } = this.context.partition;
    for (let i = start + 1; i < end; i++) {
      if (this.values[rows[i]] !== this.values[rows[start]]) return false;
    }
    return true;
  }

  #offerAll(node: SearchNode, goal: FitGoal): LeftOf {
    const { best, plan } = this.context;
    const tally = this.#tally;
    if (plan.categorical === "oneVsRest") return offerEach(tally, best);
    if (goal.kind === "gradients")
      return offerRuns(
        tally,
        this.#byMean(([gradient]) => -gradient),
        best,
        plan.mostCategories,
      );
    const classes = [...node.stats.subarray(0, -1).keys()].filter((k) => node.stats[k] > 0);
    if (classes.length <= 2)
      return offerRuns(
        tally,
        this.#byMean((record) => record[classes[classes.length - 1]]),
        best,
      );
    return tally.present.length <= MOST_TRIED ? offerEveryPartition(tally, best) : offerAlongAxis(tally, best);
  }

  /** The categories by what they would say alone: -G/H, or the share of a class. A penalty plays no part in the order, the smoothing does. */
  #byMean(amount: (record: Float64Array) => number): number[] {
    const { smoothing = 0 } = this.context.plan;
    const mean = (code: number): number => {
      const record = this.#tally.recordOf(code);
      const weight = record[record.length - 1];
      return weight === 0 ? 0 : amount(record) / (weight + smoothing);
    };
    return [...this.#tally.present].sort((a, b) => mean(a) - mean(b) || a - b);
  }

  #splitOf(node: SearchNode, missingRows: number, leftCodes: readonly number[]): Split {
    const { best, plan } = this.context;
    const childStats = childRecords(node.stats, best.left);
    const heavier = heavierChild(plan.criterion, childStats);
    const isLeft = new Set(leftCodes);
    const rightCodes = this.#tally.present.filter((code) => !isLeft.has(code));
    const learned = best.missingLeft ? 0 : 1;
    return {
      kind: "categories",
      feature: this.feature,
      gain: best.gain,
      threshold: Number.NaN,
      categories: categoryBitset(this.#tally.categoryCount, leftCodes, rightCodes, heavier === 0),
      missingChild: missingRows > 0 ? learned : heavier,
      childStats,
      childRows: [best.leftRows, node.end - node.start - best.leftRows],
    };
  }
}
