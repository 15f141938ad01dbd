import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import type { SearchNode } from "./splitter.ts";

/** What the rows of one node amount to, category by category of one column. */
export class CategoryTally {
  /** The categories that the node has, ascending. */
  present: number[] = [];
  /** A record per category, `width` numbers apart, the last one for missing values; and the rows in each. */
  readonly records: Float64Array;
  readonly #rows: Uint32Array;
  /** Categories whose records are not zero. */
  #touched: number[] = [];

  constructor(
    private readonly codes: Int32Array,
    readonly categoryCount: number,
    readonly width: number,
  ) {
    this.records = new Float64Array((categoryCount + 1) * width);
    this.#rows = new Uint32Array(categoryCount + 1);
  }

  /** Counts the rows of a node. Only what the node before has used is cleared. */
  count({ start, end }: SearchNode, rows: Uint32Array, goal: FitGoal): void {
    for (const code of this.#touched) {
      this.recordOf(code).fill(0);
      this.#rows[code] = 0;
    }
    this.#touched = [];
    for (let i = start; i < end; i++) {
      const row = rows[i];
      const code = this.codes[row] < 0 ? this.categoryCount : this.codes[row];
      addRow(goal, row, this.records, code * this.width);
      if (this.#rows[code]++ === 0) this.#touched.push(code);
    }
    this.present = this.#touched.filter((code) => code < this.categoryCount).sort((a, b) => a - b);
  }

  recordOf(code: number): Float64Array {
    return this.records.subarray(code * this.width, (code + 1) * this.width);
  }

  rowsOf(code: number): number {
    return this.#rows[code];
  }

  get missing(): Float64Array {
    return this.recordOf(this.categoryCount);
  }

  get missingRows(): number {
    return this.#rows[this.categoryCount];
  }
}
