import type { ClassLabel, Target } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import type { FoldLike } from "./cross-validate-options.ts";
import type { Fold } from "./folds-of.ts";

/** Folds that a user made, once every one has been checked: rows of the table, none on both sides. */
export function readFolds(caller: string, given: readonly FoldLike[], rowCount: number): Fold[] {
  return given.map((fold, index) => {
    const where = `${caller}: fold ${index + 1}`;
    const train = readRows(`${where}: train`, fold?.train, rowCount);
    const test = readRows(`${where}: test`, fold?.test, rowCount);
    const isTrained = new Uint8Array(rowCount);
    for (const row of train) isTrained[row] = 1;
    const both = test.find((row) => isTrained[row] === 1);
    demand(both === undefined, `${where} has row ${both} in both train and test; leave it out of one`);
    return { train, test };
  });
}

function readRows(what: string, rows: ArrayLike<number> | undefined, rowCount: number): Uint32Array {
  const hasRows = typeof rows === "object" && rows !== null && rows.length > 0;
  demand(hasRows, `${what} expects the numbers of at least one row, got ${describe(rows)}`);
  const refused = (why: string) => new CambiumError("bad-option", `${what} ${why}`);
  const isListed = new Uint8Array(rowCount);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const isRow = Number.isInteger(row) && row >= 0 && row < rowCount;
    if (!isRow) throw refused(`expects rows from 0 to ${rowCount - 1}, got ${describe(row)}`);
    if (isListed[row] === 1) throw refused(`lists row ${row} twice; weigh it instead`);
    isListed[row] = 1;
  }
  return Uint32Array.from(rows);
}

/** Refuses folds that would fail in the middle: without weight on a side. */
export function checkFolds(caller: string, folds: readonly Fold[], weights: Float64Array | null): void {
  if (weights === null) return;
  for (const [index, { train, test }] of folds.entries()) {
    for (const [side, rows] of Object.entries({ train, test })) {
      const hasWeight = rows.some((row) => weights[row] > 0);
      const where = `${caller}: fold ${index + 1} of ${folds.length}`;
      demand(hasWeight, `${where} has no weight in its ${side} rows; ask for fewer folds`, "bad-weight");
    }
  }
}

/** A class of which a fold has no row to learn from: its model can not be right there. */
export interface UnlearnedClass {
  /** From 1. */
  readonly fold: number;
  readonly class: ClassLabel;
  /** How many rows of the class the fold holds out. */
  readonly rows: number;
}

/** What folds can not learn, fold after fold, in the order of the classes. */
export function unlearnedClasses(folds: readonly Fold[], target: Target): UnlearnedClass[] {
  if (target.task === "regression") return [];
  const { codes, classes } = target;
  const countsOf = (rows: Uint32Array) => {
    const counts = new Uint32Array(classes.length);
    for (const row of rows) counts[codes[row]]++;
    return counts;
  };
  return folds.flatMap(({ train, test }, fold) => {
    const learned = countsOf(train);
    const heldOut = countsOf(test);
    return classes.flatMap((label, code) =>
      learned[code] > 0 ? [] : [{ fold: fold + 1, class: label, rows: heldOut[code] }],
    );
  });
}
