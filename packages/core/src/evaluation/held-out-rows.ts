import { createPacer } from "@cambium/kernels";
import type { ClassLabel, Target } from "../dataset/target.ts";
import { askInTurns } from "../model/async-twins.ts";
import type { ClassificationModel, Model } from "../model/model.ts";
import type { PredictInput } from "../predict/encode-table.ts";
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
    const predict: (rows: PredictInput) => ArrayLike<ClassLabel> = model.predict;
    const predicted = await askInTurns(model, predict, rows, run);
    const isOfClasses = model.task === "classification";
    const asked = isOfClasses ? await askInTurns(model, model.predictProbability, rows, run) : predicted;
    const numbers = asked as ArrayLike<number>;
    // A fold of one's own need not have all classes to learn from: what it has not learned, it gives no chance.
    const columns = isOfClasses ? this.#classes.map((label) => model.classes.indexOf(label)) : [0];
    const width = isOfClasses ? model.classes.length : 1;
    await forRanges(places.length, createPacer(signal), (start, end) => {
      for (let row = start; row < end; row++) {
        if (isOfClasses) this.#labels[places[row]] = predicted[row];
        for (let k = 0; k < columns.length; k++) {
          this.#numbers[places[row] * columns.length + k] = columns[k] < 0 ? 0 : numbers[row * width + columns[k]];
        }
      }
    });
  }

  predictions(): HeldOutClasses | HeldOutNumbers {
    if (this.target.task === "regression") return { predicted: this.#numbers };
    return { predicted: this.#labels, classes: this.#classes, probabilities: this.#numbers };
  }
}
