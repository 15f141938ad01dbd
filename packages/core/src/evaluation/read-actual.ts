import { compareLabels } from "../dataset/class-label.ts";
import { asNumber } from "../dataset/encode-column.ts";
import { findLabels, sortLabels } from "../dataset/encode-labels.ts";
import type { ClassLabel } from "../dataset/target.ts";
import type { ClassPredictor, Predictor } from "../model/predictor.ts";
import type { KnownTable } from "../table/known-table.ts";
import { fullColumn } from "../table/read-column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { listNames } from "../util/nearest-name.ts";
import { numbersInTurns as numberByRowInTurns } from "../util/number-by-row.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";

/** The target column of a table on which a model is to be judged; `caller` is what the user called. */
export function targetColumn(caller: string, model: Pick<Predictor, "target">, table: KnownTable): ArrayLike<unknown> {
  demand(table.rowCount > 0, "the table has no rows; expected at least one to evaluate on", "bad-table");
  const needed = `${caller} needs the target "${model.target}", which the table lacks`;
  demand(table.has(model.target), `${needed}; there are ${listNames(table.columnNames)}`, "unknown-column");
  return fullColumn(table, model.target);
}

/** A class that training never saw, and how many rows have it. */
export interface UnseenClass {
  readonly class: ClassLabel;
  readonly rows: number;
}

/**
 * The true class of each row, also where training never saw it: its place in `model.classes`; of a class that is not there -1 or less, one
 * number for each such class. `unseen` are those classes, that of the code -1 first.
 */
export function* actualInTurns(model: Pick<ClassPredictor, "target" | "classes">, actual: ArrayLike<unknown>) {
  const codeOf = new Map(model.classes.map((label: ClassLabel, code) => [label, code]));
  const types = new Set(model.classes.map((label) => typeof label));
  const labelAt = (value: unknown, row: number) => {
    const label = (typeof value === "bigint" ? Number(value) : value) as ClassLabel;
    // 1 is not "1", nor is a gap a class: that would be a mistake in the table rather than a class of its own.
    if (!types.has(typeof label) || Number.isNaN(label)) throw noClass(model, label, row);
    return label;
  };
  const { codes, labels } = yield* sortLabels(yield* findLabels(actual, labelAt), compareLabels);
  const unseen: { readonly class: ClassLabel; rows: number }[] = [];
  const places = labels.map((label) => codeOf.get(label) ?? -unseen.push({ class: label, rows: 0 }));
  yield* turnsOver(codes.length, (start, end) => {
    for (let row = start; row < end; row++) {
      codes[row] = places[codes[row]];
      if (codes[row] < 0) unseen[-1 - codes[row]].rows++;
    }
  });
  return { codes, unseen };
}

/** The true class of each row, as its place in `model.classes`; refuses any other. */
export function readClasses(model: Pick<ClassPredictor, "target" | "classes">, actual: ArrayLike<unknown>): Int32Array {
  const { codes, unseen } = atOnce(actualInTurns(model, actual));
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
export function* numbersInTurns(
  { target }: Pick<Predictor, "target">,
  actual: ArrayLike<unknown>,
): Turns<Float64Array> {
  return yield* numberByRowInTurns(actual.length, (row) => {
    const number = asNumber(actual[row]);
    if (typeof number === "number" && Number.isFinite(number)) return number;
    const message = `target "${target}" has ${describe(actual[row])} in row ${row + 1}; expected a number`;
    throw new CambiumError("bad-target", message);
  });
}
