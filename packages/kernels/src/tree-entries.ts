import type { Arena } from "./arena.ts";
import { NO_RUN } from "./generated/tree-layout.ts";
import type { TreeShape } from "./tree-task.ts";

/**
 * The data as trees read it, which rooms share: the entries of all rows in the order of each feature. Where thresholds are
 * drawn, numeric features need no order: their values are looked up by row, and one more run has the rows in their own order.
 */
export class TreeEntries {
  readonly entries: Uint32Array;
  /** Places from one run to the next. */
  readonly stride: number;
  /** By feature; `NO_RUN` for those without one. */
  readonly runNumbers: Uint32Array;
  /** By feature: 1 for categories. */
  readonly kinds: Uint8Array;
  /**
   * By row and feature; empty where no thresholds are drawn. A row's values stand together: so those of a small node are
   * few lines of the processor's caches, and stay there while its subtree grows.
   */
  readonly values: Float64Array;
  /** The number of the run of all rows; only where thresholds are drawn. */
  readonly rowsRun: number;
  readonly #rowCount: number;

  constructor(arena: Arena, shape: TreeShape) {
    const { rowCount, categories, drawsThresholds } = shape;
    this.#rowCount = rowCount;
    this.stride = strideOf(rowCount);
    this.entries = arena.uint32(entriesLength(shape));
    this.runNumbers = arena.uint32(categories.length);
    this.kinds = arena.uint8(categories.length);
    this.values = arena.float64(valuesLength(shape));
    let runs = 0;
    for (const [feature, count] of categories.entries()) {
      this.kinds[feature] = count > 0 ? 1 : 0;
      this.runNumbers[feature] = hasRun(shape, feature) ? runs++ : NO_RUN;
    }
    this.rowsRun = runs;
    if (!drawsThresholds) return;
    const rows = this.#run(runs);
    for (let row = 0; row < rowCount; row++) rows[row] = row;
  }

  static byteLengths(shape: TreeShape): number[] {
    const featureCount = shape.categories.length;
    return [4 * entriesLength(shape), 4 * featureCount, featureCount, 8 * valuesLength(shape)];
  }

  /**
   * The feature's run, to be filled: rows in ascending order of value or code, missing ones last, with `NEW` and `MISSING`.
   * Null for a feature that has its values set instead.
   */
  of(feature: number): Uint32Array | null {
    const number = this.runNumbers[feature];
    return number === NO_RUN ? null : this.#run(number);
  }

  /** Takes the values of a feature without a run, NaN where missing. */
  setValues(feature: number, values: ArrayLike<number>): void {
    const { length } = this.kinds;
    for (let row = 0; row < this.#rowCount; row++) this.values[row * length + feature] = values[row];
  }

  #run(number: number): Uint32Array {
    return this.entries.subarray(number * this.stride, number * this.stride + this.#rowCount);
  }
}

function hasRun({ categories, drawsThresholds }: TreeShape, feature: number): boolean {
  return !drawsThresholds || categories[feature] > 0;
}

/** Numbers in all runs together. */
export function entriesLength(shape: TreeShape): number {
  const { categories, rowCount, drawsThresholds } = shape;
  const runs = categories.filter((_, feature) => hasRun(shape, feature)).length + (drawsThresholds ? 1 : 0);
  return strideOf(rowCount) * runs;
}

function valuesLength({ categories, rowCount, drawsThresholds }: TreeShape): number {
  return drawsThresholds ? rowCount * categories.length : 0;
}

/** An entry more than there are rows: a loop without branches writes one too many. */
export function strideOf(rowCount: number): number {
  return 4 * Math.ceil((rowCount + 1) / 4);
}
