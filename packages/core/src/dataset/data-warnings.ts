import { describe } from "../util/check-options.ts";
import type { Column } from "./column.ts";
import type { ColumnType } from "./encode-column.ts";
import type { ValueCounts } from "./encode-labels.ts";
import { equalsTarget } from "./equals-target.ts";
import { numbersCountRows } from "./identifies-rows.ts";
import type { Target, Task } from "./target.ts";
import { type CambiumWarning, type CambiumWarningCode, warningOf } from "./warning.ts";

/** From here on a column has hundreds of categories. */
const MANY_CATEGORIES = 200;

/** From here on there are enough rows for each category on average, however many there are. */
const ENOUGH_ROWS = 1000;

/** What the caller said of the columns, and so need not be warned of. */
interface Settled {
  readonly task?: Task | undefined;
  /** Columns that are listed are wanted. */
  readonly features?: readonly string[] | undefined;
  readonly types?: Readonly<Record<string, ColumnType>> | undefined;
}

/** The codes of what is found while a table is read. */
export const dataWarningCodes: ReadonlySet<CambiumWarningCode> = new Set([
  "constant-target",
  "empty-column",
  "equals-target",
  "identifier-left-out",
  "many-categories",
  "row-number",
  "two-valued-target",
] as const);

export function identifierLeftOut(column: string, { values, distinct }: ValueCounts): CambiumWarning {
  const name = describe(column);
  const found = `${distinct} of its ${values} values are distinct, so it names rows, and what is learned of them holds for no others`;
  const repair = `To learn from it, list it in features or pass types: { ${name}: "categorical" }; if it holds numbers or dates as text, make them numbers or dates; to be silent, pass exclude: [${name}]`;
  return warningOf("identifier-left-out", `column ${name} is left out of the features: ${found}. ${repair}.`, column);
}

/** What is probably wrong with a column that is learned from. */
export function columnWarning(
  column: Column,
  target: Target,
  { features, types = {} }: Settled,
): CambiumWarning | null {
  const { name } = column;
  if (!isConstant(target) && equalsTarget(column, target)) return columnEqualsTarget(name, target);
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
  const values: ArrayLike<number> & Iterable<number> = target.task === "classification" ? target.codes : target.values;
  if (values.length < 2) return false;
  for (const value of values) if (value !== values[0]) return false;
  return true;
}

function columnEqualsTarget(column: string, target: Target): CambiumWarning {
  const [name, learned] = [describe(column), describe(target.name)];
  const message = `column ${name} tells the target ${learned} in every row. If it is not known when the model predicts, leave it out: exclude: [${name}].`;
  return warningOf("equals-target", message, column);
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
