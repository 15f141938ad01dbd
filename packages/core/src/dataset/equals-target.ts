import type { Column } from "./column.ts";
import type { Target } from "./target.ts";

/** In a smaller table a column may stand for the target by chance. */
const LEAST_RENAMED = 20;

/**
 * Whether a column tells the target of every row: it has the same numbers; or its values are other names of the target's, one for
 * each, in a table of at least 20 rows in which values occur twice on average. Stops at the first row that contradicts.
 */
export function equalsTarget(column: Column, target: Target): boolean {
  const rowCount = target.task === "regression" ? target.values.length : target.codes.length;
  if (rowCount < 2) return false;
  if (target.task === "regression" && column.kind === "numeric") return hasNumbersOf(column.values, target.values);
  const values = column.kind === "numeric" ? column.values : column.codes;
  if (column.kind === "categorical" && target.task === "classification") {
    const { codes, classes } = target;
    const names = classes.map(String);
    if (values.every((code, row) => column.categories[code] === names[codes[row]])) return true;
  }
  return renames(values, target.task === "regression" ? target.values : target.codes);
}

function hasNumbersOf(values: Float64Array | Float32Array, target: Float64Array): boolean {
  const isSame =
    values instanceof Float32Array
      ? (row: number) => values[row] === Math.fround(target[row])
      : (row: number) => values[row] === target[row];
  for (let row = 0; row < target.length; row++) if (!isSame(row)) return false;
  return true;
}

/** Whether each value stands with one value of the target, and that with it alone. A missing value is a value like any other here. */
function renames(values: ArrayLike<number>, target: ArrayLike<number>): boolean {
  if (target.length < LEAST_RENAMED) return false;
  const meaning = new Map<number, number>();
  const named = new Set<number>();
  for (let row = 0; row < target.length; row++) {
    const [name, value] = [values[row], target[row]];
    const known = meaning.get(name);
    if (known !== undefined) {
      if (known !== value) return false;
      continue;
    }
    if (named.has(value) || 2 * (meaning.size + 1) > target.length) return false;
    meaning.set(name, value);
    named.add(value);
  }
  return true;
}
