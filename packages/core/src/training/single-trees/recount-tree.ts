import type { Criterion } from "../../criterion/criterion.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { ClassGoal } from "../../goal/fit-goal.ts";
import type { WeightedRows } from "../../splitter/weighted-rows.ts";
import { partRowsOfNode } from "../../tree/part-rows.ts";
import { rowsOfColumns, sideOfRow } from "../../tree/route-row.ts";
import { EVERY_CHILD, isLeaf, type Tree } from "../../tree/tree.ts";
import { type Turns, turnsOver } from "../../util/turns.ts";

/** The rows that a tree for classes learns from. */
export interface ClassRows {
  readonly goal: ClassGoal;
  readonly items: WeightedRows;
  /** The weights are multiples of 2^-step. */
  readonly step: number;
  /** Their sum. */
  readonly total: number;
}

/**
 * The same splits, with the cover, the values and the gains that these rows give: a branch that has taken its parent's place
 * sees more rows than it was grown on. Where none comes by, a node says what its parent says.
 */
export function* recountTree(
  tree: Tree,
  dataset: Dataset,
  { gain: gainOf, leafValue }: Pick<Criterion, "gain" | "leafValue">,
  { goal, items: all, step, total }: ClassRows,
): Turns<Tree> {
  const { firstChild, childCount, valueWidth } = tree;
  const columns = rowsOfColumns(dataset.rowCount, dataset.columns);
  const width = goal.classCount + 1;
  const value = new Float64Array(tree.value.length);
  const cover = new Float64Array(tree.nodeCount);
  const gain = new Float64Array(tree.nodeCount);
  const rowCount = new Uint32Array(tree.nodeCount);
  const open: (WeightedRows | null)[] = [all];
  // Parents stand before their children.
  for (let node = 0; node < tree.nodeCount; node++) {
    const items = open[node] as WeightedRows;
    open[node] = null;
    const stats = yield* recordsOf(goal, items, 1, () => 0);
    cover[node] = stats[width - 1];
    rowCount[node] = items.rows.length;
    if (items.rows.length > 0) leafValue(stats, 0, width, value, node * valueWidth);
    if (isLeaf(tree, node)) continue;
    const first = firstChild[node];
    const count = childCount[node];
    for (let child = first; child < first + count; child++) {
      value.copyWithin(child * valueWidth, node * valueWidth, (node + 1) * valueWidth);
    }
    // The gain is that of the rows that are in one branch.
    const records = new Float64Array((count + 1) * width);
    records.set(yield* recordsOf(goal, items, count, (row) => sideOfRow(tree, columns, row, node)), width);
    for (let at = width; at < records.length; at++) records[at % width] += records[at];
    gain[node] = gainOf(records, 0, width, count, width) / total;
    const parts = yield* partRowsOfNode(tree, node, columns, items, step);
    for (const [side, part] of parts.entries()) open[first + side] = part;
  }
  return { ...tree, value, cover, gain, rowCount };
}

/** A record of the rows on each side; those that are on every side are in none. */
function* recordsOf(
  { codes, classCount }: ClassGoal,
  { rows, weights }: WeightedRows,
  sides: number,
  sideOf: (row: number) => number,
): Turns<Float64Array> {
  const stats = new Float64Array(sides * (classCount + 1));
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const side = sideOf(rows[i]);
      if (side === EVERY_CHILD) continue;
      const at = side * (classCount + 1);
      stats[at + codes[rows[i]]] += weights[i];
      stats[at + classCount] += weights[i];
    }
  });
  return stats;
}
