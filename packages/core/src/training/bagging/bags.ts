import type { Dataset } from "../../dataset/dataset.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows } from "../../util/ranges.ts";
import { atOnce, type Turns, turnsOver } from "../../util/turns.ts";
import { type ColumnShare, columnCount } from "../options/forest-options.ts";
import { RowDraw } from "../run/row-draw.ts";
import { treeDraw } from "../run/tree-draw.ts";
import type { TreeSample } from "../single-trees/tree-learner.ts";

/** What each tree of a forest is given to learn from. */
export interface BagSampling {
  readonly seed: number;
  /** Draw rows with replacement, so that a row may come several times. */
  readonly bootstrap: boolean;
  /** Share of the rows: of draws with replacement, else the chance of each row. */
  readonly rowSample: number;
  /** Of the columns, which a tree may use. */
  readonly columnShare: ColumnShare;
}

/** The rows of one bag, ascending, each once, and how often each row of the dataset was drawn (null: these once). */
interface Bag {
  readonly rows: Uint32Array;
  readonly counts: Uint32Array | null;
}

/**
 * The bags of a forest. Each is a function of the seed and of the number of its tree: it can be asked for in any order,
 * again after training, and a forest of more trees begins with the same ones. Rows of no weight are in no bag that leaves
 * rows out.
 */
export class Bags {
  private constructor(
    private readonly dataset: Dataset,
    private readonly sampling: BagSampling,
    private readonly draw: RowDraw,
    /** The rows that can be drawn, in the order of their own numbers. */
    private readonly inOrder: Uint32Array,
  ) {}

  static *open(dataset: Dataset, sampling: BagSampling): Turns<Bags> {
    const draw = new RowDraw(dataset);
    return new Bags(dataset, sampling, draw, yield* draw.inOrder());
  }

  /** True where trees leave rows out. */
  get leaveOut(): boolean {
    return this.sampling.bootstrap || this.sampling.rowSample < 1;
  }

  /** The rows that a tree did not see, ascending. */
  rowsOutOf(tree: number): Uint32Array {
    const isOut = new Uint8Array(this.dataset.rowCount).fill(1);
    for (const row of atOnce(this.#bagOf(tree)).rows) isOut[row] = 0;
    return allRows(this.dataset.rowCount).filter((row) => isOut[row] === 1);
  }

  *sampleOf(tree: number): Turns<TreeSample> {
    const { target, columns } = this.dataset;
    const { rows, counts } = yield* this.#bagOf(tree);
    const { seed, columnShare } = this.sampling;
    const draw = treeDraw(seed, tree, columnCount(columnShare, columns.length), columns.length);
    return { rows, target: { ...target, weights: yield* timesDrawn(target.weights, counts) }, draw };
  }

  *#bagOf(tree: number): Turns<Bag> {
    const { bootstrap, rowSample, seed } = this.sampling;
    if (!this.leaveOut) return { rows: allRows(this.dataset.rowCount), counts: null };
    const key = randomBits(seed, Purpose.TreeRows, tree);
    if (!bootstrap) return { rows: yield* this.draw.chosen(key, rowSample), counts: null };
    const { inOrder } = this;
    const counts = new Uint32Array(this.dataset.rowCount);
    yield* turnsOver(Math.max(1, Math.round(rowSample * inOrder.length)), (start, end) => {
      for (let draw = start; draw < end; draw++) {
        counts[inOrder[Math.floor((randomBits(key, draw) * inOrder.length) / 2 ** 32)]]++;
      }
    });
    const { drawable } = this.draw;
    const rows = new Uint32Array(drawable.length);
    let drawn = 0;
    yield* turnsOver(drawable.length, (start, end) => {
      for (let i = start; i < end; i++) if (counts[drawable[i]] > 0) rows[drawn++] = drawable[i];
    });
    return { rows: rows.slice(0, drawn), counts };
  }
}

/** A row that was drawn twice has double weight. */
function* timesDrawn(weights: Float64Array | null, counts: Uint32Array | null): Turns<Float64Array | null> {
  if (counts === null) return weights;
  const out = new Float64Array(counts.length);
  yield* turnsOver(out.length, (start, end) => {
    for (let row = start; row < end; row++) out[row] = weights === null ? counts[row] : counts[row] * weights[row];
  });
  return out;
}
