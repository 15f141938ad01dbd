import { classLabelOf, compareLabels } from "../dataset/class-label.ts";
import { type ClassLabel, MOST_CLASSES } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { check, checkOptions, describe, isListOf } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { didYouMean } from "../util/nearest-name.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { droppable, type OptionsOf, option } from "../util/option.ts";
import { atOnce } from "../util/turns.ts";
import { checkList, finiteNumber, rowsInTurns } from "./check-rows.ts";
import { ClassOutcome } from "./class-outcome.ts";

/** How often rows of each class were predicted as each class. */
export interface ConfusionMatrix {
  /** The classes, in the order of the rows and of the columns. */
  readonly labels: readonly ClassLabel[];
  /** `rows[i][j]`: rows of class `labels[i]` that were predicted as `labels[j]`, or their weight. */
  readonly rows: readonly (readonly number[])[];
}

const confusionMatrixOptions = /* @__PURE__ */ droppable(() => ({
  /** The classes in the order that is wanted, such as `model.classes`. Default: those that occur, in the order of `model.classes`. */
  labels: option(
    check<readonly ClassLabel[]>(
      "a list of different classes, each text, a finite number or a boolean",
      (value) =>
        isListOf(value, (label) => classLabelOf(label) === label) &&
        value.length > 0 &&
        new Set(value).size === value.length,
    ),
  ),
  /** A weight per row. Default: 1 each. */
  weights: option(
    check<ArrayLike<number> | null>("numbers, one a row", (value) => value === null || typeof value === "object"),
  ),
}));

export interface ConfusionMatrixOptions extends OptionsOf<typeof confusionMatrixOptions> {}

/**
 * Counts, for each class, how its rows were predicted: a row of the matrix for each actual class, a column for each predicted class,
 * as in scikit-learn. Both arguments are labels, such as the column of a table and what `predict` gives.
 */
export function confusionMatrix(
  actual: ArrayLike<unknown>,
  predicted: ArrayLike<unknown>,
  options: ConfusionMatrixOptions = {},
): ConfusionMatrix {
  checkOptions("metrics.confusionMatrix", options, confusionMatrixOptions);
  const caller = "metrics.confusionMatrix";
  const { labels, outcome } = outcomeOfLabels(caller, actual, predicted, options.weights ?? null, options.labels);
  return { labels, rows: atOnce(outcome.confusion()) };
}

/** The rows of which these are the true and the predicted classes. `known`: all that there may be. Default: those that occur. */
export function outcomeOfLabels(
  caller: string,
  actual: ArrayLike<unknown>,
  predicted: ArrayLike<unknown>,
  weights: ArrayLike<number> | null,
  known?: readonly ClassLabel[],
): { readonly labels: readonly ClassLabel[]; readonly outcome: ClassOutcome } {
  const codes = new Map(known?.map((label, place) => [label, place]));
  const truth = readCodes(`${caller}: actual`, actual, codes, known);
  const decisions = readCodes(`${caller}: predicted`, predicted, codes, known);
  const found = `there are ${codes.size} classes, expected at most ${MOST_CLASSES}`;
  demand(codes.size <= MOST_CLASSES, `${caller}: ${found}; numbers are judged by evaluate`, "too-large");
  atOnce(rowsInTurns(caller, { actual: [truth, finiteNumber], predicted: [decisions, finiteNumber] }, weights));
  const labels = known?.slice() ?? [...codes.keys()].sort(compareLabels);
  const places = Array.from(codes.keys(), (label) => labels.indexOf(label));
  const placed = (rows: readonly number[]) => Int32Array.from(numberByRow(rows.length, (row) => places[rows[row]]));
  const ownWeights = weights && Float64Array.from(weights);
  return { labels, outcome: ClassOutcome.ofDecisions(placed(truth), placed(decisions), labels.length, ownWeights) };
}

/** The code of each row's label. `codes` are those of the labels so far; new ones are added, or refused where all are known. */
function readCodes(
  what: string,
  values: ArrayLike<unknown>,
  codes: Map<ClassLabel, number>,
  known: readonly ClassLabel[] | undefined,
): number[] {
  checkList(what, values, undefined, "classes, one a row");
  const rows: number[] = [];
  // Read one by one: an object may claim any length.
  for (let row = 0; row < values.length; row++) {
    const label = classLabelOf(values[row]);
    if (label === null) {
      const message = `${what} has ${describe(values[row])} in row ${row + 1}; a class is text, a finite number or a boolean`;
      throw new CambiumError("bad-option", message);
    }
    const code = codes.get(label) ?? codes.size;
    if (code === codes.size && known !== undefined) {
      const hint = didYouMean(String(label), [...codes.keys()].map(String));
      const message = `${what} has ${describe(label)} in row ${row + 1}, which is not among labels; ${hint}add it, or leave labels out`;
      throw new CambiumError("bad-option", message);
    }
    codes.set(label, code);
    rows.push(code);
  }
  return rows;
}
