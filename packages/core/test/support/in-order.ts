/** A table of columns with these of its rows, in this order. */
export function inOrder<T extends Readonly<Record<string, ArrayLike<unknown>>>>(table: T, rows: ArrayLike<number>) {
  const columns = Object.entries(table).map(([name, column]) => [name, Array.from(rows, (row) => column[row])]);
  return Object.fromEntries(columns) as { [Name in keyof T]: T[Name][number][] };
}
