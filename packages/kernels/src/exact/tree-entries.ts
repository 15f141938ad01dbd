import type { Arena } from "../arena/arena.ts";
import { type ListsOf, listBytes, takeLists } from "../arena/arena-lists.ts";
import { CoarseSlot, LACKING, MOST_COARSE, NO_RUN } from "../generated/tree-layout.ts";
import type { TreeShape } from "./tree-task.ts";

/**
 * The data as trees read it, which rooms share: the entries of all rows in the order of each feature. Where thresholds are
 * drawn, numeric features need no order: their values are looked up by row, and one more run has the rows in their own order.
 */
export class TreeEntries {
  /** By the slots of a tree that they are for. */
  readonly lists: ListsOf<ReturnType<typeof listsOf>>;
  /** Places from one run to the next. */
  readonly stride: number;
  /** The number of the run of all rows; only where thresholds are drawn. */
  readonly rowsRun: number;
  readonly #rowCount: number;

  constructor(arena: Arena, shape: TreeShape) {
    const { rowCount, categories, drawsThresholds } = shape;
    this.#rowCount = rowCount;
    this.stride = strideOf(rowCount);
    this.lists = takeLists(arena, listsOf(shape));
    let runs = 0;
    for (const [feature, count] of categories.entries()) {
      this.lists.kinds[feature] = count > 0 ? 1 : 0;
      this.lists.runNumbers[feature] = hasRun(shape, feature) ? runs++ : NO_RUN;
    }
    this.rowsRun = runs;
    if (!drawsThresholds) return;
    const rows = this.#run(runs);
    for (let row = 0; row < rowCount; row++) rows[row] = row;
  }

  static byteLengths(shape: TreeShape): number[] {
    return listBytes(listsOf(shape));
  }

  /**
   * The feature's run, to be filled: rows in ascending order of value or code, missing ones last, with `NEW` and `MISSING`.
   * Null for a feature that has its values set instead.
   */
  of(feature: number): Uint32Array | null {
    const number = this.lists.runNumbers[feature];
    return number === NO_RUN ? null : this.#run(number);
  }

  /** Takes the values of a feature without a run, NaN where missing. */
  setValues(feature: number, values: ArrayLike<number>): void {
    const rowCount = this.#rowCount;
    const [low, scale] = stepsOf(values);
    const { kinds, values: allValues, coarse: allCoarse, coarseFacts } = this.lists;
    const { length } = kinds;
    const valueBy = new Float64Array(MOST_COARSE + 1).fill(Number.NaN);
    let isExact = true;
    let hasMissing = false;
    for (let row = 0; row < rowCount; row++) {
      const value = values[row];
      const coarse = coarseOf(value, low, scale);
      allValues[row * length + feature] = value;
      allCoarse[row * length + feature] = coarse;
      if (coarse === LACKING) hasMissing = true;
      else if (Number.isNaN(valueBy[coarse])) valueBy[coarse] = value;
      else if (valueBy[coarse] !== value) isExact = false;
    }
    const facts = coarseFacts.subarray(feature * CoarseSlot.size);
    facts[CoarseSlot.low] = low;
    facts[CoarseSlot.scale] = scale;
    facts[CoarseSlot.isExact] = Number(isExact);
    facts[CoarseSlot.hasMissing] = Number(hasMissing);
  }

  #run(number: number): Uint32Array {
    return this.lists.base.subarray(number * this.stride, number * this.stride + this.#rowCount);
  }
}

function listsOf(shape: TreeShape) {
  const { rowCount, categories, drawsThresholds } = shape;
  const values = drawsThresholds ? rowCount * categories.length : 0;
  return {
    // Of all rows, in the order of each feature.
    base: [Uint32Array, entriesLength(shape)],
    // By feature; `NO_RUN` for those without one.
    runNumbers: [Uint32Array, categories.length],
    // By feature: 1 for categories.
    kinds: [Uint8Array, categories.length],
    // By row and feature; empty where no thresholds are drawn.
    values: [Float64Array, values],
    // Coarse values by row and feature. Those of a row stand together, in a cache line or two, and decide most comparisons: they stay
    // in the processor's caches where the values would not.
    coarse: [Uint16Array, values],
    // A `CoarseSlot` by feature.
    coarseFacts: [Float64Array, CoarseSlot.size * categories.length],
  } as const;
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

/** An entry more than there are rows: a loop without branches writes one too many. */
export function strideOf(rowCount: number): number {
  return 4 * Math.ceil((rowCount + 1) / 4);
}

/** The least finite value, and what the distance from it is multiplied by. */
function stepsOf(values: ArrayLike<number>): [low: number, scale: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const scale = MOST_COARSE / (high - low);
  return high > low && Number.isFinite(scale) ? [low, scale] : [0, 0];
}

/** The kernel finds the coarse value of a threshold by the same steps: none of them turns an order around. */
function coarseOf(value: number, low: number, scale: number): number {
  if (Number.isNaN(value)) return LACKING;
  const steps = (value - low) * scale;
  if (steps >= MOST_COARSE) return MOST_COARSE;
  return steps > 0 ? Math.floor(steps) : 0;
}
