import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { listNames } from "../util/nearest-name.ts";
import type { Turns } from "../util/turns.ts";
import type { TableLike } from "./table-like.ts";

/** What is known of how a table comes to its columns. */
export interface ColumnOrigin {
  /** How errors call the table; "the table" by default. */
  readonly what?: string;
  /** Whether each call gives new values, which nobody else has. */
  readonly isFresh?: boolean;
  /** The same values in steps; null for a column that is there at once. */
  readonly inTurns?: (name: string) => Turns<ArrayLike<unknown>> | null;
  /** Forgets the values of a column that has been read for the last time, so that their memory is free. */
  readonly drop?: (name: string) => void;
}

/** A table whose names have been checked. It knows without a search whether it has a column: a table may have 65,536 of them. */
export class KnownTable implements TableLike {
  readonly columnNames: readonly string[];
  /** Fields, so that they work by themselves, and in a copy of the table. */
  readonly has: (name: string) => boolean;
  readonly column: (name: string) => ArrayLike<unknown>;

  /** A name that stands twice would be read once, and nobody knows which. */
  constructor(
    readonly rowCount: number,
    names: readonly string[],
    read: (name: string) => ArrayLike<unknown>,
    readonly origin: ColumnOrigin = {},
  ) {
    checkRowCount(rowCount);
    const { what = "the table" } = origin;
    const seen = new Set<string>();
    for (const name of names) {
      if (seen.has(name)) {
        throw new CambiumError("bad-table", `${what} has two columns named "${name}"; rename one of them`);
      }
      seen.add(name);
    }
    this.columnNames = [...seen];
    this.has = (name) => seen.has(name);
    this.column = (name) => {
      if (seen.has(name)) return read(name);
      const message = `${what} has no column "${name}"; there are ${listNames(this.columnNames)}`;
      throw new CambiumError("unknown-column", message);
    };
  }
}

/** A column of so many numbers takes 4 GiB. */
const MOST_ROWS = 2 ** 29;

/** How many rows a table says that it has, which anyone may have made. */
function checkRowCount(rowCount: unknown): number {
  if (typeof rowCount !== "number" || !Number.isInteger(rowCount) || rowCount < 0) {
    const message = `the table says that it has ${describe(rowCount)} rows; expected a whole number >= 0`;
    throw new CambiumError("bad-table", message);
  }
  if (rowCount <= MOST_ROWS) return rowCount;
  const message = `the table has ${rowCount} rows, and ${MOST_ROWS} (2^29) are read at once; take some of them at a time`;
  throw new CambiumError("too-large", message);
}
