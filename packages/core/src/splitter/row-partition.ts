import type { Pacer } from "@cambium/kernels";
import { firstWhere } from "../util/first-where.ts";
import { forRanges } from "../util/ranges.ts";
import { sideBySurrogate, sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import type { Split } from "./split.ts";

/**
 * The rows of a tree, so arranged that each node is one run: once by row number, and once for each numeric feature in the
 * order of its values. Cutting a node parts its run in every arrangement, and keeps the order on both sides, so that
 * nothing is ever sorted again.
 */
export class RowPartition {
  /** Rows of the bag by number; the arrangement that categorical features read. */
  readonly rows: Uint32Array;
  /** Per feature, by value with missing values last; null for a categorical one. */
  readonly orders: readonly (Uint32Array | null)[];
  readonly #side: Uint8Array;
  readonly #moved: Uint32Array;

  constructor(rowCount: number, isNumeric: readonly boolean[]) {
    this.rows = new Uint32Array(rowCount);
    this.orders = isNumeric.map((numeric) => (numeric ? new Uint32Array(rowCount) : null));
    this.#side = new Uint8Array(rowCount);
    this.#moved = new Uint32Array(rowCount);
  }

  /** That the constructor takes. */
  static bytes(rowCount: number, isNumeric: readonly boolean[]): number {
    return (4 * (isNumeric.filter(Boolean).length + 2) + 1) * rowCount;
  }

  /** Begins a tree on these rows; `sorted` has all rows of the dataset per numeric feature. */
  async reset(bag: Uint32Array, sorted: readonly (Uint32Array | null)[], pacer: Pacer): Promise<void> {
    this.rows.set(bag);
    const isWhole = bag.length === this.rows.length;
    this.#side.fill(isWhole ? 0 : 1);
    await forRanges(isWhole ? 0 : bag.length, pacer, (first, last) => {
      for (let i = first; i < last; i++) this.#side[bag[i]] = 0;
    });
    for (const [feature, from] of sorted.entries()) {
      const to = this.orders[feature];
      if (from === null || to === null) continue;
      if (pacer.due()) await pacer.pause();
      to.set(from);
      // Rows that are not in the bag stand behind it, where nobody looks.
      if (!isWhole) await this.#part(to, 0, from.length, pacer);
    }
  }

  /** Parts the run `start … end-1` in all arrangements. The split's first child keeps the front; `columns` are by feature. */
  async cut(start: number, end: number, split: Split, columns: readonly ColumnValues[], pacer: Pacer): Promise<void> {
    const side = this.#side;
    const rows = this.rows.subarray(start, end);
    await forRanges(rows.length, pacer, (first, last) => {
      for (let i = first; i < last; i++) side[rows[i]] = sideOfRow(split, columns, rows[i]);
    });
    await this.#part(this.rows, start, end, pacer);
    for (const order of this.orders) if (order !== null) await this.#part(order, start, end, pacer);
  }

  async #part(order: Uint32Array, start: number, end: number, pacer: Pacer): Promise<void> {
    let front = start;
    let back = 0;
    await forRanges(end - start, pacer, (first, last) => {
      for (let i = start + first; i < start + last; i++) {
        const row = order[i];
        if (this.#side[row] === 0) order[front++] = row;
        else this.#moved[back++] = row;
      }
    });
    order.set(this.#moved.subarray(0, back), front);
  }
}

/** A feature by row: numbers, or category codes. */
export type ColumnValues = Float64Array | Int32Array;

/** The child that a row goes to by a split, or by what stands in for it. */
export function sideOfRow(split: Split, columns: readonly ColumnValues[], row: number): number {
  const side = sideOfValue(split, columns[split.feature][row]);
  if (side !== NO_VALUE) return side;
  for (const { feature, threshold, lowChild, categories } of split.surrogates ?? []) {
    const value = columns[feature][row];
    const told = sideBySurrogate(value, threshold, lowChild, categories, 0, categories.length);
    if (told !== NO_VALUE) return told;
  }
  return split.missingChild;
}

const NO_VALUE = -1;

/** The child by the split's own feature; -1 for a row that lacks it. */
export function sideOfValue({ kind, threshold, categories }: Split, value: number): number {
  if (kind === "threshold") return sideOfNumber(value, threshold, NO_VALUE);
  return sideOfCategory(value, categories, 0, categories.length, NO_VALUE);
}

/** The place behind the rows of a sorted run that have a value: the missing values stand last. */
export function endOfPresent(values: ColumnValues, order: Uint32Array, start: number, end: number): number {
  return firstWhere(start, end, (place) => Number.isNaN(values[order[place]]));
}
