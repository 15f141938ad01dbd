import type { ClassLabel, Target } from "../dataset/target.ts";
import type { Fold } from "./folds-of.ts";

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
