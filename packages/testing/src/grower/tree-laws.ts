import { type Grower, isLeaf, routeRow, rowsOfColumns, type Tree } from "@cambium/core";
import { gainUnitOf, growSample } from "../data/grow-sample.ts";
import { goalOf, type SearchCase } from "../data/search-case.ts";
import { gainOf, leafOf, statsOf } from "../data/stats-record.ts";
import { expectSame } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { expectTreeShape } from "./expect-tree-shape.ts";

/** Laws of the finished tree. */
export function treeLaws(grower: Grower, cases: readonly SearchCase[]): Check[] {
  const forEachTree = (law: (plan: SearchCase, tree: Tree) => void) => async () => {
    for (const plan of cases) law(plan, await growSample(plan, grower));
  };
  return [
    {
      law: "the arrays of the tree fit together",
      lookAt: "`tree.ts`, which says what each array holds; children stand side by side after their parent",
      run: forEachTree((plan, tree) => expectTreeShape(plan.label, tree, plan.dataset)),
    },
    {
      law: "rows and covers of the children add up to the parent's, from the whole bag down",
      lookAt: "`rowCount` and `cover`: of the search's nodes; the root holds the rows of the plan and no others",
      run: forEachTree(expectAddedUp),
    },
    {
      law: "every training row ends where it was counted",
      lookAt: "which split and which children of `apply` belong to which node",
      run: forEachTree(expectRouted),
    },
    {
      law: "every node has the criterion's leaf value of its rows",
      lookAt: "`value`: `leafValue` of the node's record, for inner nodes too",
      run: forEachTree(expectLeafValues),
    },
    {
      law: "the gain of a split is the criterion's, in the plan's unit",
      lookAt: "`gain`: the split's, divided by `gainUnit`",
      run: forEachTree(expectGains),
    },
    {
      law: "the tree keeps the impurity of its root",
      lookAt: "`rootImpurity`: the plan's, as it is",
      run: forEachTree(expectRootImpurity),
    },
  ];
}

/** The rows of the plan in each node, by walking the finished tree. */
function rowsByNode({ dataset, rows }: SearchCase, tree: Tree): Uint32Array[] {
  const columns = rowsOfColumns(dataset.rowCount, dataset.columns);
  const found: number[][] = Array.from({ length: tree.nodeCount }, () => []);
  for (const row of rows) {
    for (let node = 0; node >= 0; node = routeRow(tree, columns, row, node)) found[node].push(row);
  }
  return found.map((each) => Uint32Array.from(each));
}

function expectAddedUp(plan: SearchCase, tree: Tree): void {
  const root = { rowCount: tree.rowCount[0], cover: tree.cover[0] };
  expectSame(`${plan.label}, the root`, { rowCount: plan.rows.length, cover: gainUnitOf(plan) }, root);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const child = tree.firstChild[node];
    const sums = {
      rowCount: tree.rowCount[child] + tree.rowCount[child + 1],
      cover: tree.cover[child] + tree.cover[child + 1],
    };
    const own = { rowCount: tree.rowCount[node], cover: tree.cover[node] };
    expectSame(`${plan.label}, the children of node ${node}`, own, sums);
  }
}

function expectRouted(plan: SearchCase, tree: Tree): void {
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

function expectLeafValues(plan: SearchCase, tree: Tree): void {
  const goal = goalOf(plan);
  rowsByNode(plan, tree).forEach((rows, node) => {
    const expected = leafOf(plan.criterion, statsOf(goal, rows));
    const came = tree.value.subarray(node * tree.valueWidth, (node + 1) * tree.valueWidth);
    const isSame = came.length === expected.length && came.every((value, k) => Object.is(value, expected[k]));
    if (!isSame) throw new Mismatch(`${plan.label}, value of node ${node}`, show(expected), came);
  });
}

function expectGains(plan: SearchCase, tree: Tree): void {
  const goal = goalOf(plan);
  const unit = gainUnitOf(plan);
  const stats = rowsByNode(plan, tree).map((rows) => statsOf(goal, rows));
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const child = tree.firstChild[node];
    const expected = gainOf(plan.criterion, [stats[child], stats[child + 1]]) / unit;
    const isRight = tree.gain[node] > 0 && Math.abs(tree.gain[node] - expected) <= 1e-12 * expected;
    if (!isRight) throw new Mismatch(`${plan.label}, gain of node ${node}`, `${expected}, above 0`, tree.gain[node]);
  }
}

function expectRootImpurity(plan: SearchCase, tree: Tree): void {
  const expected = plan.criterion.impurity(goalOf(plan), plan.rows) / gainUnitOf(plan);
  if (tree.rootImpurity !== expected) throw new Mismatch(plan.label, `${expected}`, tree.rootImpurity);
}
