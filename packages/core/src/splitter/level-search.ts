import type { FitGoal } from "../goal/fit-goal.ts";
import type { BinSearch } from "./bin-search.ts";

import { childRecords, heavierChild, type SearchContext } from "./column-search.ts";
import type { Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";
import type { TestOfCut } from "./test-of-cut.ts";

/** A cut of all nodes of a level. */
interface CutOfLevel {
  readonly feature: number;
  /** The last bin on the left. */
  readonly bin: number;
  readonly missingLeft: boolean;
  /** In all nodes together. */
  readonly gain: number;
}

/** What the cut of a level makes of one of its nodes. */
interface CutOfNode {
  readonly gain: number;
  readonly childStats: Float64Array;
  readonly rowsBySide: (test: TestOfCut) => [number, number];
}

/** Finds the one cut of all nodes of a level whose gains add up to the most. Columns of numbers only, in bins. */
export class LevelSearch {
  constructor(
    private readonly context: SearchContext,
    private readonly columns: readonly BinSearch[],
  ) {}

  /** By node; null where the cut leaves too little on a side, and for all where no cut gains. Ties go to the lowest feature, and bin. */
  async best(nodes: readonly SearchNode[], features: readonly number[], goal: FitGoal): Promise<(Split | null)[]> {
    let best: CutOfLevel | null = null;
    for (const feature of features) {
      const cut = await this.#bestOn(feature, nodes, goal);
      if (cut.gain > (best?.gain ?? 0)) best = cut;
    }
    return best === null ? nodes.map(() => null) : this.#splitsOf(best, nodes, goal);
  }

  async #bestOn(feature: number, nodes: readonly SearchNode[], goal: FitGoal): Promise<CutOfLevel> {
    const column = this.columns[feature];
    const withMissing = new Float64Array(column.missing);
    const withoutMissing = new Float64Array(column.missing);
    for (const node of nodes) {
      await column.sum(node, goal);
      this.#addGains(node, column, withMissing, withoutMissing);
    }
    let [bin, gain] = [0, 0];
    for (let at = 0; at < column.missing; at++) {
      const most = Math.max(withMissing[at], withoutMissing[at]);
      if (most > gain) [bin, gain] = [at, most];
    }
    const factor = this.context.plan.gainFactors?.[feature] ?? 1;
    return { feature, bin, missingLeft: withMissing[bin] === gain, gain: gain * factor };
  }

  /** Adds what the cuts gain in the node that was summed, with its missing values on the left and on the right. */
  #addGains(node: SearchNode, column: BinSearch, withMissing: Float64Array, withoutMissing: Float64Array): void {
    const { missing, lacks } = column;
    let [first, last] = [0, missing - 1];
    while (first <= last && !column.matters(first)) first++;
    while (last > first && !column.matters(last)) last--;
    if (first > last) return;
    const { length } = node.stats;
    const none = new Float64Array(length);
    if (lacks) {
      this.#addSide(node, column, column.recordOf(missing).slice(), column.rows[missing], 0, last, withMissing);
      this.#addSide(node, column, none, 0, first, missing, withoutMissing);
    } else {
      this.#addSide(node, column, none, 0, first, last, withMissing);
      this.#addSide(node, column, new Float64Array(length), 0, first, last, withoutMissing);
    }
  }

  /** The cuts after the bins from `first` to `end` - 1; on their left is what `left` and `rows` begin with, besides the bins. */
  #addSide(
    node: SearchNode,
    column: BinSearch,
    left: Float64Array,
    rows: number,
    first: number,
    end: number,
    gains: Float64Array,
  ): void {
    for (let bin = 0, leftRows = rows; bin < end; bin++) {
      column.addTo(left, bin);
      leftRows += column.rows[bin];
      if (bin >= first && this.#areEnough(node, left, leftRows, column)) gains[bin] += this.#gainOf(node, left);
    }
  }

  #areEnough({ start, end, stats }: SearchNode, left: Float64Array, leftRows: number, column: BinSearch): boolean {
    const { minRowsLeaf, minChildWeight = 0 } = this.context.plan;
    if (column.counts !== null && Math.min(leftRows, end - start - leftRows) < minRowsLeaf) return false;
    return Math.min(left[1], stats[1] - left[1]) >= minChildWeight;
  }

  #gainOf({ stats }: SearchNode, left: Float64Array): number {
    const records = Float64Array.of(...stats, ...childRecords(stats, left));
    return this.context.plan.criterion.gain(records, 0, stats.length, 2, stats.length);
  }

  async #splitsOf(cut: CutOfLevel, nodes: readonly SearchNode[], goal: FitGoal): Promise<(Split | null)[]> {
    const { feature, bin, missingLeft } = cut;
    const column = this.columns[feature];
    const cuts: (CutOfNode | null)[] = [];
    const sums = new Float64Array(2 * this.context.width);
    let lacks = false;
    for (const node of nodes) {
      await column.sum(node, goal);
      lacks ||= column.lacks;
      const made = this.#cutOf(node, column, cut);
      made?.childStats.forEach((value, k) => {
        sums[k] += value;
      });
      cuts.push(made);
    }
    // Where no row of the level lacks the feature, those that do later go where most of the level went.
    const missingChild = lacks ? (missingLeft ? 0 : 1) : heavierChild(this.context.plan.criterion, sums);
    const threshold = column.binned.cuts?.[bin] ?? Number.POSITIVE_INFINITY;
    const test: TestOfCut = { kind: "threshold", threshold, categories: new Uint32Array(0), missingChild };
    return cuts.map((made) => {
      if (made === null) return null;
      const { gain, childStats, rowsBySide } = made;
      return { feature, gain, childStats, childRows: rowsBySide(test), ...test };
    });
  }

  /** In the node that was summed; null where a side has too little. */
  #cutOf(node: SearchNode, column: BinSearch, { bin, missingLeft }: CutOfLevel): CutOfNode | null {
    const left = new Float64Array(node.stats.length);
    const hasSide = [false, false];
    let leftRows = 0;
    for (let at = 0; at <= column.missing; at++) {
      const isLeft = at === column.missing ? missingLeft : at <= bin;
      if (column.matters(at)) hasSide[isLeft ? 0 : 1] = true;
      if (!isLeft) continue;
      column.addTo(left, at);
      leftRows += column.rows[at];
    }
    if (!(hasSide[0] && hasSide[1] && this.#areEnough(node, left, leftRows, column))) return null;
    const rows = column.rows.slice();
    return {
      gain: this.#gainOf(node, left),
      childStats: childRecords(node.stats, left),
      rowsBySide: (test) => column.rowsBySide(test, rows),
    };
  }
}
