import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";

/** A column of so many numbers takes 4 GiB. */
const MOST_ROWS = 2 ** 29;

/** How many rows a table says that it has, which anyone may have made. */
export function checkRowCount(rowCount: unknown): number {
  if (typeof rowCount !== "number" || !Number.isInteger(rowCount) || rowCount < 0) {
    const message = `the table says that it has ${describe(rowCount)} rows; expected a whole number >= 0`;
    throw new CambiumError("bad-table", message);
  }
  if (rowCount <= MOST_ROWS) return rowCount;
  const message = `the table has ${rowCount} rows, and ${MOST_ROWS} (2^29) are read at once; take some of them at a time`;
  throw new CambiumError("too-large", message);
}
