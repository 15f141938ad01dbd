import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";

/** Rows are counted in 32 bits. */
const MOST_ROWS = 2 ** 32 - 1;

/** How many rows a table that somebody else made says that it has. */
export function checkRowCount(rowCount: unknown): number {
  if (typeof rowCount === "number" && Number.isInteger(rowCount) && rowCount >= 0 && rowCount <= MOST_ROWS) {
    return rowCount;
  }
  const message = `the table says that it has ${describe(rowCount)} rows; expected a whole number from 0 to 2^32 - 1`;
  throw new CambiumError("bad-table", message);
}
