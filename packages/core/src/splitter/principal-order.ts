import { POWER_ROUNDS } from "@cambium/kernels";
import { square } from "../util/square.ts";
import type { CategoryTally } from "./category-tally.ts";

/**
 * The categories of a node by their place on the first principal axis of their class shares, each category with its
 * weight. Ties go to the lowest code. The power method finds the axis and starts at the class whose share varies most. The number of
 * rounds is fixed, and each has a fixed order, so that the same counts give the same order.
 */
export function principalOrder(tally: CategoryTally): number[] {
  const shares = new CentredShares(tally);
  const variances = shares.variances();
  let axis = new Float64Array(variances.length);
  axis[variances.indexOf(variances.reduce((most, variance) => Math.max(most, variance), 0))] = 1;
  for (let round = 0; round < POWER_ROUNDS; round++) axis = shares.turn(axis);
  const place = new Map(tally.present.map((code) => [code, shares.place(code, axis)]));
  return [...tally.present].sort((a, b) => (place.get(a) as number) - (place.get(b) as number) || a - b);
}

/** By how much the class shares of each category differ from those of the node. */
class CentredShares {
  readonly #classes: number;
  /** The share of each class among the present rows. */
  readonly #mean: Float64Array;
  readonly #total: number;

  constructor(private readonly tally: CategoryTally) {
    const { present, records, width } = tally;
    const sums = new Float64Array(width);
    for (const code of present) for (let k = 0; k < width; k++) sums[k] += records[code * width + k];
    this.#classes = width - 1;
    this.#total = sums[width - 1];
    this.#mean = sums.subarray(0, -1).map((weight) => weight / this.#total);
  }

  /** How much the share of each class varies between the categories. */
  variances(): Float64Array {
    const variances = new Float64Array(this.#classes);
    for (const code of this.tally.present) {
      const weight = this.#weight(code);
      for (let k = 0; k < variances.length; k++) variances[k] += weight * square(this.#difference(code, k));
    }
    return variances;
  }

  /** The covariance of the shares, applied to a vector, and made as long as 1. */
  turn(axis: Float64Array): Float64Array<ArrayBuffer> {
    const turned = new Float64Array(axis.length);
    for (const code of this.tally.present) {
      const along = this.#weight(code) * this.place(code, axis);
      for (let k = 0; k < turned.length; k++) turned[k] += along * this.#difference(code, k);
    }
    const length = Math.sqrt(turned.reduce((sum, x) => sum + square(x), 0));
    return length > 0 ? turned.map((x) => x / length) : Float64Array.from(axis);
  }

  /** Where a category stands on an axis. */
  place(code: number, axis: Float64Array): number {
    let place = 0;
    for (let k = 0; k < axis.length; k++) place += this.#difference(code, k) * axis[k];
    return place;
  }

  /** A category's share of the weight of all rows. */
  #weight(code: number): number {
    return this.tally.records[code * this.tally.width + this.#classes] / this.#total;
  }

  /** 0 for a category without weight: it may go anywhere. */
  #difference(code: number, k: number): number {
    const { records, width } = this.tally;
    const weight = records[code * width + width - 1];
    return weight > 0 ? records[code * width + k] / weight - this.#mean[k] : 0;
  }
}
