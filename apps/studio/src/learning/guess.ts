import type { ClassLabel, Model, TableLike } from "cambium";

/** What accuracy is to be compared with: the same answer for every row. */
export interface Guess {
  readonly label: ClassLabel;
  /** The share of the held-out rows for which it is right. */
  readonly accuracy: number;
}

/** The commonest class of the training rows; null where numbers are learned, for which R² compares with the mean. */
export function guessFor(model: Model, train: TableLike, test: TableLike): Guess | null {
  if (model.task !== "classification") return null;
  const counts = countValues(train.column(model.target));
  const countOf = (label: ClassLabel) => counts.get(label) ?? 0;
  const label = model.classes.reduce((best, candidate) => (countOf(candidate) > countOf(best) ? candidate : best));
  return { label, accuracy: (countValues(test.column(model.target)).get(label) ?? 0) / test.rowCount };
}

function countValues(values: ArrayLike<unknown>): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (let row = 0; row < values.length; row++) counts.set(values[row], (counts.get(values[row]) ?? 0) + 1);
  return counts;
}
