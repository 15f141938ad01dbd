import { createPacer } from "@cambium/kernels";
import type { ClassLabel, Target } from "../dataset/target.ts";
import { askInTurns } from "../model/async-twins.ts";
import type { ClassificationModel, Model } from "../model/model.ts";
import type { TableLike } from "../table/table-like.ts";
import type { AbortSignalLike } from "../util/check-options.ts";
import { forRanges } from "../util/ranges.ts";

export interface HeldOutClasses {
  /** As they were in the target; null for a row that was never held out. */
  readonly predicted: readonly (ClassLabel | null)[];
  readonly classes: readonly ClassLabel[];
  /** Row after row, one number per class; NaN for a row that was never held out. */
  readonly probabilities: Float64Array;
}

export interface HeldOutNumbers {
  /** NaN for a row that was never held out. */
  readonly predicted: Float64Array;
}

/** What each row of the table was predicted by the model that had not seen it; of several such models the last one. */
export type HeldOutPredictions<M extends Model> = M extends ClassificationModel ? HeldOutClasses : HeldOutNumbers;

/** Gathers the predictions of all folds in the order of the table. */
export class HeldOutRows {
  readonly #classes: readonly ClassLabel[];
  readonly #labels: (ClassLabel | null)[];
  readonly #numbers: Float64Array;

  /** The target is that of the whole table. */
  constructor(
    private readonly target: Target,
    rowCount: number,
  ) {
    this.#classes = target.task === "classification" ? target.classes : [];
    this.#labels = new Array<ClassLabel | null>(this.#classes.length === 0 ? 0 : rowCount).fill(null);
    this.#numbers = new Float64Array(rowCount * Math.max(1, this.#classes.length)).fill(Number.NaN);
  }

  /** `places` are those of the rows in the whole table. */
  async add(model: Model, rows: TableLike, places: Uint32Array, signal?: AbortSignalLike): Promise<void> {
    // Folds have the threads that there are.
    const run = { threads: 1, ...(signal && { signal }) };
    const pacer = createPacer(signal);
    const forRows = (visit: (row: number, place: number) => void) =>
      forRanges(places.length, pacer, (start, end) => {
        for (let row = start; row < end; row++) visit(row, places[row]);
      });
    if (model.task === "regression") {
      const predicted = await askInTurns(model, model.predict, rows, run);
      return forRows((row, place) => {
        this.#numbers[place] = predicted[row];
      });
    }
    const predicted = await askInTurns(model, model.predict, rows, run);
    const probabilities = await askInTurns(model, model.predictProbability, rows, run);
    const width = model.classes.length;
    // A fold of one's own need not have all classes to learn from: what it has not learned, it gives no chance.
    const columns = this.#classes.map((label) => model.classes.indexOf(label));
    return forRows((row, place) => {
      this.#labels[place] = predicted[row];
      for (const [k, column] of columns.entries()) {
        this.#numbers[place * columns.length + k] = column < 0 ? 0 : probabilities[row * width + column];
      }
    });
  }

  predictions(): HeldOutClasses | HeldOutNumbers {
    if (this.target.task === "regression") return { predicted: this.#numbers };
    return { predicted: this.#labels, classes: this.#classes, probabilities: this.#numbers };
  }
}
