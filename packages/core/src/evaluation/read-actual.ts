import { asNumber } from "../dataset/encode-column.ts";
import type { ClassLabel } from "../dataset/target.ts";
import type { ClassPredictor, Predictor } from "../model/predictor.ts";
import { fullColumn } from "../table/full-column.ts";
import type { KnownTable } from "../table/known-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { listNames } from "../util/nearest-name.ts";

/** The target column of a table on which a model is to be judged; `caller` is what the user called. */
export function targetColumn(caller: string, model: Pick<Predictor, "target">, table: KnownTable): ArrayLike<unknown> {
  if (table.rowCount === 0)
    throw new CambiumError("bad-table", "the table has no rows; expected at least one to evaluate on");
  if (table.has(model.target)) return fullColumn(table, model.target);
  const message = `${caller} needs the target "${model.target}", which the table lacks; there are ${listNames(table.columnNames)}`;
  throw new CambiumError("unknown-column", message);
}

/** The true class of each row, as its place in `model.classes`. */
export function readClasses(model: Pick<ClassPredictor, "target" | "classes">, actual: ArrayLike<unknown>): Int32Array {
  const codeOf = new Map<unknown, number>(model.classes.map((label: ClassLabel, code) => [label, code]));
  return Int32Array.from({ length: actual.length }, (_, row) => {
    const label = typeof actual[row] === "bigint" ? Number(actual[row]) : actual[row];
    const code = codeOf.get(label);
    if (code !== undefined) return code;
    const known = listNames(model.classes.map(String));
    const message = `target "${model.target}" has ${describe(label)} in row ${row + 1}, which is none of the model's classes: ${known}`;
    throw new CambiumError("bad-target", message);
  });
}

/** The true number of each row. */
export function readNumbers(model: Pick<Predictor, "target">, actual: ArrayLike<unknown>): Float64Array {
  return Float64Array.from({ length: actual.length }, (_, row) => {
    const value = actual[row];
    const number = asNumber(value);
    if (typeof number === "number" && Number.isFinite(number)) return number;
    throw new CambiumError(
      "bad-target",
      `target "${model.target}" has ${describe(value)} in row ${row + 1}; expected a number`,
    );
  });
}
