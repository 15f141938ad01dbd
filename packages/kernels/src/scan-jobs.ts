import { scanJobSlots } from "./arena-bytes.ts";
import { ScanSlot, StatsRecord } from "./generated/scan-layout.ts";

/**
 * What one scan reads. All arrays but `parent` are views of the arena that runs the job. `set` copies the fields at
 * once, so one object can be filled again and again for a whole wave.
 */
export interface ScanJob {
  /** Rows in ascending order of their value, the missing ones last; the job's are `start` to `start + count` − 1. */
  order: Uint32Array;
  start: number;
  count: number;
  /** The column by row; NaN is missing. */
  values: Float64Array;
  /** By row. Newton: gradients, a Float64Array. Gini: codes of the classes, an Int32Array. */
  signal: Float64Array | Int32Array;
  /** By row. Newton: hessians. Gini: weights. */
  weights: Float64Array;
  /** The node's statistics record, any array: newton [G, H], gini [w_0, …, w_{K−1}, W]. */
  parent: Float64Array;
  parentAt: number;
  minRowsLeaf: number;
  /** Least weight, or sum of hessians, of either child. */
  minChildWeight: number;
}

/** A list of scans in an arena, and after the run their results. Made by `arena.scanJobs`. */
export class ScanJobs {
  readonly capacity: number;
  /** Numbers in a statistics record. */
  readonly width: number;
  /** Holds every job's left child record, from `leftAt(index)` on. */
  readonly records: Float64Array;
  readonly #stride: number;

  constructor(records: Float64Array, capacity: number, width: number) {
    this.records = records;
    this.capacity = capacity;
    this.width = width;
    this.#stride = scanJobSlots(width);
  }

  set(index: number, job: ScanJob): void {
    this.#check(index, job);
    const { records, width } = this;
    const at = index * this.#stride;
    records[at + ScanSlot.order] = job.order.byteOffset + 4 * job.start;
    records[at + ScanSlot.count] = job.count;
    records[at + ScanSlot.values] = job.values.byteOffset;
    records[at + ScanSlot.signal] = job.signal.byteOffset;
    records[at + ScanSlot.weights] = job.weights.byteOffset;
    records[at + ScanSlot.width] = width;
    records[at + ScanSlot.minRowsLeaf] = Math.max(1, job.minRowsLeaf);
    const parent = at + ScanSlot.size;
    records[at + ScanSlot.minChildWeight] = job.minChildWeight;
    records.fill(0, at + ScanSlot.cursor, parent + StatsRecord.size * width);
    for (let slot = 0; slot < width; slot++) records[parent + slot] = job.parent[job.parentAt + slot];
  }

  /** Gain of the best cut; 0 when there is none, and then the other results mean nothing. */
  gain(index: number): number {
    return this.records[index * this.#stride + ScanSlot.gain];
  }

  /** How many rows with a value go left: the cut lies before `order[start + rows]`. */
  rows(index: number): number {
    return this.records[index * this.#stride + ScanSlot.rows];
  }

  /** True when the rows without a value go left too. */
  missingLeft(index: number): boolean {
    return this.records[index * this.#stride + ScanSlot.missingLeft] === 1;
  }

  leftAt(index: number): number {
    return index * this.#stride + ScanSlot.size + StatsRecord.best * this.width;
  }

  /** For the runner: the job's place in the memory. */
  offsetOf(index: number): number {
    return this.records.byteOffset + 8 * index * this.#stride;
  }

  /** For the runner: 0 for a job that was run. */
  rowsLeft(index: number): number {
    const at = index * this.#stride;
    return this.records[at + ScanSlot.count] - this.records[at + ScanSlot.cursor];
  }

  /** A wrong offset would read another array without a word, so what can be checked cheaply is. */
  #check(index: number, { order, start, count, values, signal, weights }: ScanJob): void {
    const { buffer } = this.records;
    if (!(index >= 0 && index < this.capacity)) {
      throw new RangeError(`cambium: scan job: expected a number below ${this.capacity}, got ${index}`);
    }
    if (!(start >= 0 && count >= 0 && start + count <= order.length)) {
      throw new RangeError(`cambium: scan job: expected rows within ${order.length}, got ${start} to ${start + count}`);
    }
    if (order.buffer !== buffer || values.buffer !== buffer || signal.buffer !== buffer || weights.buffer !== buffer) {
      throw new Error("cambium: scan job: expected arrays of the arena that runs it, got others; take them from it");
    }
  }
}
