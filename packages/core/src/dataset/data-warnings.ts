import { describe } from "../util/check-options.ts";
import type { Column } from "./column.ts";
import type { DatasetOptions } from "./dataset-options.ts";
import type { ValueCounts } from "./encode-labels.ts";
import type { Target, Task } from "./target.ts";
import { type CambiumWarning, warningOf } from "./warning.ts";

/** From here on a column has hundreds of categories. */
const MANY_CATEGORIES = 200;

/** From here on there are enough rows for each category on average, however many there are. */
const ENOUGH_ROWS = 1000;

export function identifierLeftOut(column: string, { values, distinct }: ValueCounts): CambiumWarning {
  const name = describe(column);
  const found = `${distinct} of its ${values} values are distinct, so it names rows, and what is learned of them holds for no others`;
  const repair = `To learn from it, list it in features or pass types: { ${name}: "categorical" }; if it holds numbers or dates as text, make them numbers or dates; to be silent, pass exclude: [${name}]`;
  return warningOf("identifier-left-out", `column ${name} is left out of the features: ${found}. ${repair}.`, column);
}

/** What is probably wrong with a column that is learned from. Columns that are listed or typed are wanted. */
export function columnWarning(
  column: Column,
  target: Target,
  { features, types = {} }: Pick<DatasetOptions, "features" | "types">,
): CambiumWarning | null {
  const { name } = column;
  if (!isConstant(target) && equalsTarget(column, target)) {
    const learned = describe(target.name);
    const message = `column ${describe(name)} tells the target ${learned} in every row. If it is not known when the model predicts, leave it out: exclude: [${describe(name)}].`;
    return warningOf("equals-target", message, name);
  }
  const isTyped = Object.hasOwn(types, name);
  if (column.kind === "categorical")
    return isTyped ? null : categoryWarning(name, column.categories.length, column.codes.length);
  return isTyped || features !== undefined ? null : numericWarning(name, column.values);
}

/** What is probably wrong with the target. */
export function targetWarning(target: Target, task: Task | undefined): CambiumWarning | null {
  const name = describe(target.name);
  if (isConstant(target)) {
    const message = `the target ${name} has the same value in every row, so there is nothing to learn.`;
    return warningOf("constant-target", message, target.name);
  }
  if (target.task === "classification" || task !== undefined || target.values.length <= 2) return null;
  const { values } = target;
  const other = values.find((value) => value !== values[0]) as number;
  if (!values.every((value) => value === values[0] || value === other)) return null;
  const found = [values[0], other].sort((a, b) => a - b).join(" and ");
  const message = `the target ${name} has only the values ${found}, and is taken for numbers. For classes pass task: "classification"; to be silent, pass task: "regression".`;
  return warningOf("two-valued-target", message, target.name);
}

/** One row is constant, and no wonder. */
function isConstant(target: Target): boolean {
  const values = target.task === "classification" ? target.codes : target.values;
  return values.length > 1 && values.every((value) => value === values[0]);
}

function numericWarning(column: string, values: Float64Array | Float32Array): CambiumWarning | null {
  const name = describe(column);
  if (values.every((value) => Number.isNaN(value))) {
    const message = `column ${name} has no value in any row, so nothing is learned from it. To be silent, pass exclude: [${name}].`;
    return warningOf("empty-column", message, column);
  }
  if (!numbersCountRows(values)) return null;
  const message = `column ${name} counts the rows: its whole numbers are distinct and close to each other. If it says nothing of new rows, leave it out: exclude: [${name}]; to be silent, list it in features or pass types: { ${name}: "numeric" }.`;
  return warningOf("row-number", message, column);
}

function categoryWarning(column: string, categories: number, rowCount: number): CambiumWarning | null {
  if (categories < MANY_CATEGORIES || rowCount >= ENOUGH_ROWS * categories) return null;
  const name = describe(column);
  const message = `column ${name} has ${categories} categories, and a tree learns little of rare ones that holds for new rows. Group them, or leave it out: exclude: [${name}]; to be silent, pass types: { ${name}: "categorical" }.`;
  return warningOf("many-categories", message, column);
}

/** In a smaller table a column may stand for the target by chance. */
const LEAST_RENAMED = 20;

/**
 * Whether a column tells the target of every row: it has the same numbers; or its values are other names of the target's, one for
 * each, in a table of at least 20 rows in which values occur twice on average. Stops at the first row that contradicts.
 */
function equalsTarget(column: Column, target: Target): boolean {
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
  const isSingle = values instanceof Float32Array;
  return values.every((value, row) => value === (isSingle ? Math.fround(target[row]) : target[row]));
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

/** Fewer rows show too little of a column. */
const LEAST_ROWS = 50;

/** Fewer values show too little of a column that is mostly missing. */
const LEAST_VALUES = 25;

/**
 * Whether categories identify rows, as names and order numbers do: in a table of at least 50 rows the column has at least 25 values,
 * and at least nine tenths of them are distinct. Missing values do not count.
 */
export function categoriesIdentifyRows(rowCount: number, values: number, distinct: number): boolean {
  return rowCount >= LEAST_ROWS && values >= LEAST_VALUES && 10 * distinct >= 9 * values;
}

/**
 * Whether numbers count the rows, in any order: there are at least 50, all of them whole and distinct, and they fill at least half of
 * the range from the least to the greatest. So they do after a part of the rows was taken, too.
 */
function numbersCountRows(values: ArrayLike<number>): boolean {
  const { length } = values;
  if (length < LEAST_ROWS) return false;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < length; row++) {
    const value = values[row];
    if (!Number.isSafeInteger(value)) return false;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const range = greatest - least + 1;
  if (range < length || range > 2 * length) return false;
  const isTaken = new Uint8Array(range);
  for (let row = 0; row < length; row++) {
    const place = values[row] - least;
    if (isTaken[place] === 1) return false;
    isTaken[place] = 1;
  }
  return true;
}
