import { CambiumError } from "../util/cambium-error.ts";
import { listNames } from "../util/nearest-name.ts";
import type { Turns } from "../util/turns.ts";
import { checkRowCount } from "./check-row-count.ts";
import type { TableLike } from "./table-like.ts";

/** What is known of how a table comes to its columns. */
export interface ColumnOrigin {
  /** How errors call the table; "the table" by default. */
  readonly what?: string;
  /** Whether each call gives new values, which nobody else has. */
  readonly isFresh?: boolean;
  /** The same values in steps; null for a column that is there at once. */
  readonly inTurns?: (name: string) => Turns<ArrayLike<unknown>> | null;
}

/** A table whose names have been checked. It knows without a search whether it has a column: a table may have 65,536 of them. */
export class KnownTable implements TableLike {
  readonly columnNames: readonly string[];
  /** A field, so that it works by itself, and in a copy of the table. */
  readonly column: (name: string) => ArrayLike<unknown>;
  readonly #names: ReadonlySet<string>;

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
    this.#names = seen;
    this.columnNames = [...seen];
    this.column = (name) => {
      if (seen.has(name)) return read(name);
      const message = `${what} has no column "${name}"; there are ${listNames(this.columnNames)}`;
      throw new CambiumError("unknown-column", message);
    };
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}
