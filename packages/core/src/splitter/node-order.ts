import { type Turns, turnsOver } from "../util/turns.ts";

/**
 * The places of a node's rows in the order of a column, ascending, without those that have no value. A large node is read
 * off the order of all rows, a small one sorts the positions that its rows have there: less than n · log n a level.
 */
export class NodeOrder {
  readonly #orders = new Map<number, Order>();
  /** Place in the node + 1 of every row; 0 of the others. */
  readonly #place: Uint32Array;
  /** Of the node. */
  #rows: Uint32Array = new Uint32Array(0);

  constructor(rowCount: number) {
    this.#place = new Uint32Array(rowCount);
  }

  /** Adds a column while the root is entered. `all` has the rows of the dataset, ascending by value. */
  *add(feature: number, values: ArrayLike<number>, all: Uint32Array): Turns<void> {
    const sorted = new Uint32Array(this.#rows.length);
    const position = new Uint32Array(this.#place.length).fill(NO_VALUE);
    let count = 0;
    yield* turnsOver(all.length, (start, end) => {
      for (let i = start; i < end; i++) {
        if (this.#place[all[i]] === 0 || Number.isNaN(values[all[i]])) continue;
        position[all[i]] = count;
        sorted[count++] = all[i];
      }
    });
    this.#orders.set(feature, { sorted: sorted.slice(0, count), position });
  }

  /** The rows of the root that have a value, ascending. */
  sortedBy(feature: number): Uint32Array {
    return this.#orderBy(feature).sorted;
  }

  *enter(rows: Uint32Array): Turns<void> {
    const before = this.#rows;
    yield* turnsOver(before.length, (start, end) => {
      for (let i = start; i < end; i++) this.#place[before[i]] = 0;
    });
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) this.#place[rows[i]] = i + 1;
    });
    this.#rows = rows;
  }

  *placesBy(feature: number): Turns<Uint32Array> {
    const order = this.#orderBy(feature);
    const { length } = this.#rows;
    if (length * Math.max(1, 31 - Math.clz32(length)) < order.sorted.length) return this.#sortPositions(order);
    const places = new Uint32Array(length);
    let count = 0;
    yield* turnsOver(order.sorted.length, (start, end) => {
      count = readOff(order.sorted.subarray(start, end), this.#place, places, count);
    });
    return places.subarray(0, count);
  }

  #orderBy(feature: number): Order {
    return this.#orders.get(feature) as Order;
  }

  /** For few rows: no loop over all rows. */
  #sortPositions({ sorted, position }: Order): Uint32Array {
    const rows = this.#rows;
    const places = new Uint32Array(rows.length);
    let count = 0;
    for (let i = 0; i < rows.length; i++) {
      const at = position[rows[i]];
      if (at !== NO_VALUE) places[count++] = at;
    }
    const known = places.subarray(0, count).sort();
    for (let i = 0; i < count; i++) known[i] = this.#place[sorted[known[i]]] - 1;
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
  /** The rows of the root that have a value, ascending. */
  readonly sorted: Uint32Array;
  /** The place of each row in `sorted`, or NO_VALUE. */
  readonly position: Uint32Array;
}

const NO_VALUE = 0xffffffff;
