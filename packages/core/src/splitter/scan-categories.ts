import type { CategoricalColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import type { BestCut } from "./best-cut.ts";

/**
 * Offers the cuts of a categorical column. For gradients and for two classes the categories are sorted by their mean and
 * only the runs from the lowest on are tried: one of them is the best of all partitions (Fisher 1958; Breiman et al. 1984,
 * theorem 4.5). For more classes each category is tried against all others.
 */
export class CategoryScan {
  /** A record per category, the last one for missing values. */
  readonly #records: Float64Array;
  readonly #rows: Uint32Array;
  readonly #left: Float64Array;
  /** Codes in the order of the offers; offer i cuts off the first i + 1 of them, or only the i-th of many classes. */
  #order: number[] = [];

  constructor(
    private readonly column: CategoricalColumn,
    private readonly width: number,
  ) {
    this.#records = new Float64Array((column.categories.length + 1) * width);
    this.#rows = new Uint32Array(column.categories.length + 1);
    this.#left = new Float64Array(width);
  }

  /** `rows[start … end-1]` are the node's. The winner's `position` is for `leftCategories`. */
  scan(rows: Uint32Array, start: number, end: number, goal: FitGoal, parent: Float64Array, best: BestCut): void {
    this.#tally(rows, start, end, goal);
    const { width } = this;
    const missingCode = this.column.categories.length;
    const missing = this.#records.subarray(missingCode * width, (missingCode + 1) * width);
    best.begin(parent, end - start, missing, this.#rows[missingCode]);
    if (goal.kind === "classes" && goal.classCount > 2) {
      this.#offerEach(best);
    } else {
      this.#order.sort((a, b) => this.#mean(a, goal) - this.#mean(b, goal) || a - b);
      this.#offerRuns(best);
    }
  }

  /** The bitset of the categories that the cut at `position` sends left. */
  leftCategories(position: number, goal: FitGoal, absentGoLeft: boolean): Uint32Array {
    const bits = new Uint32Array(Math.ceil(this.column.categories.length / 32));
    const single = goal.kind === "classes" && goal.classCount > 2 && position < this.#order.length;
    const chosen = single ? [this.#order[position]] : this.#order.slice(0, position + 1);
    for (const code of chosen) bits[code >>> 5] |= 1 << (code & 31);
    if (!absentGoLeft) return bits;
    for (let code = 0; code < this.column.categories.length; code++) {
      if (this.#rows[code] === 0) bits[code >>> 5] |= 1 << (code & 31);
    }
    return bits;
  }

  #tally(rows: Uint32Array, start: number, end: number, goal: FitGoal): void {
    this.#records.fill(0);
    this.#rows.fill(0);
    const { codes, categories } = this.column;
    for (let i = start; i < end; i++) {
      const code = codes[rows[i]] < 0 ? categories.length : codes[rows[i]];
      addRow(goal, rows[i], this.#records, code * this.width);
      this.#rows[code]++;
    }
    this.#order = [];
    for (let code = 0; code < categories.length; code++) if (this.#rows[code] > 0) this.#order.push(code);
  }

  /** Mean gradient per hessian, or share of the second class; the criterion's penalty plays no part in the order. */
  #mean(code: number, goal: FitGoal): number {
    const at = code * this.width;
    const weight = this.#records[at + this.width - 1];
    if (weight === 0) return 0;
    return this.#records[at + (goal.kind === "gradients" ? 0 : 1)] / weight;
  }

  #offerRuns(best: BestCut): void {
    const left = this.#left.fill(0);
    let leftRows = 0;
    for (let i = 0; i < this.#order.length; i++) {
      leftRows += this.#addTo(left, this.#order[i]);
      best.offer(left, leftRows, i);
    }
  }

  #offerEach(best: BestCut): void {
    const all = this.#left.fill(0);
    let allRows = 0;
    for (let i = 0; i < this.#order.length; i++) {
      const at = this.#order[i] * this.width;
      best.offer(this.#records.subarray(at, at + this.width), this.#rows[this.#order[i]], i);
      allRows += this.#addTo(all, this.#order[i]);
    }
    best.offer(all, allRows, this.#order.length);
  }

  #addTo(left: Float64Array, code: number): number {
    for (let k = 0; k < this.width; k++) left[k] += this.#records[code * this.width + k];
    return this.#rows[code];
  }
}
