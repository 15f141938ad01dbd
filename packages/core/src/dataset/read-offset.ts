import { readColumn } from "../table/read-column.ts";
import type { TableLike } from "../table/table-like.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";

/** What is added to the score of each row before the link, in training and whenever the model predicts. */
export interface Offset {
  /** Models keep the name: numbers without one would be forgotten when they predict. */
  readonly column: string;
  readonly values: Float64Array;
}

/** Scores may be as large as targets, whose bound keeps the squares of differences in the range of a double. */
const LARGEST_OFFSET = 2 ** 200;

/** The offset of each row, from a column of that name; null where there is none. */
export function readOffset(table: TableLike, column: string | undefined): Offset | null {
  if (column === undefined) return null;
  return { column, values: checkOffsets(column, readColumn(table, column, "offset")) };
}

/** The same from numbers that may be wrong. */
export function checkOffsets(column: string, values: ArrayLike<unknown>): Float64Array {
  const out = new Float64Array(values.length);
  for (let row = 0; row < out.length; row++) {
    const value = values[row];
    if (!isOffset(value)) throw notToBeAdded(column, row, value);
    out[row] = value + 0;
  }
  return out;
}

export function isOffset(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= LARGEST_OFFSET;
}

function notToBeAdded(column: string, row: number, value: unknown): CambiumError {
  const expected = "expected a finite number, up to 2^200, to add to the score of the row";
  const why = value === Number.NEGATIVE_INFINITY ? "; the log of an exposure needs exposures above 0" : "";
  const message = `offset: column "${column}" has ${describe(value)} in row ${row + 1}; ${expected}${why}`;
  return new CambiumError("bad-offset", message);
}
