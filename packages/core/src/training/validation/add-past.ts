import type { Pacer } from "@cambium/kernels";
import { type Ensemble, treesOfScores } from "../../ensemble/ensemble.ts";
import { addTrees } from "../../predict/predict-scores.ts";
import type { EncodedRows } from "../../tree/route-row.ts";
import { forRanges } from "../../util/ranges.ts";

/** Adds what trees say to scores of which all rows of the first stand before those of the second: tree after tree, as training does. */
export async function addPast(past: Ensemble, rows: EncodedRows, scores: Float64Array, pacer: Pacer): Promise<void> {
  for (const [place, trees] of treesOfScores(past).entries()) {
    const own: Ensemble = {
      trees: trees.map((index) => past.trees[index]),
      initialScore: past.initialScore.subarray(place, place + 1),
    };
    await forRanges(rows.rowCount, pacer, (start, end) => {
      const some = { rowCount: end - start, columns: rows.columns.map((column) => column.subarray(start, end)) };
      addTrees(own, some, scores.subarray(place * rows.rowCount + start, place * rows.rowCount + end));
    });
  }
}
