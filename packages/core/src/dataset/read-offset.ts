import type { KnownTable } from "../table/known-table.ts";
import { readColumn } from "../table/read-column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { numberByRow } from "../util/number-by-row.ts";

/** What is added to the scores of each row before the link, in training and whenever the model predicts. */
export interface Offset {
  /** One for each score. Models keep the names: numbers without one would be forgotten when they predict. */
  readonly columns: readonly string[];
  /** All rows of the first column, then those of the second. */
  readonly values: Float64Array;
}

/** Scores may be as large as targets, whose bound keeps the squares of differences in the range of a double. */
const LARGEST_OFFSET = 2 ** 200;

/** The names of the columns that an option names; none where it is left out. */
export function offsetColumns(option: string | readonly string[] | undefined): readonly string[] {
  return typeof option === "string" ? [option] : (option ?? []);
}

/** The offsets of each row, from the columns of these names; null where there are none. */
export function readOffset(table: KnownTable, columns: readonly string[]): Offset | null {
  if (columns.length === 0) return null;
  return { columns, values: joinOffsets(columns, (name) => readColumn(table, name, "offset")) };
}

/** The numbers of columns that may be wrong, one column after the other. */
export function joinOffsets(
  columns: readonly string[],
  read: (name: string, place: number) => ArrayLike<unknown>,
): Float64Array {
  const all = columns.map(read);
  const rowCount = all[0].length;
  return numberByRow(rowCount * columns.length, (at) => {
    const [place, row] = [Math.floor(at / rowCount), at % rowCount];
    const value = all[place][row];
    if (isOffset(value)) return value + 0;
    const expected = "expected a finite number, up to 2^200, to add to the score of the row";
    const why = value === Number.NEGATIVE_INFINITY ? "; the log of an exposure needs exposures above 0" : "";
    const found = `offset: column "${columns[place]}" has ${describe(value)} in row ${row + 1}`;
    throw new CambiumError("bad-offset", `${found}; ${expected}${why}`);
  });
}

export function isOffset(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= LARGEST_OFFSET;
}
