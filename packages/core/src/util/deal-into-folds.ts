import { Purpose, shuffledRows } from "./random.ts";

/** The fold of each row: the shuffled rows are dealt out in turn, so no fold has two rows more than another. */
export function dealIntoFolds(rowCount: number, folds: number, seed: number): Uint32Array {
  const foldOf = new Uint32Array(rowCount);
  shuffledRows(rowCount, seed, Purpose.Folds).forEach((row, position) => {
    foldOf[row] = position % folds;
  });
  return foldOf;
}
