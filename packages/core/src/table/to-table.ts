import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { isArrowTable, tableFromArrow } from "./table-from-arrow.ts";
import { tableFromColumns } from "./table-from-columns.ts";
import { tableFromRows } from "./table-from-rows.ts";
import type { TableInput, TableLike } from "./table-like.ts";

/** Whatever the user has, as a table. */
export function toTable(input: TableInput): TableLike {
  if (typeof input !== "object" || input === null) {
    const message = `expected a table (named arrays, row objects, an Arrow table, or what a reader returns), got ${describe(input)}`;
    throw new CambiumError("bad-table", message);
  }
  if (input instanceof Promise) {
    throw new CambiumError("bad-table", "got a promise of a table: readers are asynchronous, write `await readCsv(…)`");
  }
  if ("sorted" in input && "columns" in input) {
    throw new CambiumError("bad-table", "got a dataset, which only fit takes; pass the table that it was made from");
  }
  if (isTableLike(input)) return checkShape(input);
  if (isArrowTable(input)) return tableFromArrow(input);
  if (Array.isArray(input)) return tableFromRows(input);
  return tableFromColumns(input as Readonly<Record<string, ArrayLike<unknown>>>);
}

/** A name that stands twice would be read once, and nobody knows which. */
function checkShape(table: TableLike): TableLike {
  const { rowCount, columnNames } = table;
  if (!(Number.isSafeInteger(rowCount) && rowCount >= 0)) {
    throw new CambiumError("bad-table", `the table says that it has ${rowCount} rows; expected a whole number >= 0`);
  }
  const seen = new Set<string>();
  for (const name of columnNames) {
    if (typeof name !== "string") {
      throw new CambiumError("bad-table", `the table has ${describe(name)} for the name of a column; expected text`);
    }
    if (seen.has(name)) {
      throw new CambiumError("bad-table", `the table has two columns named "${name}"; rename one of them`);
    }
    seen.add(name);
  }
  return table;
}

function isTableLike(value: object): value is TableLike {
  const table = value as Partial<TableLike>;
  return typeof table.column === "function" && typeof table.rowCount === "number" && Array.isArray(table.columnNames);
}
