import type { TableLike } from "@cambium/core";

/** A whole table as plain data, for comparison: numeric columns become arrays of numbers. */
export function columnsOf(table: TableLike): [string, unknown[]][] {
  return table.columnNames.map((name) => [name, Array.from(table.column(name))]);
}
