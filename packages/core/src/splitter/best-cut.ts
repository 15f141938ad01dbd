import type { Criterion } from "../criterion/criterion.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { NO_BOUNDS, type ValueBounds } from "./value-bounds.ts";

/**
 * Keeps the best of the cuts that are offered to it. An offer is a record of what would go left, missing values aside; it
 * is tried with the missing values on the left, then on the right, and replaces the best only if it gains more.
 */
export class BestCut {
  gain = 0;
  /** What the caller passed with the winning offer. */
  position = 0;
  missingLeft = false;
  leftRows = 0;
  /** [parent, left, right], one record each; left and right are the last ones tried. */
  readonly #records: Float64Array;
  readonly #left: Float64Array;
  #missing: Float64Array;
  #missingRows = 0;
  #rows = 0;
  #bounds: ValueBounds = NO_BOUNDS;
  #direction = 0;

  constructor(
    private readonly criterion: Criterion,
    private readonly width: number,
    private readonly minRowsLeaf: number,
    private readonly minChildWeight: number,
  ) {
    this.#records = new Float64Array(3 * width);
    this.#left = new Float64Array(width);
    this.#missing = new Float64Array(width);
  }

  /** The left record of the winner. */
  get left(): Float64Array {
    return this.#left;
  }

  /** Begins with a node of `rows` rows; `missing` is the record of those of them that have no value. */
  begin(parent: Float64Array, rows: number, missing: Float64Array, missingRows: number): void {
    this.#records.set(parent);
    this.#rows = rows;
    this.#missing = missing;
    this.#missingRows = missingRows;
    this.gain = 0;
  }

  /** From the next node on: what leaves may say, and which of the children's values is the larger one, as `gainWithin` has it. */
  hold(bounds: ValueBounds = NO_BOUNDS, direction = 0): void {
    this.#bounds = bounds;
    this.#direction = direction;
  }

  offer(left: Float64Array, leftRows: number, position: number): void {
    if (this.#missingRows > 0) this.offerWithMissing(left, leftRows, position);
    this.offerWithoutMissing(left, leftRows, position);
  }

  /** With the missing values on the left only. */
  offerWithMissing(left: Float64Array, leftRows: number, position: number): void {
    this.#try(left, leftRows + this.#missingRows, position, true);
  }

  /** With the missing values on the right only. */
  offerWithoutMissing(left: Float64Array, leftRows: number, position: number): void {
    this.#try(left, leftRows, position, false);
  }

  /** Writes the records of both sides; false where one of them has too little. */
  #part(left: Float64Array, leftRows: number, missingLeft: boolean): boolean {
    if (leftRows < this.minRowsLeaf || this.#rows - leftRows < this.minRowsLeaf) return false;
    const { width } = this;
    const records = this.#records;
    for (let k = 0; k < width; k++) {
      records[width + k] = missingLeft ? left[k] + this.#missing[k] : left[k];
      records[2 * width + k] = records[k] - records[width + k];
    }
    return records[2 * width - 1] >= this.minChildWeight && records[3 * width - 1] >= this.minChildWeight;
  }

  #try(left: Float64Array, leftRows: number, position: number, missingLeft: boolean): void {
    if (!this.#part(left, leftRows, missingLeft)) return;
    const { criterion, width } = this;
    const records = this.#records;
    if (this.gain > 0 && criterion.gainBound && criterion.gainBound(records, width, width) <= this.gain) return;
    // Parting all that have a value from those that have none is in nobody's order.
    const isOrdered = missingLeft || leftRows + this.#missingRows < this.#rows;
    const gain = this.#gainOf(records, width, isOrdered ? this.#direction : 0);
    if (!(gain > this.gain)) {
      if (!Number.isNaN(gain)) return;
      throw new CambiumError("bad-option", `criterion "${criterion.name}" gives a gain that is not a number`);
    }
    this.gain = gain;
    this.position = position;
    this.missingLeft = missingLeft;
    this.leftRows = leftRows;
    for (let k = 0; k < width; k++) this.#left[k] = records[width + k];
  }

  #gainOf(records: Float64Array, width: number, direction: number): number {
    const { criterion } = this;
    const isFree = this.#bounds === NO_BOUNDS && direction === 0;
    return isFree || criterion.gainWithin === undefined
      ? criterion.gain(records, 0, width, 2, width)
      : criterion.gainWithin(records, width, width, this.#bounds, direction);
  }
}
