import type { BinnedNumbers } from "../dataset/bin-column.ts";
import type { NumericColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import type { BestCut } from "./best-cut.ts";
import {
  type ColumnSearch,
  childRecords,
  heavierChild,
  type LevelCut,
  type Offer,
  type SearchContext,
} from "./column-search.ts";
import type { Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/** Sums the rows of a node bin by bin, and tries a cut after each bin that has rows: of cuts that send the same rows left, the lowest. */
export class BinSearch implements ColumnSearch {
  readonly values: Float64Array;
  readonly #records: Float64Array;
  readonly #rows: Uint32Array;

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    column: NumericColumn,
    private readonly binned: BinnedNumbers,
  ) {
    this.values = Float64Array.from(column.values);
    // One for each bin, and one for what is missing.
    this.#rows = new Uint32Array(binned.binCount + 1);
    this.#records = new Float64Array(this.#rows.length * context.width);
  }

  async search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer): Promise<void> {
    const { best, plan } = this.context;
    for (const [position, node] of nodes.entries()) {
      if (plan.pacer.due()) await plan.pacer.pause();
      this.#sum(node, goal);
      this.#offerCuts(node);
      if (best.gain > 0) offer(position, this.#splitOf(node));
    }
  }

  async searchLevel(nodes: readonly SearchNode[], goal: FitGoal): Promise<LevelCut | null> {
    const { pacer } = this.context.plan;
    // With the missing values on the left, and on the right; the last cut parts them from all others.
    const gains = new Float64Array(2 * this.binned.binCount);
    let missingRows = 0;
    for (const node of nodes) {
      if (pacer.due()) await pacer.pause();
      this.#sum(node, goal);
      this.#addGains(node, gains);
      missingRows += this.#rows[this.binned.binCount];
    }
    const best = indexOfLargest(gains, 0, gains.length);
    if (!(gains[best] > 0)) return null;
    const cut = { position: best >> 1, missingLeft: best % 2 === 0 };
    return {
      gain: gains[best],
      splitsOf: () => {
        const splits = nodes.map((node) => this.#splitAt(node, goal, cut));
        return missingRows > 0 ? splits : this.#toHeavierSide(splits);
      },
    };
  }

  isConstantIn({ start, end }: SearchNode): boolean {
    const { bins } = this.binned;
    const { rows } = this.context.partition;
    for (let i = start + 1; i < end; i++) if (bins[rows[i]] !== bins[rows[start]]) return false;
    return true;
  }

  #sum({ start, end }: SearchNode, goal: FitGoal): void {
    const { partition, width } = this.context;
    const { bins } = this.binned;
    this.#records.fill(0);
    this.#rows.fill(0);
    for (let i = start; i < end; i++) {
      const row = partition.rows[i];
      addRow(goal, row, this.#records, bins[row] * width);
      this.#rows[bins[row]]++;
    }
  }

  #offerCuts({ start, end, stats, bounds }: SearchNode): void {
    const { best, plan, width } = this.context;
    const { length } = this.binned.cuts;
    const missingRows = this.#rows[length + 1];
    const present = end - start - missingRows;
    const left = new Float64Array(width);
    best.hold(bounds, plan.monotone?.[this.feature]);
    best.begin(stats, end - start, this.#recordOf(length + 1), missingRows);
    for (let bin = 0, leftRows = 0; leftRows < present; bin++) {
      if (this.#rows[bin] === 0) continue;
      for (let k = 0; k < width; k++) left[k] += this.#records[bin * width + k];
      leftRows += this.#rows[bin];
      if (leftRows < present) best.offer(left, leftRows, bin);
      else if (missingRows > 0) best.offer(left, leftRows, length);
    }
  }

  /** Adds to `gains` what each cut gains in the node. */
  #addGains(node: SearchNode, gains: Float64Array): void {
    const { best } = this.context;
    const { binCount } = this.binned;
    const left = new Float64Array(this.context.width);
    let [leftRows, missingLeft, missingRight] = [0, 0, 0];
    best.begin(node.stats, node.end - node.start, this.#recordOf(binCount), this.#rows[binCount]);
    for (let bin = 0; bin < binCount; bin++) {
      // Beyond a bin without rows the same ones go left: at first those without a value, or none.
      if (bin === 0 || this.#rows[bin] > 0) {
        for (let k = 0; k < left.length; k++) left[k] += this.#records[bin * left.length + k];
        leftRows += this.#rows[bin];
        missingRight = best.gainOf(left, leftRows, false) ?? 0;
        missingLeft = this.#rows[binCount] === 0 ? missingRight : (best.gainOf(left, leftRows, true) ?? 0);
      }
      gains[2 * bin] += missingLeft;
      gains[2 * bin + 1] += missingRight;
    }
  }

  /** A given cut in a node, and what it gains there; null where it leaves too little on a side. */
  #splitAt(node: SearchNode, goal: FitGoal, { position, missingLeft }: Pick<BestCut, "position" | "missingLeft">) {
    const { best } = this.context;
    const { binCount, cuts } = this.binned;
    this.#sum(node, goal);
    const left = new Float64Array(this.context.width);
    let leftRows = 0;
    for (let bin = 0; bin <= position; bin++) {
      for (let k = 0; k < left.length; k++) left[k] += this.#records[bin * left.length + k];
      leftRows += this.#rows[bin];
    }
    best.begin(node.stats, node.end - node.start, this.#recordOf(binCount), this.#rows[binCount]);
    const gain = best.gainOf(left, leftRows, missingLeft);
    if (gain === null) return null;
    if (missingLeft) {
      for (let k = 0; k < left.length; k++) left[k] += this.#records[binCount * left.length + k];
      leftRows += this.#rows[binCount];
    }
    return {
      kind: "threshold",
      feature: this.feature,
      gain,
      threshold: cuts[position] ?? Number.POSITIVE_INFINITY,
      categories: new Uint32Array(0),
      missingChild: missingLeft ? 0 : 1,
      childStats: childRecords(node.stats, left),
      childRows: [leftRows, node.end - node.start - leftRows],
    } as const satisfies Split;
  }

  /** The same cuts, where no row of the level lacked the feature: those that lack it later go where most of the level went. */
  #toHeavierSide(splits: readonly (Split | null)[]): (Split | null)[] {
    const { plan, width } = this.context;
    const sums = new Float64Array(2 * width);
    for (const split of splits) for (let k = 0; k < sums.length; k++) sums[k] += split?.childStats[k] ?? 0;
    const missingChild = heavierChild(plan.criterion, sums);
    return splits.map((split) => split && { ...split, missingChild });
  }

  #recordOf(bin: number): Float64Array {
    return this.#records.subarray(bin * this.context.width, (bin + 1) * this.context.width);
  }

  #splitOf(node: SearchNode): Split {
    const { best, plan } = this.context;
    const { cuts } = this.binned;
    const childStats = childRecords(node.stats, best.left);
    const hasMissing = this.#rows[this.#rows.length - 1] > 0;
    const learned = best.missingLeft ? 0 : 1;
    return {
      kind: "threshold",
      feature: this.feature,
      gain: best.gain,
      threshold: cuts[best.position] ?? Number.POSITIVE_INFINITY,
      categories: new Uint32Array(0),
      missingChild: hasMissing ? learned : heavierChild(plan.criterion, childStats),
      childStats,
      childRows: [best.leftRows, node.end - node.start - best.leftRows],
    };
  }
}
