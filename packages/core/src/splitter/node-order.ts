import { type Turns, turnsOver } from "../util/turns.ts";
import type { WeightedRows } from "./weighted-rows.ts";

/**
 * A node's rows in the order of a column, ascending, without those that have no value. A large node is read
 * off the order of all rows, a small one sorts the positions that its rows have there: less than n · log n a level.
 */
export class NodeOrder {
  /** By row the weight that it has in the node; 0 outside. */
  readonly weights: Float64Array;
  readonly #orders = new Map<number, Order>();
  /** Of the node. */
  #rows: Uint32Array = new Uint32Array(0);

  constructor(rowCount: number) {
    this.weights = new Float64Array(rowCount);
  }

  /** Adds a column while the root is entered. `all` has the rows of the dataset, ascending by value. */
  *add(feature: number, values: ArrayLike<number>, all: Uint32Array): Turns<void> {
    const sorted = new Uint32Array(this.#rows.length);
    const position = new Uint32Array(this.weights.length).fill(NO_VALUE);
    let count = 0;
    yield* turnsOver(all.length, (start, end) => {
      for (let i = start; i < end; i++) {
        if (this.weights[all[i]] === 0 || Number.isNaN(values[all[i]])) continue;
        position[all[i]] = count;
        sorted[count++] = all[i];
      }
    });
    this.#orders.set(feature, { sorted: sorted.slice(0, count), position });
  }

  *enter({ rows, weights }: WeightedRows): Turns<void> {
    const before = this.#rows;
    yield* turnsOver(before.length, (start, end) => {
      for (let i = start; i < end; i++) this.weights[before[i]] = 0;
    });
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) this.weights[rows[i]] = weights[i];
    });
    this.#rows = rows;
  }

  /** Of all rows of the root. */
  rootBy(feature: number): Uint32Array {
    return (this.#orders.get(feature) as Order).sorted;
  }

  *rowsBy(feature: number): Turns<Uint32Array> {
    const order = this.#orders.get(feature) as Order;
    const { length } = this.#rows;
    if (length * Math.max(1, 31 - Math.clz32(length)) < order.sorted.length) return this.#sortPositions(order);
    const rows = new Uint32Array(length);
    let count = 0;
    yield* turnsOver(order.sorted.length, (start, end) => {
      count = readOff(order.sorted.subarray(start, end), this.weights, rows, count);
    });
    return rows.subarray(0, count);
  }

  /** For few rows: no loop over all rows. */
  #sortPositions({ sorted, position }: Order): Uint32Array {
    const rows = this.#rows;
    const positions = new Uint32Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const at = position[rows[i]];
      if (at !== NO_VALUE) positions[count++] = at;
    }
    const known = positions.subarray(0, count).sort();
    for (let i = 0; i < count; i++) known[i] = sorted[known[i]];
    return known;
  }
}

/** Appends those of the rows that are in the node, and returns how many there are then. The loop takes half as long outside of a generator. */
function readOff(from: Uint32Array, weights: Float64Array, to: Uint32Array, count: number): number {
  let end = count;
  for (let i = 0; i < from.length; i++) if (weights[from[i]] > 0) to[end++] = from[i];
  return end;
}

interface Order {
  /** The rows of the root that have a value, ascending. */
  readonly sorted: Uint32Array;
  /** The place of each row in `sorted`, or NO_VALUE. */
  readonly position: Uint32Array;
}

const NO_VALUE = 0xffffffff;
