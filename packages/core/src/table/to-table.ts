import { CambiumError } from "../util/cambium-error.ts";
import { describe, isText } from "../util/check-options.ts";
import { isPromise } from "../util/other-realms.ts";
import { KnownTable } from "./known-table.ts";
import { isArrowTable, tableFromArrow } from "./table-from-arrow.ts";
import { tableFromColumns } from "./table-from-columns.ts";
import { tableFromRows } from "./table-from-rows.ts";
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
