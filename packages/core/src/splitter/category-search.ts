import type { CategoricalColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import type { BestCut } from "./best-cut.ts";
import { type ColumnSearch, childRecords, heavierChild, type Offer, type SearchContext } from "./column-search.ts";
import type { Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/**
 * Cuts the categories of a column in two. For gradients and for two classes they are sorted by their mean, and only the
 * runs from the lowest on are tried: one of them is the best of all partitions (Fisher 1958; Breiman et al. 1984, theorem
 * 4.5). For more classes each category is tried against all others. Where values are missing, parting them from all that
 * are present is tried last.
 */
export class CategorySearch implements ColumnSearch {
  readonly values: Int32Array;
  readonly #categoryCount: number;
  /** A record per category, the last one for missing values; and the rows in each. */
  readonly #records: Float64Array;
  readonly #rows: Uint32Array;
  readonly #left: Float64Array;
  /** Categories whose records are not zero. */
  #touched: number[] = [];

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    column: CategoricalColumn,
  ) {
    this.values = column.codes;
    this.#categoryCount = column.categories.length;
    this.#records = new Float64Array((this.#categoryCount + 1) * context.width);
    this.#rows = new Uint32Array(this.#categoryCount + 1);
    this.#left = new Float64Array(context.width);
  }

  async search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer): Promise<void> {
    const { best, plan } = this.context;
    for (const [position, node] of nodes.entries()) {
      if (plan.pacer.due()) await plan.pacer.pause();
      const present = this.#tally(node, goal);
      best.begin(node.stats, node.end - node.start, this.#recordOf(this.#categoryCount), this.#missingRows);
      const cuts =
        goal.kind === "classes" && goal.classCount > 2
          ? this.#offerEach(present, best)
          : this.#offerRuns(present, goal, best);
      if (best.gain > 0) offer(position, this.#splitOf(node, best, cuts(best.position)));
    }
  }

  isConstantIn({ start, end }: SearchNode): boolean {
    const { rows } = this.context.partition;
    for (let i = start + 1; i < end; i++) {
      if (this.values[rows[i]] !== this.values[rows[start]]) return false;
    }
    return true;
  }

  get #missingRows(): number {
    return this.#rows[this.#categoryCount];
  }

  #recordOf(code: number): Float64Array {
    return this.#records.subarray(code * this.context.width, (code + 1) * this.context.width);
  }

  /** Fills the records of the categories that the node has, and lists those, ascending. Only what the last node used is cleared. */
  #tally(node: SearchNode, goal: FitGoal): number[] {
    const { partition, width } = this.context;
    for (const code of this.#touched) {
      this.#recordOf(code).fill(0);
      this.#rows[code] = 0;
    }
    this.#touched = [];
    for (let i = node.start; i < node.end; i++) {
      const row = partition.rows[i];
      const code = this.values[row] < 0 ? this.#categoryCount : this.values[row];
      addRow(goal, row, this.#records, code * width);
      if (this.#rows[code]++ === 0) this.#touched.push(code);
    }
    return this.#touched.filter((code) => code < this.#categoryCount).sort((a, b) => a - b);
  }

  /** Cut i sends the first i + 1 of the sorted categories left. */
  #offerRuns(present: number[], goal: FitGoal, best: BestCut): (cut: number) => number[] {
    present.sort((a, b) => this.#mean(a, goal) - this.#mean(b, goal) || a - b);
    const left = this.#left.fill(0);
    let leftRows = 0;
    for (const [i, code] of present.entries()) {
      leftRows += this.#addTo(left, code);
      best.offer(left, leftRows, i);
    }
    return (cut) => present.slice(0, cut + 1);
  }

  /** Cut i sends the i-th category left; the last one sends all of them. */
  #offerEach(present: number[], best: BestCut): (cut: number) => number[] {
    const all = this.#left.fill(0);
    let allRows = 0;
    for (const [i, code] of present.entries()) {
      best.offer(this.#recordOf(code), this.#rows[code], i);
      allRows += this.#addTo(all, code);
    }
    best.offer(all, allRows, present.length);
    return (cut) => (cut === present.length ? present : [present[cut]]);
  }

  /** What the category would say alone: -G/H, or the share of the second class. A penalty plays no part in the order. */
  #mean(code: number, goal: FitGoal): number {
    const record = this.#recordOf(code);
    const weight = record[record.length - 1];
    if (weight === 0) return 0;
    return goal.kind === "gradients" ? -record[0] / weight : record[1] / weight;
  }

  #addTo(left: Float64Array, code: number): number {
    const record = this.#recordOf(code);
    for (let k = 0; k < left.length; k++) left[k] += record[k];
    return this.#rows[code];
  }

  #splitOf(node: SearchNode, best: BestCut, leftCodes: readonly number[]): Split {
    const childStats = childRecords(node.stats, best.left);
    const heavier = heavierChild(this.context.plan.criterion, childStats);
    const learned = best.missingLeft ? 0 : 1;
    return {
      kind: "categories",
      feature: this.feature,
      gain: best.gain,
      threshold: Number.NaN,
      categories: this.#bitset(leftCodes, heavier === 0),
      missingChild: this.#missingRows > 0 ? learned : heavier,
      childStats,
      childRows: [best.leftRows, node.end - node.start - best.leftRows],
    };
  }

  #bitset(leftCodes: readonly number[], absentGoLeft: boolean): Uint32Array {
    const bits = new Uint32Array(Math.ceil(this.#categoryCount / 32));
    const add = (code: number) => {
      bits[code >>> 5] |= 1 << (code & 31);
    };
    leftCodes.forEach(add);
    for (let code = 0; absentGoLeft && code < this.#categoryCount; code++) if (this.#rows[code] === 0) add(code);
    return bits;
  }
}
