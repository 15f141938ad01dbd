import { encodedRows, isLeaf, routeRow, type Tree } from "@cambium/core";
import { gainUnitOf } from "../data/grow-sample.ts";
import { goalOf, type SearchCase } from "../data/search-case.ts";
import { statsOf } from "../data/stats-of.ts";
import { Mismatch, show } from "../report/mismatch.ts";

/** The rows of the plan in each node, by walking the finished tree. */
function rowsByNode({ dataset, rows }: SearchCase, tree: Tree): Uint32Array[] {
  const columns = encodedRows(dataset.rowCount, dataset.columns);
  const found: number[][] = Array.from({ length: tree.nodeCount }, () => []);
  for (const row of rows)
    for (let node = 0; node >= 0; node = routeRow(tree, columns, row, node)) found[node].push(row);
  return found.map((each) => Uint32Array.from(each));
}

export function expectAddedUp({ label, ...plan }: SearchCase, tree: Tree): void {
  const root = [tree.rowCount[0], tree.cover[0]];
  const bag = [plan.rows.length, gainUnitOf({ label, ...plan })];
  if (root[0] !== bag[0] || root[1] !== bag[1])
    throw new Mismatch(`${label}, rows and cover of the root`, show(bag), root);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const child = tree.firstChild[node];
    const sums = [tree.rowCount[child] + tree.rowCount[child + 1], tree.cover[child] + tree.cover[child + 1]];
    const own = [tree.rowCount[node], tree.cover[node]];
    if (sums[0] !== own[0] || sums[1] !== own[1]) {
      throw new Mismatch(`${label}, rows and covers of the children of node ${node}`, show(own), sums);
    }
  }
}

export function expectRouted(plan: SearchCase, tree: Tree): void {
  rowsByNode(plan, tree).forEach((rows, node) => {
    if (rows.length !== tree.rowCount[node]) {
      throw new Mismatch(
        `${plan.label}, rowCount of node ${node}`,
        `${rows.length}, which come to it`,
        tree.rowCount[node],
      );
    }
  });
}

export function expectLeafValues(plan: SearchCase, tree: Tree): void {
  const goal = goalOf(plan);
  rowsByNode(plan, tree).forEach((rows, node) => {
    const stats = statsOf(goal, rows);
    const expected = new Float64Array(plan.criterion.valueWidth(stats.length));
    plan.criterion.leafValue(stats, 0, stats.length, expected, 0);
    const came = tree.value.subarray(node * tree.valueWidth, (node + 1) * tree.valueWidth);
    const isSame = came.length === expected.length && came.every((value, k) => Object.is(value, expected[k]));
    if (!isSame) throw new Mismatch(`${plan.label}, value of node ${node}`, show(expected), came);
  });
}

export function expectGains(plan: SearchCase, tree: Tree): void {
  const goal = goalOf(plan);
  const unit = gainUnitOf(plan);
  const stats = rowsByNode(plan, tree).map((rows) => statsOf(goal, rows));
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const child = tree.firstChild[node];
    const records = Float64Array.of(...stats[node], ...stats[child], ...stats[child + 1]);
    const width = stats[node].length;
    const expected = plan.criterion.gain(records, 0, width, 2, width) / unit;
    const isRight = tree.gain[node] > 0 && Math.abs(tree.gain[node] - expected) <= 1e-12 * expected;
    if (!isRight) throw new Mismatch(`${plan.label}, gain of node ${node}`, `${expected}, above 0`, tree.gain[node]);
  }
}
