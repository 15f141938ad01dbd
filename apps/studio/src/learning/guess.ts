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
  const rowsOf = (table: TableLike, label: ClassLabel) =>
    Array.from(table.column(model.target)).filter((value) => value === label).length;
  const [commonest] = [...model.classes].sort((a, b) => rowsOf(train, b) - rowsOf(train, a));
  return { label: commonest, accuracy: rowsOf(test, commonest) / test.rowCount };
}
