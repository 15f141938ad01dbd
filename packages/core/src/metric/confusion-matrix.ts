import { classLabelOf, compareLabels } from "../dataset/class-label.ts";
import { type ClassLabel, MOST_CLASSES } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { check, checkOptions, describe, isListOf } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { didYouMean } from "../util/nearest-name.ts";
import { type OptionsOf, option } from "../util/option.ts";
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
  const columns = [readLabels(caller, "actual", actual), readLabels(caller, "predicted", predicted)];
  const labels = known?.slice() ?? [...new Set(columns.flat())].sort(compareLabels);
  if (labels.length > MOST_CLASSES) {
    const message = `${caller}: there are ${labels.length} classes, expected at most ${MOST_CLASSES}; numbers are judged by evaluate`;
    throw new CambiumError("too-large", message);
  }
  const codes = {
    actual: codesOf(caller, "actual", columns[0], labels),
    predicted: codesOf(caller, "predicted", columns[1], labels),
  };
  const lists = { actual: [codes.actual, finiteNumber], predicted: [codes.predicted, finiteNumber] } as const;
  atOnce(rowsInTurns(caller, lists, weights));
  const ownWeights = weights && Float64Array.from(weights);
  return { labels, outcome: ClassOutcome.ofDecisions(codes.actual, codes.predicted, labels.length, ownWeights) };
}

function readLabels(caller: string, name: string, values: ArrayLike<unknown>): ClassLabel[] {
  checkList(caller, name, values, undefined, "classes, one a row");
  const labels: ClassLabel[] = [];
  // Read one by one: an object may claim any length.
  for (let row = 0; row < values.length; row++) {
    const label = classLabelOf(values[row]);
    if (label === null) {
      const message = `${caller}: ${name} has ${describe(values[row])} in row ${row + 1}; a class is text, a finite number or a boolean`;
      throw new CambiumError("bad-option", message);
    }
    labels.push(label);
  }
  return labels;
}

function codesOf(
  caller: string,
  name: string,
  values: readonly ClassLabel[],
  labels: readonly ClassLabel[],
): Int32Array {
  const places = new Map(labels.map((label, place) => [label, place]));
  return Int32Array.from(values, (label, row) => {
    const place = places.get(label);
    if (place !== undefined) return place;
    const hint = didYouMean(String(label), labels.map(String));
    const message = `${caller}: ${name} has ${describe(label)} in row ${row + 1}, which is not among labels; ${hint}add it, or leave labels out`;
    throw new CambiumError("bad-option", message);
  });
}
