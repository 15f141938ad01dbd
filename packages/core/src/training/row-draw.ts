import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import { randomBits } from "../util/random.ts";
import { allRows, forRanges } from "../util/ranges.ts";

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
  get inOrder(): Uint32Array {
    const keys = this.#keys;
    return keys === null ? this.drawable : this.drawable.slice().sort((a, b) => keys[a] - keys[b]);
  }

  /** Each row by itself, with the same chance, ascending; where that leaves none, the row that came nearest to being chosen. */
  choose(key: number, share: number): Uint32Array {
    const chosen = new ChosenRows(this.drawable.length);
    this.#look(chosen, key, share, 0, this.drawable.length);
    return chosen.rows;
  }

  /** The same, letting the event loop have its turns; or with a chance of its own for each row. */
  async chooseInTurns(key: number, share: Share, pacer: Pacer): Promise<Uint32Array> {
    const chosen = new ChosenRows(this.drawable.length);
    await forRanges(this.drawable.length, pacer, (start, end) => this.#look(chosen, key, share, start, end));
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
