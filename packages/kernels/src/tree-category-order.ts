import { POWER_ROUNDS, TreeSlot } from "./generated/tree-layout.ts";
import type { TreeJob } from "./tree-job.ts";

/** Sorts the categories of the node by their keys, of equals the lowest first. */
export function sortByKeys(job: TreeJob, count: number): void {
  const { f64, u32 } = job.heap;
  const keys = job.get(TreeSlot.keys) / 8;
  const order = job.get(TreeSlot.order) / 4;
  for (let place = 0; place < count; place++) u32[order + place] = place;
  u32.subarray(order, order + count).sort((a, b) => f64[keys + a] - f64[keys + b] || a - b);
}

/** Sorts the categories by their place on the first principal axis of their class shares: `principalOrder` of core. */
export function principalOrder(job: TreeJob, count: number): void {
  const axes = new PrincipalAxis(job, count);
  for (let round = 0; round < POWER_ROUNDS; round++) axes.turn();
  const keys = job.get(TreeSlot.keys) / 8;
  for (let category = 0; category < count; category++) job.heap.f64[keys + category] = axes.placeOf(category);
  sortByKeys(job, count);
}

class PrincipalAxis {
  readonly #f64: Float64Array;
  readonly #classes: number;
  /** Places in `#f64`: the mean share of each class, the axis, and the axis as it is turned. */
  readonly #mean: number;
  readonly #axis: number;
  readonly #turned: number;
  readonly #total: number;

  constructor(
    private readonly job: TreeJob,
    private readonly count: number,
  ) {
    this.#f64 = job.heap.f64;
    this.#classes = job.get(TreeSlot.classes);
    this.#mean = job.get(TreeSlot.axes) / 8;
    this.#axis = this.#mean + this.#classes;
    this.#turned = this.#axis + this.#classes;
    this.#total = this.#findMean();
    this.#begin();
  }

  #findMean(): number {
    const f64 = this.#f64;
    f64.fill(0, this.#mean, this.#mean + this.#classes);
    let total = 0;
    for (let category = 0; category < this.count; category++) {
      const record = this.job.recordOf(category);
      for (let k = 0; k < this.#classes; k++) f64[this.#mean + k] += f64[record + k];
      total += f64[record + this.#classes];
    }
    for (let k = 0; k < this.#classes; k++) f64[this.#mean + k] /= total;
    return total;
  }

  /** Begins with the class whose share varies most. */
  #begin(): void {
    let most = 0;
    let widest = 0;
    for (let k = 0; k < this.#classes; k++) {
      let variance = 0;
      for (let category = 0; category < this.count; category++) {
        const d = this.#difference(category, k);
        variance += this.#weight(category) * (d * d);
      }
      this.#f64[this.#axis + k] = 0;
      if (!(variance > most)) continue;
      most = variance;
      widest = k;
    }
    this.#f64[this.#axis + widest] = 1;
  }

  /** Applies the covariance of the shares to the axis, and makes it as long as 1. */
  turn(): void {
    const f64 = this.#f64;
    f64.fill(0, this.#turned, this.#turned + this.#classes);
    for (let category = 0; category < this.count; category++) {
      const along = this.#weight(category) * this.placeOf(category);
      for (let k = 0; k < this.#classes; k++) f64[this.#turned + k] += along * this.#difference(category, k);
    }
    let squares = 0;
    for (let k = 0; k < this.#classes; k++) squares += f64[this.#turned + k] * f64[this.#turned + k];
    const length = Math.sqrt(squares);
    if (!(length > 0)) return;
    for (let k = 0; k < this.#classes; k++) f64[this.#axis + k] = f64[this.#turned + k] / length;
  }

  /** Where a category stands on the axis. */
  placeOf(category: number): number {
    let place = 0;
    for (let k = 0; k < this.#classes; k++) place += this.#difference(category, k) * this.#f64[this.#axis + k];
    return place;
  }

  /** A category's share of the weight of all rows. */
  #weight(category: number): number {
    return this.#f64[this.job.recordOf(category) + this.#classes] / this.#total;
  }

  /** 0 for a category without weight: it may go anywhere. */
  #difference(category: number, k: number): number {
    const record = this.job.recordOf(category);
    const weight = this.#f64[record + this.#classes];
    return weight > 0 ? this.#f64[record + k] / weight - this.#f64[this.#mean + k] : 0;
  }
}
