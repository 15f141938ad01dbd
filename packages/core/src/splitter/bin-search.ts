import type { BinnedColumn } from "../dataset/bin-column.ts";
import type { Column } from "../dataset/column.ts";
import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { CHUNK } from "../util/ranges.ts";
import { categoryOrder } from "./category-order.ts";
import { type ColumnSearch, childRecords, heavierChild, type Offer, type SearchContext } from "./column-search.ts";
import type { ColumnValues } from "./row-partition.ts";
import { sidesOfBins } from "./sides-of-bins.ts";
import type { Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";
import { testOfCut } from "./test-of-cut.ts";

/**
 * Sums the rows of a node bin by bin, and tries the cuts between bins: of numbers in their order; of categories sorted by what
 * each would predict alone, or of each against the rest. As the kernels on bins it takes a bin without weight for empty, unless
 * rows are counted because a child needs several, and a child without weight for none; `byRows` it goes by the rows in both.
 */
export class BinSearch implements ColumnSearch {
  readonly values: ColumnValues;
  /** By bin, what is missing last. */
  readonly rows: Uint32Array;
  readonly #records: Float64Array;

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    column: Column,
    readonly binned: BinnedColumn,
    private readonly byRows: boolean,
  ) {
    this.values = column.kind === "numeric" ? Float64Array.from(column.values) : column.codes;
    this.rows = new Uint32Array(binned.binCount + 1);
    this.#records = new Float64Array(this.rows.length * context.width);
  }

  async search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer): Promise<void> {
    const { best, plan } = this.context;
    const isEach = this.binned.cuts === null && plan.categorical === "oneVsRest";
    for (const [position, node] of nodes.entries()) {
      await this.sum(node, goal);
      best.begin(
        node.stats,
        node.end - node.start,
        this.recordOf(this.missing),
        this.lacks ? this.rows[this.missing] : 0,
      );
      if (isEach) this.#offerEach(node);
      else this.#offerInOrder(node);
      if (best.gain > 0) offer(position, this.#splitOf(node));
    }
  }

  /** True where all rows that matter are in one bin. */
  isConstantIn({ start, end }: SearchNode, goal: FitGoal): boolean {
    this.#clear();
    this.#add(start, end, goal);
    let bins = 0;
    for (let bin = 0; bin <= this.missing; bin++) if (this.matters(bin)) bins++;
    return bins < 2;
  }

  /** The bin of missing values. */
  get missing(): number {
    return this.binned.binCount;
  }

  /** Whether the node that was summed has missing values. */
  get lacks(): boolean {
    return this.#isThere(this.missing);
  }

  /** The rows by bin, where they matter. */
  get counts(): Uint32Array | null {
    return this.byRows || this.context.plan.minRowsLeaf > 1 ? this.rows : null;
  }

  /** Sums a node, which all that follows is about. */
  async sum({ start, end }: SearchNode, goal: FitGoal): Promise<void> {
    const { pacer } = this.context.plan;
    this.#clear();
    for (let from = start; from < end; from += CHUNK) {
      if (pacer.due()) await pacer.pause();
      this.#add(from, Math.min(end, from + CHUNK), goal);
    }
  }

  #clear(): void {
    this.#records.fill(0);
    this.rows.fill(0);
  }

  #add(start: number, end: number, goal: FitGoal): void {
    const { partition, width } = this.context;
    const { bins } = this.binned;
    for (let i = start; i < end; i++) {
      const row = partition.rows[i];
      addRow(goal, row, this.#records, bins[row] * width);
      this.rows[bins[row]]++;
    }
  }

  recordOf(bin: number): Float64Array {
    return this.#records.subarray(bin * this.context.width, (bin + 1) * this.context.width);
  }

  /** Adds a bin to a record. */
  addTo(record: Float64Array, bin: number): void {
    for (let k = 0; k < record.length; k++) record[k] += this.#records[bin * record.length + k];
  }

  /** Whether a bin makes a side of a cut. */
  matters(bin: number): boolean {
    return this.byRows ? this.rows[bin] > 0 : this.#hasWeight(bin);
  }

  #hasWeight(bin: number): boolean {
    const { width } = this.context;
    for (let at = bin * width; at < (bin + 1) * width; at++) if (this.#records[at] !== 0) return true;
    return false;
  }

  #isThere(bin: number): boolean {
    return this.counts === null ? this.#hasWeight(bin) : this.rows[bin] > 0;
  }

  /** Cuts run from the first bin that matters to the last but one, and with missing values on the right to the last. */
  #offerInOrder({ bounds }: SearchNode): void {
    const { best, plan, width } = this.context;
    const order = this.#order();
    const sides = order.filter((bin) => this.matters(bin));
    const isAllowed = this.#mayEndAt(order.length);
    const left = new Float64Array(width);
    let rows = 0;
    let seen = 0;
    best.hold(bounds, plan.monotone?.[this.feature]);
    for (const [place, bin] of order.entries()) {
      this.addTo(left, bin);
      rows += this.rows[bin];
      if (this.matters(bin)) seen++;
      if (seen === 0 || !isAllowed(place)) continue;
      if (seen < sides.length) best.offer(left, rows, bin);
      else {
        // To part all values from those that are missing is in nobody's order.
        best.hold(bounds);
        if (this.lacks) best.offerWithoutMissing(left, rows, bin);
        return;
      }
    }
  }

  /** The bins that are there: of categories sorted by what each would predict. */
  #order(): number[] {
    const { binCount, cuts } = this.binned;
    if (cuts === null) return categoryOrder(this.#records, binCount, this.counts, this.context.plan.smoothing ?? 0);
    return [...this.rows.keys()].filter((bin) => bin < binCount && this.#isThere(bin));
  }

  /** Whether a cut behind this place of the order leaves few enough categories on one of its sides. */
  #mayEndAt(count: number): (place: number) => boolean {
    const most = this.binned.cuts === null ? (this.context.plan.mostCategories ?? count) : count;
    return (place) => place < most || count - 1 - place <= most;
  }

  /** Each category against all others, and all of them against the missing values. */
  #offerEach(node: SearchNode): void {
    const { best, width } = this.context;
    best.hold(node.bounds);
    const all = new Float64Array(width);
    let allRows = 0;
    for (let code = 0; code < this.missing; code++) {
      if (!this.#isThere(code)) continue;
      this.addTo(all, code);
      allRows += this.rows[code];
      this.#offerSides(node, this.recordOf(code), this.rows[code], code);
    }
    if (this.lacks) this.#offerSides(node, all, allRows, this.missing);
  }

  #offerSides({ stats }: SearchNode, left: Float64Array, rows: number, position: number): void {
    const { best } = this.context;
    const missing = this.recordOf(this.missing);
    const both = left.map((value, k) => value + missing[k]);
    const hasRest = (side: Float64Array) => !isEmpty(side) && side.some((value, k) => value !== stats[k]);
    if (position < this.missing && this.lacks && hasRest(both)) best.offerWithMissing(left, rows, position);
    if (hasRest(left)) best.offerWithoutMissing(left, rows, position);
  }

  #splitOf(node: SearchNode): Split {
    const { best, plan } = this.context;
    const childStats = childRecords(node.stats, best.left);
    const heavier = heavierChild(plan.criterion, childStats);
    const cut = { bin: best.position, missingLeft: best.missingLeft };
    const test = testOfCut(cut, this.binned, this.#pairs(), this.counts, heavier, plan);
    return { feature: this.feature, gain: best.gain, childStats, childRows: this.rowsBySide(test), ...test };
  }

  /** How many rows of a node go to each child, from its rows by bin. */
  rowsBySide(test: Pick<Split, "threshold" | "categories" | "missingChild">, rows = this.rows): [number, number] {
    const bySide: [number, number] = [0, 0];
    for (const [bin, side] of sidesOfBins(this.binned, test).entries()) bySide[side] += rows[bin];
    return bySide;
  }

  /** Two numbers a bin, both 0 where it has no weight. */
  #pairs(): Float64Array {
    const { width } = this.context;
    if (width === 2) return this.#records;
    const pairs = new Float64Array(2 * this.rows.length);
    for (let bin = 0; bin <= this.missing; bin++) pairs[2 * bin] = this.#records[(bin + 1) * width - 1];
    return pairs;
  }
}

function isEmpty(record: Float64Array): boolean {
  return record.every((value) => value === 0);
}
