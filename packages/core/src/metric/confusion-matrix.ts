import { classLabelOf, compareLabels } from "../dataset/class-label.ts";
import { type ClassLabel, MOST_CLASSES } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { check, checkOptions, describe, isListOf } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { didYouMean } from "../util/nearest-name.ts";
import { type OptionsOf, option } from "../util/option.ts";
import { checkRows } from "./check-rows.ts";
import { weightsOnGrid } from "./weights-on-grid.ts";

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
  const columns = { actual: readLabels("actual", actual), predicted: readLabels("predicted", predicted) };
  const occurring = () => [...new Set([...columns.actual, ...columns.predicted])].sort(compareLabels);
  const labels = options.labels?.slice() ?? occurring();
  if (labels.length > MOST_CLASSES) {
    const message = `metrics.confusionMatrix: there are ${labels.length} classes, expected at most ${MOST_CLASSES}; numbers are judged by evaluate`;
    throw new CambiumError("too-large", message);
  }
  const codes = {
    actual: codesOf("actual", columns.actual, labels),
    predicted: codesOf("predicted", columns.predicted, labels),
  };
  const { weights = null } = options;
  checkRows("metrics.confusionMatrix", { codes, classCount: Math.max(1, labels.length), weights });
  return { labels, rows: confusionRows(codes.actual, codes.predicted, labels.length, weights) };
}

/** The same of classes that are given as their places. */
export function confusionRows(
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
  classCount: number,
  weights: ArrayLike<number> | null,
): number[][] {
  const rows = Array.from({ length: classCount }, () => new Array<number>(classCount).fill(0));
  const exact = weightsOnGrid(actual.length, weights);
  for (let row = 0; row < actual.length; row++) rows[actual[row]][predicted[row]] += exact[row];
  return rows;
}

function readLabels(name: string, values: ArrayLike<unknown>): ClassLabel[] {
  if (typeof values !== "object" || values === null || !(Number.isSafeInteger(values.length) && values.length >= 0)) {
    const message = `metrics.confusionMatrix: ${name} expects an array of classes, got ${describe(values)}`;
    throw new CambiumError("bad-option", message);
  }
  const labels: ClassLabel[] = [];
  // Read one by one: an object may claim any length.
  for (let row = 0; row < values.length; row++) {
    const label = classLabelOf(values[row]);
    if (label === null) {
      const message = `metrics.confusionMatrix: ${name} has ${describe(values[row])} in row ${row + 1}; a class is text, a finite number or a boolean`;
      throw new CambiumError("bad-option", message);
    }
    labels.push(label);
  }
  return labels;
}

function codesOf(name: string, values: readonly ClassLabel[], labels: readonly ClassLabel[]): Int32Array {
  const places = new Map(labels.map((label, place) => [label, place]));
  return Int32Array.from(values, (label, row) => {
    const place = places.get(label);
    if (place !== undefined) return place;
    const hint = didYouMean(String(label), labels.map(String));
    const message = `metrics.confusionMatrix: ${name} has ${describe(label)} in row ${row + 1}, which is not among labels; ${hint}add it, or leave labels out`;
    throw new CambiumError("bad-option", message);
  });
}
