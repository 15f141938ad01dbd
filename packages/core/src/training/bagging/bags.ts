import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows } from "../../util/ranges.ts";
import { atOnce, inTurns, type Turns, turnsOver } from "../../util/turns.ts";
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
export interface Bag {
  readonly rows: Uint32Array;
  readonly counts: Uint32Array | null;
}

/**
 * The bags of a forest. Each is a function of the seed and of the number of its tree: it can be asked for in any order,
 * again after training, and a forest of more trees begins with the same ones. Rows of no weight are in no bag that leaves
 * rows out.
 */
export class Bags {
  readonly #draw: RowDraw;
  readonly #drawable: Uint32Array;

  constructor(
    private readonly dataset: Dataset,
    private readonly sampling: BagSampling,
    draw: RowDraw,
    drawable: Uint32Array,
  ) {
    this.#draw = draw;
    this.#drawable = drawable;
  }

  static *open(dataset: Dataset, sampling: BagSampling): Turns<Bags> {
    const draw = new RowDraw(dataset);
    return new Bags(dataset, sampling, draw, yield* draw.inOrder());
  }

  /** True where trees leave rows out. */
  get leaveOut(): boolean {
    return this.sampling.bootstrap || this.sampling.rowSample < 1;
  }

  bagOf(tree: number): Bag {
    return atOnce(this.#bagInTurns(tree));
  }

  *#bagInTurns(tree: number): Turns<Bag> {
    if (!this.leaveOut) return { rows: allRows(this.dataset.rowCount), counts: null };
    const key = randomBits(this.sampling.seed, Purpose.TreeRows, tree);
    if (this.sampling.bootstrap) return yield* this.#drawWithReplacement(key);
    return { rows: yield* this.#draw.chosen(key, this.sampling.rowSample), counts: null };
  }

  /** The rows that a tree did not see, ascending. */
  rowsOutOf(tree: number): Uint32Array {
    const isOut = new Uint8Array(this.dataset.rowCount).fill(1);
    for (const row of this.bagOf(tree).rows) isOut[row] = 0;
    return allRows(this.dataset.rowCount).filter((row) => isOut[row] === 1);
  }

  sampleOf(tree: number, pacer: Pacer): Promise<TreeSample> {
    return inTurns(this.#sampleInTurns(tree), pacer);
  }

  *#sampleInTurns(tree: number): Turns<TreeSample> {
    const { target, columns } = this.dataset;
    const { rows, counts } = yield* this.#bagInTurns(tree);
    const { seed, columnShare } = this.sampling;
    const draw = treeDraw(seed, tree, columnCount(columnShare, columns.length), columns.length);
    return { rows, target: { ...target, weights: yield* timesDrawn(target.weights, counts) }, draw };
  }

  *#drawWithReplacement(key: number): Turns<Bag> {
    const drawable = this.#drawable;
    const counts = new Uint32Array(this.dataset.rowCount);
    const draws = Math.max(1, Math.round(this.sampling.rowSample * drawable.length));
    yield* turnsOver(draws, (start, end) => {
      for (let draw = start; draw < end; draw++) {
        counts[drawable[Math.floor((randomBits(key, draw) * drawable.length) / 2 ** 32)]]++;
      }
    });
    const all = this.#draw.drawable;
    const rows = new Uint32Array(all.length);
    let drawn = 0;
    yield* turnsOver(all.length, (start, end) => {
      for (let i = start; i < end; i++) if (counts[all[i]] > 0) rows[drawn++] = all[i];
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
