import { type Turns, turnsOver } from "../util/turns.ts";
import type { WeightedRows } from "./weighted-rows.ts";

/**
 * The places of a node's rows in the order of a column, ascending, without those that have no value. A large node is read
 * off the order of all rows, a small one sorts the positions that its rows have there: less than n · log n a level.
 */
export class NodeOrder {
  readonly #orders = new Map<number, Order>();
  /** Place in the node + 1 of every row; 0 of the others. */
  readonly #place: Uint32Array;
  #items: WeightedRows = { rows: new Uint32Array(0), weights: new Float64Array(0) };

  constructor(rowCount: number) {
    this.#place = new Uint32Array(rowCount);
  }

  /** `sorted` has the rows of the dataset that have a value, ascending. */
  *add(feature: number, sorted: Uint32Array): Turns<void> {
    const position = new Uint32Array(this.#place.length).fill(NO_VALUE);
    yield* turnsOver(sorted.length, (start, end) => {
      for (let i = start; i < end; i++) position[sorted[i]] = i;
    });
    this.#orders.set(feature, { sorted, position });
  }

  *enter(items: WeightedRows): Turns<void> {
    const { rows: before } = this.#items;
    yield* turnsOver(before.length, (start, end) => {
      for (let i = start; i < end; i++) this.#place[before[i]] = 0;
    });
    yield* turnsOver(items.rows.length, (start, end) => {
      for (let i = start; i < end; i++) this.#place[items.rows[i]] = i + 1;
    });
    this.#items = items;
  }

  *placesBy(feature: number): Turns<Uint32Array> {
    const order = this.#orders.get(feature) as Order;
    const { length } = this.#items.rows;
    if (length * Math.max(1, 31 - Math.clz32(length)) < order.sorted.length) return this.#sortPositions(order);
    const places = new Uint32Array(length);
    let count = 0;
    yield* turnsOver(order.sorted.length, (start, end) => {
      count = readOff(order.sorted.subarray(start, end), this.#place, places, count);
    });
    return places.subarray(0, count);
  }

  /** For few rows: no loop over all rows. */
  #sortPositions({ sorted, position }: Order): Uint32Array {
    const { rows } = this.#items;
    const place = this.#place;
    const places = new Uint32Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const at = position[rows[i]];
      if (at !== NO_VALUE) places[count++] = at;
    }
    const known = places.subarray(0, count).sort();
    for (let i = 0; i < count; i++) known[i] = place[sorted[known[i]]] - 1;
    return known;
  }
}

/** Appends the places of those rows that are in the node, and returns how many there are then. The loop takes half as long outside of a generator. */
function readOff(rows: Uint32Array, placeOf: Uint32Array, places: Uint32Array, count: number): number {
  let end = count;
  for (let i = 0; i < rows.length; i++) {
    const place = placeOf[rows[i]];
    if (place > 0) places[end++] = place - 1;
  }
  return end;
}

interface Order {
  /** The rows that have a value, ascending. */
  readonly sorted: Uint32Array;
  /** The place of each row in `sorted`, or NO_VALUE. */
  readonly position: Uint32Array;
}

const NO_VALUE = 0xffffffff;
