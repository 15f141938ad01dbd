import type { Pacer } from "@cambium/kernels";
import { type Ensemble, treesOfScores } from "../../ensemble/ensemble.ts";
import { addOffsets, addTree, addTrees } from "../../predict/predict-scores.ts";
import type { EncodedRows } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { forRanges } from "../../util/ranges.ts";

/**
 * Rows with scores that trees move. A row has one score, or one for each class: all rows of the first class before those of the second. The
 * scores begin at the initial ones, and the offsets of the rows besides.
 */
export class ScoredRows {
  constructor(
    readonly columns: EncodedRows,
    private readonly initialScores: Float64Array,
    protected readonly pacer: Pacer,
    readonly scores: Float64Array = new Float64Array(columns.rowCount * initialScores.length),
  ) {
    initialScores.forEach((score, place) => {
      this.of(this.scores, place).fill(score);
    });
    if (columns.offsets !== undefined) addOffsets(this.scores, columns.offsets);
  }

  /** What an array has of one of the scores. */
  of(array: Float64Array, place: number): Float64Array {
    const { rowCount } = this.columns;
    return this.initialScores.length === 1 ? array : array.subarray(place * rowCount, (place + 1) * rowCount);
  }

  /** Adds to one of the scores of each row what a tree says of the row. */
  async add(tree: Tree, place: number): Promise<void> {
    const { columns } = this;
    const scores = this.of(this.scores, place);
    await forRanges(columns.rowCount, this.pacer, (start, end) => addTree(tree, columns, scores, start, end));
  }

  /** Adds what all trees of a model say, which has as many scores a row: tree after tree, as training does. */
  async addPast(past: Ensemble): Promise<void> {
    const { rowCount, columns } = this.columns;
    for (const [place, trees] of treesOfScores(past).entries()) {
      const own: Ensemble = {
        trees: trees.map((index) => past.trees[index]),
        initialScore: past.initialScore.subarray(place, place + 1),
      };
      const scores = this.of(this.scores, place);
      await forRanges(rowCount, this.pacer, (start, end) => {
        const some = { rowCount: end - start, columns: columns.map((column) => column.subarray(start, end)) };
        addTrees(own, some, scores.subarray(start, end));
      });
    }
  }
}
