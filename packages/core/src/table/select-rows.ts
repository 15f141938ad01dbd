import type { TableLike } from "./table-like.ts";

/** The same columns with the listed rows only, in the order of the list. */
export function selectRows(table: TableLike, rows: Uint32Array): TableLike {
  return {
    rowCount: rows.length,
    columnNames: table.columnNames,
    column: (name) => selectValues(table.column(name), rows),
  };
}

/** Plain loops: `from` with a function takes six to forty times as long, and each fold selects nearly every value of a table. */
export function selectValues(values: ArrayLike<unknown>, rows: Uint32Array): ArrayLike<unknown> {
  if (values instanceof Float64Array) return selectNumbers(values, rows, new Float64Array(rows.length));
  if (values instanceof Float32Array) return selectNumbers(values, rows, new Float32Array(rows.length));
  const selected = new Array<unknown>(rows.length);
  for (let i = 0; i < rows.length; i++) selected[i] = values[rows[i]];
  return selected;
}

function selectNumbers<T extends Float64Array | Float32Array>(values: T, rows: Uint32Array, selected: T): T {
  for (let i = 0; i < rows.length; i++) selected[i] = values[rows[i]];
  return selected;
}
