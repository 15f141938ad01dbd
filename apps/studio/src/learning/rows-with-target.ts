import type { TableLike } from "cambium";

export interface RowsWithTarget {
  readonly table: TableLike;
  /** What was left out, in a sentence, if anything was. */
  readonly notes: readonly string[];
}

/** The rows that say what is to be learned: of the others a tree learns nothing, and `fit` refuses them. */
export function rowsWithTarget(table: TableLike, target: string): RowsWithTarget {
  const answers = table.column(target);
  const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => !isMissing(answers[row]));
  if (rows.length === table.rowCount) return { table, notes: [] };
  const column = (name: string) => pick(table.column(name), rows);
  return {
    table: { rowCount: rows.length, columnNames: table.columnNames, column },
    notes: [`left out ${table.rowCount - rows.length} of ${table.rowCount} rows, which have no ${target}`],
  };
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined || Number.isNaN(value);
}

/** Numbers stay a typed array: by that `fit` knows a column without any value for a numeric one. */
function pick(values: ArrayLike<unknown>, rows: Uint32Array): ArrayLike<unknown> {
  return values instanceof Float64Array
    ? Float64Array.from(rows, (row) => values[row])
    : Array.from(rows, (row) => values[row]);
}
