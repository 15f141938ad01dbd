import type { BinnedColumn } from "../dataset/bin-column.ts";
import type { CategoricalColumn } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import type { SearchNode } from "./splitter.ts";

/** A column in bins, where missing values may also be negative: the codes of categories are bins, however many there are. */
export interface Bins extends Omit<BinnedColumn, "bins"> {
  readonly bins: BinnedColumn["bins"] | Int32Array;
}

export function categoriesAsBins({ codes, categories }: CategoricalColumn): Bins {
  return { bins: codes, binCount: categories.length, cuts: null };
}

/** What the rows of one node come to, bin by bin of one column. Missing values have the last bin. */
export class BinTally {
  /** By bin. */
  readonly rows: Uint32Array;
  /** The bins of values that are there, ascending. */
  present: number[] = [];
  /** Bins that have rows: only they are cleared. */
  touched: number[] = [];
  readonly #records: Float64Array;

  /**
   * A bin makes a side of a split where it has rows (`byRows`), or only where it has weight. It is there where it has rows (`countsRows`), or
   * weight.
   */
  constructor(
    private readonly column: Bins,
    readonly width: number,
    private readonly byRows: boolean,
    private readonly countsRows: boolean,
  ) {
    this.rows = new Uint32Array(column.binCount + 1);
    this.#records = new Float64Array(this.rows.length * width);
  }

  clear(): void {
    for (const bin of this.touched) {
      this.recordOf(bin).fill(0);
      this.rows[bin] = 0;
    }
    this.touched = [];
  }

  add(rows: Uint32Array, goal: FitGoal): void {
    const { bins } = this.column;
    for (let i = 0; i < rows.length; i++) {
      const bin = bins[rows[i]] < 0 ? this.missing : bins[rows[i]];
      addRow(goal, rows[i], this.#records, bin * this.width);
      if (this.rows[bin]++ === 0) this.touched.push(bin);
    }
  }

  /** Lists what is present, when all rows of a node were added. */
  sortPresent(): void {
    this.present = this.touched.filter((bin) => bin < this.missing && this.isThere(bin)).sort((a, b) => a - b);
  }

  /** Takes the missing values out, and says what is left of the node. */
  withoutMissing(node: SearchNode): SearchNode {
    const record = this.recordOf(this.missing);
    const end = node.end - this.rows[this.missing];
    const stats = node.stats.map((sum, k) => sum - record[k]);
    record.fill(0);
    this.rows[this.missing] = 0;
    return { ...node, end, stats };
  }

  /** The bin of missing values. */
  get missing(): number {
    return this.column.binCount;
  }

  /** Whether the node has missing values. */
  get lacks(): boolean {
    return this.isThere(this.missing);
  }

  isThere(bin: number): boolean {
    return this.countsRows ? this.rows[bin] > 0 : this.#hasWeight(bin);
  }

  /** Whether a bin makes a side of a split. */
  matters(bin: number): boolean {
    return this.byRows ? this.rows[bin] > 0 : this.#hasWeight(bin);
  }

  #hasWeight(bin: number): boolean {
    for (let at = bin * this.width; at < (bin + 1) * this.width; at++) if (this.#records[at] !== 0) return true;
    return false;
  }

  recordOf(bin: number): Float64Array {
    return this.#records.subarray(bin * this.width, (bin + 1) * this.width);
  }

  /** Adds the record of a bin to that at `at`, or takes it away. */
  addTo(records: Float64Array, bin: number, times: 1 | -1, at = 0): void {
    for (let k = 0; k < this.width; k++) records[at + k] += times * this.#records[bin * this.width + k];
  }
}

/** Some of the bins of a node, and what their rows come to. Sums on the grid are exact, so it can change for ever. */
export class BinGroup {
  readonly record: Float64Array;
  rows = 0;

  constructor(
    private readonly tally: BinTally,
    bins: readonly number[] = [],
  ) {
    this.record = new Float64Array(tally.width);
    for (const bin of bins) this.add(bin);
  }

  add(bin: number, times: 1 | -1 = 1): void {
    this.tally.addTo(this.record, bin, times);
    this.rows += times * this.tally.rows[bin];
  }
}
