import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { tableFromColumns } from "./table-from-columns.ts";
import type { TableLike } from "./table-like.ts";

/** A table from row objects. Columns stand in the order in which they are first seen; a row without one has it missing. */
export function tableFromRows(rows: readonly object[]): TableLike {
  const columns = new Map<string, unknown[]>();
  for (let row = 0; row < rows.length; row++) {
    const record: unknown = rows[row];
    if (typeof record !== "object" || record === null || Array.isArray(record) || record instanceof Map) {
      const message = `row ${row + 1} of the table expects an object of named values, got ${describe(record)}`;
      throw new CambiumError("bad-table", message);
    }
    for (const [name, value] of Object.entries(record)) {
      let values = columns.get(name);
      if (values === undefined) {
        values = new Array<unknown>(rows.length).fill(null);
        columns.set(name, values);
      }
      values[row] = value;
    }
  }
  // Rows without any value are rows all the same.
  return { ...tableFromColumns(columns), rowCount: rows.length };
}
