import type { BinnedNumbers } from "../dataset/bin-column.ts";
import type { NumericColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { type ColumnSearch, childRecords, heavierChild, type Offer, type SearchContext } from "./column-search.ts";
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
