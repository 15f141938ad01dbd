import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import { orderInTurns } from "../../util/order-of-values.ts";
import { randomBits } from "../../util/random.ts";
import { allRows } from "../../util/ranges.ts";
import { atOnce, inTurns, type Turns, turnsOver } from "../../util/turns.ts";

const TWO_TO_32 = 2 ** 32;

type Share = number | ((row: number) => number);

/**
 * Rows by chance. Whether a row is chosen is a function of a key and of the row's own number: that of `rowKey`, or its place. So
 * with a `rowKey` the same rows are chosen in whatever order they stand. Rows of no weight are never chosen, so whatever
 * is chosen has something to learn from.
 */
export class RowDraw {
  /** The rows that can be chosen, ascending, of so many. */
  readonly drawable: Uint32Array;
  readonly rowCount: number;
  readonly #keys: Float64Array | null;

  constructor({ rowCount, rowKeys, target }: Dataset) {
    const { weights } = target;
    this.rowCount = rowCount;
    const rows = allRows(rowCount);
    this.drawable = weights === null ? rows : rows.filter((row) => weights[row] > 0);
    this.#keys = rowKeys;
  }

  /** The drawable rows in the order of their own numbers. */
  *inOrder(): Turns<Uint32Array> {
    const { drawable } = this;
    const keys = this.#keys;
    if (keys === null) return drawable;
    const order = yield* orderInTurns(Float64Array.from(drawable, (row) => keys[row]));
    return order.map((place) => drawable[place]);
  }

  /** Each row by itself, with the same chance, ascending; where that leaves none, the row that came nearest to being chosen. */
  choose(key: number, share: number): Uint32Array {
    return atOnce(this.chosen(key, share));
  }

  /** The same in turns, or with a chance of its own for each row. */
  chooseInTurns(key: number, share: Share, pacer: Pacer): Promise<Uint32Array> {
    return inTurns(this.chosen(key, share), pacer);
  }

  *chosen(key: number, share: Share): Turns<Uint32Array> {
    const chosen = new ChosenRows(this.drawable.length);
    yield* turnsOver(this.drawable.length, (start, end) => this.#look(chosen, key, share, start, end));
    return chosen.rows;
  }

  #look(chosen: ChosenRows, key: number, share: Share, start: number, end: number): void {
    const keys = this.#keys;
    for (let i = start; i < end; i++) {
      const row = this.drawable[i];
      const number = keys === null ? row : keys[row];
      const chance = typeof share === "number" ? share : share(row);
      chosen.see(row, number, randomBits(key, number), chance * TWO_TO_32);
    }
  }
}

/** The rows that were chosen so far, and the one that came nearest. */
class ChosenRows {
  readonly #rows: Uint32Array;
  #count = 0;
  #nearest = 0;
  #number = 0;
  #distance = Number.POSITIVE_INFINITY;

  constructor(most: number) {
    this.#rows = new Uint32Array(most);
  }

  get rows(): Uint32Array {
    return this.#count > 0 ? this.#rows.slice(0, this.#count) : Uint32Array.of(this.#nearest);
  }

  /** `bits` are what chance says of the row; two rows of which it says the same are told apart by their numbers. */
  see(row: number, number: number, bits: number, bound: number): void {
    if (bits < bound) this.#rows[this.#count++] = row;
    else if (bits < this.#distance || (bits === this.#distance && number < this.#number)) {
      this.#nearest = row;
      this.#number = number;
      this.#distance = bits;
    }
  }
}
