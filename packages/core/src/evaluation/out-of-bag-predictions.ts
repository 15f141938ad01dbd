import { expectOutOfBag } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { addTree } from "../predict/predict-scores.ts";

/**
 * What the trees of a forest say of each training row, in the order of the table: the mean over those that did not see it.
 * For a classification row after row a number for each class, else one. NaN where every tree has seen the row.
 */
export function outOfBagPredictions(model: Model): Float64Array {
  const { columns, rowsOutOf } = expectOutOfBag("outOfBagPredictions", model);
  const { trees, initialScore } = model.ensemble;
  const width = initialScore.length;
  const sums = new Float64Array(columns.rowCount * width);
  const counts = new Float64Array(columns.rowCount);
  trees.forEach((tree, index) => {
    for (const row of rowsOutOf(index)) {
      addTree(tree, columns, sums, row, row + 1);
      counts[row]++;
    }
  });
  return sums.map((sum, i) => sum / counts[Math.floor(i / width)]);
}
