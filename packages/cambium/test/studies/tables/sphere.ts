import type { MadeTable } from "./made-table.ts";
import { drawsOf, normal } from "./random-draws.ts";

/** The median of chi-square with ten degrees of freedom, as the book rounds it. */
const MEDIAN = 9.34;

/**
 * Equation 10.2 of Hastie, Tibshirani and Friedman, The Elements of Statistical Learning: ten standard normal features, and
 * the class "out" where the sum of their squares exceeds the median, else "in".
 */
export function sphere({ rows, seed }: { readonly rows: number; readonly seed: number }): MadeTable {
  const next = drawsOf(seed);
  const columns = Array.from({ length: 10 }, () => new Float64Array(rows));
  const y: string[] = [];
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (const column of columns) {
      column[row] = normal(next);
      sum += column[row] * column[row];
    }
    y.push(sum > MEDIAN ? "out" : "in");
  }
  return { columns: { ...Object.fromEntries(columns.map((column, i) => [`x${i + 1}`, column])), y } };
}
