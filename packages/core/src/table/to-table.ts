import { CambiumError } from "../util/cambium-error.ts";
import { describe, isRecord, isText } from "../util/check-options.ts";
import { isDetached, isMap, isPromise, isTypedArray, pairsOf } from "../util/other-realms.ts";
import { atOnce, type Turns, VALUES_PER_TURN } from "../util/turns.ts";
import { KnownTable } from "./known-table.ts";
import { givenAway } from "./read-column.ts";
import { isArrowTable, tableFromArrow } from "./table-from-arrow.ts";
import type { TableInput, TableLike } from "./table-like.ts";

/** Whatever the user has, as a table. */
export function toTable(input: TableInput): KnownTable {
  return Array.isArray(input) ? tableFromRows(input) : tableOfColumns(input as Exclude<TableInput, readonly object[]>);
}

/** The same where it has its columns already: all but row objects. */
export function tableOfColumns(input: Exclude<TableInput, readonly object[]>): KnownTable {
  if (input instanceof KnownTable) return input;
  if (typeof input !== "object" || input === null) {
    const message = `expected a table (named arrays, row objects, an Arrow table, or what a reader returns), got ${describe(input)}`;
    throw new CambiumError("bad-table", message);
  }
  if (isPromise(input)) {
    throw new CambiumError("bad-table", "got a promise of a table: readers are asynchronous, write `await readCsv(…)`");
  }
  if (isDataset(input)) {
    throw new CambiumError("bad-table", "got a dataset, which only fit takes; pass the table that it was made from");
  }
  if (isTableLike(input)) return knownTable(input);
  if (isArrowTable(input)) return tableFromArrow(input);
  return tableFromColumns(input as Readonly<Record<string, ArrayLike<unknown>>>);
}

/** A dataset by its methods: a table may have columns that are called like them, and those are arrays. */
export function isDataset(value: object): boolean {
  const { sorted, binned } = value as { readonly sorted?: unknown; readonly binned?: unknown };
  return typeof sorted === "function" && typeof binned === "function";
}

function knownTable(table: TableLike): KnownTable {
  const names = Array.from(table.columnNames, (name: unknown) => {
    if (isText(name)) return name;
    throw new CambiumError("bad-table", `the table has ${describe(name)} for the name of a column; expected text`);
  });
  return new KnownTable(table.rowCount, names, (name) => table.column(name));
}

function isTableLike(value: object): value is TableLike {
  const table = value as Partial<TableLike>;
  return typeof table.column === "function" && typeof table.rowCount === "number" && Array.isArray(table.columnNames);
}

/** A table from named arrays of equal length. A Map serves where a name may be anything, `__proto__` included. */
export function tableFromColumns(
  columns: ReadonlyMap<string, ArrayLike<unknown>> | Readonly<Record<string, ArrayLike<unknown>>>,
): KnownTable {
  const entries: readonly (readonly [unknown, unknown])[] = isMap(columns) ? pairsOf(columns) : Object.entries(columns);
  const byName = new Map<string, ArrayLike<unknown>>();
  let first: string | null = null;
  let rowCount = 0;
  for (const [name, values] of entries) {
    if (!isText(name)) {
      const message = `a Map of columns has the key ${describe(name)}; expected the name of a column`;
      throw new CambiumError("bad-table", message);
    }
    if (!Array.isArray(values) && !isTypedArray(values)) {
      const message = `column "${name}" expects an array, got ${describe(values)}; a single row goes to predictOne, or into a list, as [row]`;
      throw new CambiumError("bad-table", message);
    }
    if (isDetached(values)) throw givenAway(name);
    if (first === null) [first, rowCount] = [name, values.length];
    if (values.length !== rowCount) {
      const message = `column "${name}" has ${values.length} rows, but "${first}" has ${rowCount}: all columns must be equally long`;
      throw new CambiumError("bad-table", message);
    }
    byName.set(name, values);
  }
  return new KnownTable(rowCount, [...byName.keys()], (name) => byName.get(name) as ArrayLike<unknown>);
}

/** A table from row objects. Columns stand in the order in which they are first seen; a row without one has it missing. */
export function tableFromRows(rows: readonly object[]): KnownTable {
  return atOnce(rowsInTurns(rows));
}

/** The same in steps, in which others may have their turn. The rows must not change until the last of them has been read. */
export function* rowsInTurns(rows: readonly object[]): Turns<KnownTable> {
  const columns = new Map<string, unknown[]>();
  const rowCount = rows.length;
  let read = 0;
  for (let row = 0; row < rowCount; row++) {
    const record: unknown = rows[row];
    if (!isRecord(record)) {
      const message = `row ${row + 1} of the table expects an object of named values, got ${describe(record)}`;
      throw new CambiumError("bad-table", message);
    }
    for (const [name, value] of Object.entries(record)) {
      let values = columns.get(name);
      if (values === undefined) {
        values = new Array<unknown>(rowCount).fill(null);
        columns.set(name, values);
        // A row may name 65,536 columns, of as many rows as there are.
        yield;
      }
      values[row] = value;
      read++;
    }
    // A row may have no value, and takes a step all the same.
    if (++read < VALUES_PER_TURN) continue;
    read = 0;
    yield;
  }
  return tableOfMap(rowCount, [...columns.keys()], columns);
}

/** A table of columns that nobody else has, unless they are lent. */
export function tableOfMap(
  rowCount: number,
  names: readonly string[],
  columns: Map<string, ArrayLike<unknown>>,
): KnownTable {
  const drop = (name: string) => columns.delete(name);
  return new KnownTable(rowCount, names, (name) => columns.get(name) ?? [], { isFresh: true, drop });
}
