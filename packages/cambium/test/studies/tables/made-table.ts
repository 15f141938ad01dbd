/** Columns, of which `y` is the target. */
export interface MadeTable {
  readonly columns: Readonly<Record<string, Float64Array | string[]>>;
}

/** With what the target would be without noise. */
export interface NoisyTable extends MadeTable {
  readonly clean: Float64Array;
}

/** The rows from the first up to the second number, as a table for `fit`. */
export function rowsOf({ columns }: MadeTable, from: number, to: number): Record<string, Float64Array | string[]> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.slice(from, to)]));
}
