import type { TableLike } from "./table-like.ts";

/** The same columns with the listed rows only, in the order of the list. */
export function selectRows(table: TableLike, rows: Uint32Array): TableLike {
  return {
    rowCount: rows.length,
    columnNames: table.columnNames,
    column(name) {
      const values = table.column(name);
      if (values instanceof Float64Array) return Float64Array.from(rows, (row) => values[row]);
      if (values instanceof Float32Array) return Float32Array.from(rows, (row) => values[row]);
      return Array.from(rows, (row) => values[row]);
    },
  };
}
