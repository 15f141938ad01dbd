import type { Dataset } from "../../dataset/dataset.ts";
import { drawFeatures } from "../../splitter/features-of-node.ts";
import { ROOT_PATH } from "../../splitter/node-path.ts";
import type { TreeDraw } from "../../splitter/splitter.ts";
import { orderInTurns } from "../../util/order-of-values.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows } from "../../util/ranges.ts";
import { type Turns, turnsOver } from "../../util/turns.ts";

const TWO_TO_32 = 2 ** 32;

/**
 * Rows by chance. Whether a row is chosen is a function of a key and of the row's own number: that of `rowKey`, or its place. So
 * with a `rowKey` the same rows are chosen in whatever order they stand. Rows of no weight are never chosen, so whatever
 * is chosen has something to learn from.
 */
export class RowDraw {
  /** The rows that can be chosen, ascending. */
  readonly drawable: Uint32Array;
  readonly #keys: Float64Array | null;

  constructor({ rowCount, rowKeys, target }: Dataset) {
    const { weights } = target;
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

  /**
   * Each row by itself, with the same chance or with one of its own, ascending; where that leaves none, the row that came nearest to being
   * chosen. Two rows of which chance says the same are told apart by their numbers.
   */
  *chosen(key: number, share: number | ((row: number) => number)): Turns<Uint32Array> {
    const keys = this.#keys;
    const rows = yield* rowsWhere(this.drawable, (row) => {
      const chance = typeof share === "number" ? share : share(row);
      return randomBits(key, keys === null ? row : keys[row]) < chance * TWO_TO_32;
    });
    return rows.length > 0 ? rows : Uint32Array.of(this.#nearest(key));
  }

  #nearest(key: number): number {
    const numberOf = (row: number) => this.#keys?.[row] ?? row;
    let nearest = this.drawable[0] ?? 0;
    for (const row of this.drawable) {
      const nearer = randomBits(key, numberOf(row)) - randomBits(key, numberOf(nearest));
      if (nearer < 0 || (nearer === 0 && numberOf(row) < numberOf(nearest))) nearest = row;
    }
    return nearest;
  }
}

/** The rows that pass a test, in their order. */
export function* rowsWhere(
  rows: Uint32Array,
  passes: (row: number, place: number) => boolean,
): Turns<Uint32Array<ArrayBuffer>> {
  const found = new Uint32Array(rows.length);
  let count = 0;
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) if (passes(rows[i], i)) found[count++] = rows[i];
  });
  return found.slice(0, count);
}

/** What chance decides in a tree of many: a function of the seed and of the tree's number. It may use `count` of the features. */
export function treeDraw(seed: number, tree: number, count: number, featureCount: number): TreeDraw {
  const key = randomBits(seed, Purpose.Tree, tree);
  if (count >= featureCount) return { key };
  const keys = [randomBits(seed, Purpose.TreeFeatures, tree), Purpose.NodeFeatures, ROOT_PATH];
  return { key, features: drawFeatures([...Array(featureCount).keys()], count, () => false, ...keys) };
}
