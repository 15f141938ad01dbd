import { compareLabels } from "../dataset/class-label.ts";
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

/** A class that training never saw, and how many rows have it. */
export interface UnseenClass {
  readonly class: ClassLabel;
  readonly rows: number;
}

/** The true classes of rows. */
export interface ActualClasses {
  /** The place of each row's class in `model.classes`; of a class that is not there -1 or less, one number for each such class. */
  readonly codes: Int32Array;
  /** Those that are not there: that of the code -1 first. */
  readonly unseen: readonly UnseenClass[];
}

/** The true class of each row, also where training never saw it. */
export function readActualClasses(
  model: Pick<ClassPredictor, "target" | "classes">,
  actual: ArrayLike<unknown>,
): ActualClasses {
  const codeOf = new Map<unknown, number>(model.classes.map((label: ClassLabel, code) => [label, code]));
  const types = new Set(model.classes.map((label) => typeof label));
  const counts = new Map<ClassLabel, number>();
  const labels = Array.from({ length: actual.length }, (_, row): ClassLabel => {
    const label = (typeof actual[row] === "bigint" ? Number(actual[row]) : actual[row]) as ClassLabel;
    if (codeOf.has(label)) return label;
    // 1 is not "1", nor is a gap a class: that would be a mistake in the table rather than a class of its own.
    if (!types.has(typeof label) || Number.isNaN(label)) throw noClass(model, label, row);
    counts.set(label, (counts.get(label) ?? 0) + 1);
    return label;
  });
  const unseen = [...counts.keys()].sort(compareLabels);
  for (const [place, label] of unseen.entries()) codeOf.set(label, -1 - place);
  return {
    codes: Int32Array.from(labels, (label) => codeOf.get(label) as number),
    unseen: unseen.map((label) => ({ class: label, rows: counts.get(label) as number })),
  };
}

/** The true class of each row, as its place in `model.classes`; refuses any other. */
export function readClasses(model: Pick<ClassPredictor, "target" | "classes">, actual: ArrayLike<unknown>): Int32Array {
  const { codes, unseen } = readActualClasses(model, actual);
  const row = codes.findIndex((code) => code < 0);
  if (row >= 0) throw noClass(model, unseen[-1 - codes[row]].class, row);
  return codes;
}

function noClass({ target, classes }: Pick<ClassPredictor, "target" | "classes">, label: unknown, row: number) {
  const known = listNames(classes.map(String));
  const message = `target "${target}" has ${describe(label)} in row ${row + 1}, which is none of the model's classes: ${known}`;
  return new CambiumError("bad-target", message);
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
