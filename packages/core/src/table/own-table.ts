import type { Pacer } from "@cambium/kernels";
import { floatsOf, isTypedArray } from "../util/other-realms.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import type { KnownTable } from "./known-table.ts";
import { fullColumn } from "./read-column.ts";
import type { TableInput } from "./table-like.ts";
import { rowsInTurns, tableOfColumns, tableOfMap } from "./to-table.ts";

/** Columns by name. */
type Columns = Map<string, ArrayLike<unknown>>;

/** A table that a caller gave to a run that waits in between. */
export interface TakenTable {
  /** Typed arrays that are read where they stand, because the caller lends them. */
  readonly lent: readonly (readonly [name: string, values: ArrayLike<unknown>])[];
  /** The names of its columns; null where they are known when it has been read. */
  readonly names: readonly string[] | null;
  /** The table, once all that takes long has been read. It is to be called once. */
  read(pacer: Pacer): Promise<KnownTable>;
}

/**
 * Takes a table over at once: the columns that `namesOf` names are copied before anybody else has a turn, so that later changes
 * change nothing. Two forms are read in steps, and must not change until `read` is done: row objects, and columns of an Arrow table that
 * have to be decoded. Where the caller `lends` the table, its arrays are read where they stand.
 */
export function takeTable(
  input: TableInput,
  namesOf: (table: KnownTable) => Iterable<string>,
  lends: boolean,
): TakenTable {
  if (Array.isArray(input)) {
    const turns = rowsInTurns(input);
    return { lent: [], names: null, read: (pacer) => inTurns(turns, pacer) };
  }
  const table = tableOfColumns(input as Exclude<TableInput, readonly object[]>);
  const columns: Columns = new Map();
  const waiting: [name: string, turns: Turns<ArrayLike<unknown>>][] = [];
  const lent: [name: string, values: ArrayLike<unknown>][] = [];
  for (const name of new Set(namesOf(table))) {
    if (!table.has(name)) continue;
    const turns = table.origin.inTurns?.(name) ?? null;
    if (turns !== null) {
      waiting.push([name, turns]);
      continue;
    }
    const values = fullColumn(table, name);
    const isKept = lends || table.origin.isFresh === true;
    columns.set(name, isKept ? values : copyOf(values));
    if (lends && isTypedArray(values)) lent.push([name, values]);
  }
  const own = tableOfMap(table.rowCount, table.columnNames, columns);
  const read = async (pacer: Pacer) => {
    for (const [name, turns] of waiting) {
      const values = await inTurns(turns, pacer);
      columns.set(name, fullColumn({ ...table, column: () => values }, name));
    }
    return own;
  };
  return { lent, names: table.columnNames, read };
}

/** The same values in memory of their own. */
function copyOf(values: ArrayLike<unknown>): ArrayLike<unknown> {
  const floats = floatsOf(values);
  if (floats !== null) return floats.slice();
  if (Array.isArray(values)) return values.slice();
  if (isTypedArray(values)) return Uint8Array.prototype.slice.call(values) as ArrayLike<unknown>;
  return Array.from(values);
}
