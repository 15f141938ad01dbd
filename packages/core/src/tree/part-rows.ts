import type { Target } from "../dataset/target.ts";
import type { ClassGoal } from "../goal/fit-goal.ts";
import type { WeightedRows } from "../splitter/weighted-rows.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { powerOfTwo } from "../util/grid.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { type EncodedRows, sideOfRow } from "./route-row.ts";
import { EVERY_CHILD, isLeaf, sumOfChildren, type Tree } from "./tree.ts";

/** The rows that a tree for classes learns from. */
export interface ClassRows {
  readonly goal: ClassGoal;
  readonly items: WeightedRows;
  /** The weights are multiples of 2^-step. */
  readonly step: number;
}

/** These rows with their classes and their weights, which are rounded to one grid. */
export function* classRowsOf(target: Target, rows: Uint32Array): Turns<ClassRows> {
  if (target.task !== "classification") throw new TypeError("unreachable: the target has classes");
  const weights = target.weights?.slice() ?? new Float64Array(target.codes.length).fill(1);
  const step = yield* roundInTurns(weights, rows);
  const items = { rows, weights: yield* numbersInTurns(rows.length, (i) => weights[rows[i]]) };
  return { goal: { kind: "classes", codes: target.codes, classCount: target.classes.length, weights }, items, step };
}

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
  shares: Float64Array,
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
  const dealt = sharesOf(known.some((weight) => weight > 0) ? known : shares);
  const children = Array.from(counts, (count) => ({
    rows: new Uint32Array(count + unknown),
    weights: new Float64Array(count + unknown),
    count: 0,
  }));
  const push = (child: number, row: number, weight: number) => {
    const list = children[child];
    list.rows[list.count] = row;
    list.weights[list.count++] = weight;
  };
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      if (sides[i] !== EVERY_CHILD) push(sides[i], rows[i], weights[i]);
      else deal(weights[i], dealt, step, (child, part) => push(child, rows[i], part));
    }
  });
  return children.map((list) => ({
    rows: list.rows.subarray(0, list.count),
    weights: list.weights.subarray(0, list.count),
  }));
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

/** A row, or a part of it, that has come to a node. */
export interface RowPart {
  readonly node: number;
  readonly share: number;
}

/** From `node` down as long as the row goes one way: to the leaf, or to the node from which it goes down every branch. */
export function forkOrLeaf(tree: Tree, rows: EncodedRows, row: number, node: number): number {
  let at = node;
  while (!isLeaf(tree, at)) {
    const side = sideOfRow(tree, rows, row, at);
    if (side === EVERY_CHILD) return at;
    at = tree.firstChild[at] + side;
  }
  return at;
}

/** The parts of a row that goes down every branch, by the branches' shares of the cover; a branch without cover gets none. */
export function partsAtFork(tree: Tree, node: number, share: number): RowPart[] {
  const first = tree.firstChild[node];
  const cover = sumOfChildren(tree, node, tree.cover);
  // In a file all branches may have no training rows. Then the first branch is taken.
  if (!(cover > 0)) return [{ node: first, share }];
  const parts: RowPart[] = [];
  for (let child = first; child < first + tree.childCount[node]; child++) {
    if (tree.cover[child] > 0) parts.push({ node: child, share: share * (tree.cover[child] / cover) });
  }
  return parts;
}

/** Where a part of a row goes from an inner node: down one branch, or down every one. */
export function partsBelow(tree: Tree, rows: EncodedRows, row: number, { node, share }: RowPart): RowPart[] {
  const side = sideOfRow(tree, rows, row, node);
  return side === EVERY_CHILD ? partsAtFork(tree, node, share) : [{ node: tree.firstChild[node] + side, share }];
}

/** The parts of a row of this weight that goes down every branch of a node, by the shares of the cover: multiples of 2^-`step` that add up to it. */
export function partsOfWeight(tree: Tree, node: number, weight: number, step: number): RowPart[] {
  const first = tree.firstChild[node];
  const parts: RowPart[] = [];
  const shares = sharesOf(tree.cover.subarray(first, first + tree.childCount[node]));
  deal(weight, shares, step, (child, share) => parts.push({ node: first + child, share }));
  return parts;
}

/** The share of each child, and the child that has the largest. */
function sharesOf(weights: Float64Array) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => (total > 0 ? weight / total : 0));
  return { shares, heaviest: indexOfLargest(weights, 0, weights.length) };
}

/** Gives each child its part of one weight. */
function deal(
  weight: number,
  { shares, heaviest }: ReturnType<typeof sharesOf>,
  step: number,
  give: (child: number, part: number) => void,
): void {
  const [up, down] = [powerOfTwo(step), powerOfTwo(-step)];
  let rest = weight;
  for (let child = 0; child < shares.length; child++) {
    if (child === heaviest || shares[child] === 0) continue;
    // Many small shares may all be rounded up, by more than the heaviest child has.
    const part = Math.min(rest, Math.round(weight * shares[child] * up) * down);
    if (part > 0) give(child, part);
    rest -= part;
  }
  if (rest > 0) give(heaviest, rest);
}
