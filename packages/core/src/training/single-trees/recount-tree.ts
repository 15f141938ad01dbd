import type { Criterion } from "../../criterion/criterion.ts";
import type { ClassGoal } from "../../goal/fit-goal.ts";
import type { WeightedRows } from "../../splitter/weighted-rows.ts";
import { partRowsOfNode } from "../../tree/part-rows.ts";
import { type EncodedRows, sideOfRow } from "../../tree/route-row.ts";
import { EVERY_CHILD, isLeaf, type Tree } from "../../tree/tree.ts";
import { type Turns, turnsOver } from "../../util/turns.ts";

export interface RecountPlan {
  readonly columns: EncodedRows;
  readonly goal: ClassGoal;
  readonly items: WeightedRows;
  /** The weights are multiples of 2^-step. */
  readonly step: number;
  readonly gain: Criterion["gain"];
  readonly leafValue: Criterion["leafValue"];
  readonly gainUnit: number;
}

/**
 * The same splits, with the cover, the values and the gains that these rows give: a branch that has taken its parent's place
 * sees more rows than it was grown on. Where none comes by, a node says what its parent says.
 */
export function* recountTree(tree: Tree, plan: RecountPlan): Turns<Tree> {
  const { goal, leafValue } = plan;
  const width = goal.classCount + 1;
  const value = new Float64Array(tree.value.length);
  const cover = new Float64Array(tree.nodeCount);
  const gain = new Float64Array(tree.nodeCount);
  const rowCount = new Uint32Array(tree.nodeCount);
  const open: (WeightedRows | null)[] = [plan.items];
  // Parents stand before their children.
  for (let node = 0; node < tree.nodeCount; node++) {
    const items = open[node] as WeightedRows;
    open[node] = null;
    const stats = new Float64Array(width);
    yield* turnsOver(items.rows.length, (start, end) => addRows(stats, items, goal, start, end));
    cover[node] = stats[width - 1];
    rowCount[node] = items.rows.length;
    if (items.rows.length > 0) leafValue(stats, 0, width, value, node * tree.valueWidth);
    if (isLeaf(tree, node)) continue;
    const first = tree.firstChild[node];
    for (let child = first; child < first + tree.childCount[node]; child++) {
      value.copyWithin(child * tree.valueWidth, node * tree.valueWidth, (node + 1) * tree.valueWidth);
    }
    gain[node] = (yield* gainOf(tree, node, items, plan)) / plan.gainUnit;
    const parts = yield* partRowsOfNode(tree, node, plan.columns, items, plan.step);
    for (const [side, part] of parts.entries()) open[first + side] = part;
  }
  return { ...tree, value, cover, gain, rowCount };
}

/** The gain over the rows that are in one branch. */
function* gainOf(
  tree: Tree,
  node: number,
  { rows, weights }: WeightedRows,
  { columns, goal, gain }: RecountPlan,
): Turns<number> {
  const width = goal.classCount + 1;
  const count = tree.childCount[node];
  const stats = new Float64Array((count + 1) * width);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const side = sideOfRow(tree, columns, rows[i], node);
      if (side === EVERY_CHILD) continue;
      for (const at of [0, (side + 1) * width]) {
        stats[at + goal.codes[rows[i]]] += weights[i];
        stats[at + width - 1] += weights[i];
      }
    }
  });
  return gain(stats, 0, width, count, width);
}

function addRows(
  stats: Float64Array,
  { rows, weights }: WeightedRows,
  { codes, classCount }: ClassGoal,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    stats[codes[rows[i]]] += weights[i];
    stats[classCount] += weights[i];
  }
}
