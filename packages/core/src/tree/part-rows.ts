import type { WeightedRows } from "../splitter/weighted-rows.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { powerOfTwo } from "../util/grid.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { type EncodedRows, sideOfRow } from "./route-row.ts";
import type { RowPart } from "./share-row.ts";
import { EVERY_CHILD, type Tree } from "./tree.ts";

/** A column of which every row is another category would make parts without end. */
const MOST_PARTS = 2 ** 26;

/**
 * The rows of each child. `sides` has the child of every row; one of `EVERY_CHILD` goes to all of them, by the share of the
 * weight that is known to go there (of `shares`, where none is known). Parts are multiples of 2^-`step`, as the weights are:
 * every child but the heaviest takes its share, rounded, the heaviest the rest, so that no weight is won or lost. Parts of
 * zero vanish.
 */
export function* partRows(
  { rows, weights }: WeightedRows,
  sides: Uint32Array,
  childCount: number,
  step: number,
  shares: ArrayLike<number>,
): Turns<WeightedRows[]> {
  const known = new Float64Array(childCount);
  const counts = new Uint32Array(childCount);
  let unknown = 0;
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      if (sides[i] === EVERY_CHILD) unknown++;
      else {
        known[sides[i]] += weights[i];
        counts[sides[i]]++;
      }
    }
  });
  if (unknown * childCount > MOST_PARTS) {
    const message = `a split into ${childCount} branches would share ${unknown} rows without a value among them all; leave such a column out: features: [...], or group its categories first`;
    throw new CambiumError("too-large", message);
  }
  const weightOf = known.some((weight) => weight > 0) ? known : Float64Array.from(shares);
  const parts = new PartsOfRow(weightOf, step);
  const children = Array.from(counts, (count) => new RowList(count + (parts.isShared ? unknown : 0)));
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      if (sides[i] !== EVERY_CHILD) children[sides[i]].push(rows[i], weights[i]);
      else parts.deal(weights[i], (child, part) => children[child].push(rows[i], part));
    }
  });
  return children.map((child) => child.finish());
}

/** The rows of each child of an inner node; where no value is known they go by the share of the cover. */
export function* partRowsOfNode(
  tree: Tree,
  node: number,
  columns: EncodedRows,
  items: WeightedRows,
  step: number,
): Turns<WeightedRows[]> {
  const first = tree.firstChild[node];
  const count = tree.childCount[node];
  const { rows } = items;
  const sides = new Uint32Array(rows.length);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) sides[i] = sideOfRow(tree, columns, rows[i], node);
  });
  return yield* partRows(items, sides, count, step, tree.cover.subarray(first, first + count));
}

/**
 * Where a row of this weight goes from an inner node: down one branch, or, without a value, down every one by the share of
 * the cover, as in prediction. Parts are multiples of 2^-`step`, and add up to the weight.
 */
export function partsOfWeight(
  tree: Tree,
  rows: EncodedRows,
  row: number,
  { node, share: weight }: RowPart,
  step: number,
): RowPart[] {
  const first = tree.firstChild[node];
  const side = sideOfRow(tree, rows, row, node);
  if (side !== EVERY_CHILD) return [{ node: first + side, share: weight }];
  const parts: RowPart[] = [];
  const cover = tree.cover.subarray(first, first + tree.childCount[node]);
  new PartsOfRow(cover, step).deal(weight, (child, part) => parts.push({ node: first + child, share: part }));
  return parts;
}

/** How one weight is parted among the children. */
class PartsOfRow {
  readonly isShared: boolean;
  readonly #heaviest: number;
  readonly #total: number;
  readonly #up: number;
  readonly #down: number;

  constructor(
    private readonly weights: Float64Array,
    step: number,
  ) {
    let heaviest = 0;
    let total = 0;
    weights.forEach((weight, child) => {
      total += weight;
      if (weight > weights[heaviest]) heaviest = child;
    });
    this.#heaviest = heaviest;
    this.#total = total;
    this.isShared = total > 0;
    this.#up = powerOfTwo(step);
    this.#down = powerOfTwo(-step);
  }

  deal(weight: number, give: (child: number, part: number) => void): void {
    let rest = weight;
    for (let child = 0; child < this.weights.length && this.isShared; child++) {
      if (child === this.#heaviest || this.weights[child] === 0) continue;
      const share = Math.round(weight * (this.weights[child] / this.#total) * this.#up) * this.#down;
      // Many small shares may all be rounded up, by more than the heaviest child has.
      const part = Math.min(rest, share);
      if (part > 0) give(child, part);
      rest -= part;
    }
    if (rest > 0) give(this.#heaviest, rest);
  }
}

class RowList {
  readonly #rows: Uint32Array;
  readonly #weights: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.#rows = new Uint32Array(most);
    this.#weights = new Float64Array(most);
  }

  push(row: number, weight: number): void {
    this.#rows[this.#count] = row;
    this.#weights[this.#count] = weight;
    this.#count++;
  }

  finish(): WeightedRows {
    return { rows: this.#rows.subarray(0, this.#count), weights: this.#weights.subarray(0, this.#count) };
  }
}
