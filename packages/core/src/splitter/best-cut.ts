import type { Criterion } from "../criterion/criterion.ts";
import { CambiumError } from "../util/cambium-error.ts";
import type { Split } from "./split.ts";
import { NO_BOUNDS, type ValueBounds } from "./value-bounds.ts";

/**
 * Keeps the best of the splits that are offered to it. An offer is the record of the rows that would go left, without those that have no
 * value. It is tried with the missing values on the left, then on the right, and replaces the best only if it gains more.
 */
export class BestCut {
  gain = 0;
  /** What the caller passed with the winning offer. */
  position = 0;
  missingLeft = false;
  #leftRows = 0;
  /** [parent, left, right], one record each; left and right are the last ones tried. */
  readonly #records: Float64Array;
  /** The children of the winner. */
  readonly #children: Float64Array;
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
    this.#children = new Float64Array(2 * width);
    this.#missing = new Float64Array(width);
  }

  /** Begins with a node of `rows` rows; `missing` is the record of those of them that have no value. */
  begin(parent: Float64Array, rows: number, missing: Float64Array, missingRows: number): void {
    this.#records.set(parent);
    this.#rows = rows;
    this.#missing = missing;
    this.#missingRows = missingRows;
    this.gain = 0;
  }

  /** From now on: what leaves may say, and which of the children's values is the larger one, as `gainWithin` has it. */
  hold(bounds: ValueBounds = NO_BOUNDS, direction = 0): void {
    this.#bounds = bounds;
    this.#direction = direction;
  }

  offer(left: Float64Array, leftRows: number, position: number): void {
    if (this.#missingRows > 0) this.offerSide(left, leftRows, position, true);
    this.offerSide(left, leftRows, position, false);
  }

  /** With the missing values on this side only. `known` is what the split gains, where that does not follow from the records. */
  offerSide(left: Float64Array, leftRows: number, position: number, missingLeft: boolean, known?: number): void {
    const { criterion, width } = this;
    if (!this.#part(left, leftRows, missingLeft)) return;
    if (this.gain > 0 && criterion.gainBound && criterion.gainBound(this.#records, width, width) <= this.gain) return;
    const gain = known ?? this.#gainOfParts(leftRows, missingLeft);
    if (!(gain > this.gain)) return;
    this.gain = gain;
    this.position = position;
    this.missingLeft = missingLeft;
    this.#leftRows = missingLeft ? leftRows + this.#missingRows : leftRows;
    for (let k = 0; k < 2 * width; k++) this.#children[k] = this.#records[width + k];
  }

  /** Offers to part all values from those that are missing, if there are any. Such a split has no direction. */
  offerPresent(left: Float64Array, leftRows: number, position: number): void {
    this.#direction = 0;
    if (this.#missingRows > 0) this.offerSide(left, leftRows, position, false);
  }

  /** What a split gains, whether or not it is the best; null where one of its sides has too little. */
  gainOf(left: Float64Array, leftRows: number, missingLeft: boolean): number | null {
    return this.#part(left, leftRows, missingLeft) ? this.#gainOfParts(leftRows, missingLeft) : null;
  }

  /** The records of both sides of the split that was tried last. */
  get triedChildren(): Float64Array {
    return this.#records.slice(this.width);
  }

  /** Which child of the best split has more weight: values go there that the node does not have. */
  get heavier(): 0 | 1 {
    return heavierChild(this.criterion, this.#children);
  }

  /** The best split, by its test. */
  found(feature: number, kind: Split["kind"], threshold: number, categories: Uint32Array): Split {
    const learned = this.missingLeft ? 0 : 1;
    return {
      kind,
      feature,
      gain: this.gain,
      threshold,
      categories,
      missingChild: this.#missingRows > 0 ? learned : this.heavier,
      childStats: this.#children.slice(),
      childRows: [this.#leftRows, this.#rows - this.#leftRows],
    };
  }

  /** Writes the records of both sides; false where one of them has too little. */
  #part(left: Float64Array, leftRows: number, missingLeft: boolean): boolean {
    const rows = missingLeft ? leftRows + this.#missingRows : leftRows;
    if (rows < this.minRowsLeaf || this.#rows - rows < this.minRowsLeaf) return false;
    const { width } = this;
    const records = this.#records;
    for (let k = 0; k < width; k++) {
      records[width + k] = missingLeft ? left[k] + this.#missing[k] : left[k];
      records[2 * width + k] = records[k] - records[width + k];
    }
    return records[2 * width - 1] >= this.minChildWeight && records[3 * width - 1] >= this.minChildWeight;
  }

  #gainOfParts(leftRows: number, missingLeft: boolean): number {
    const { criterion, width } = this;
    const records = this.#records;
    // A split of all values from those that are missing has no direction.
    const direction = missingLeft || leftRows + this.#missingRows < this.#rows ? this.#direction : 0;
    const isFree = this.#bounds === NO_BOUNDS && direction === 0;
    const gain =
      isFree || criterion.gainWithin === undefined
        ? criterion.gain(records, 0, width, 2, width)
        : criterion.gainWithin(records, width, width, this.#bounds, direction);
    if (!Number.isNaN(gain)) return gain;
    throw new CambiumError("bad-option", `criterion "${criterion.name}" gives a gain that is not a number`);
  }
}

/** Where a value goes that the node never saw: to the child of more weight; a tie goes to the first. */
export function heavierChild(criterion: Criterion, records: Float64Array): 0 | 1 {
  const width = records.length / 2;
  return criterion.cover(records, 0, width) >= criterion.cover(records, width, width) ? 0 : 1;
}
