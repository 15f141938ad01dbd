import { type Dataset, isLeaf, NodeKind, type Tree } from "@cambium/core";
import { Mismatch } from "../report/mismatch.ts";

/** The arrays of a tree fit together and fit the columns: `Tree` says how. */
export function expectTreeShape(where: string, tree: Tree, { columns }: Dataset): void {
  expectLengths(where, tree);
  expectChildren(where, tree);
  for (let node = 0; node < tree.nodeCount; node++) {
    const problem = isLeaf(tree, node) ? problemOfLeaf(tree, node) : problemOfSplit(tree, node, columns);
    if (problem !== null) throw new Mismatch(`${where}, node ${node}`, problem.expected, problem.came);
  }
}

function expectLengths(where: string, tree: Tree): void {
  const perNode = [
    "kind",
    "feature",
    "threshold",
    "firstChild",
    "childCount",
    "missingChild",
    "categoryStart",
    "categoryWords",
  ] as const;
  for (const name of [...perNode, "gain", "cover", "rowCount"] as const) {
    if (tree[name].length !== tree.nodeCount) {
      throw new Mismatch(`${where}, ${name}`, `${tree.nodeCount} entries`, tree[name].length);
    }
  }
  const values = tree.nodeCount * tree.valueWidth;
  if (tree.value.length !== values) throw new Mismatch(`${where}, value`, `${values} entries`, tree.value.length);
}

/** Children stand after their parent, and every node but the root is a child of one. */
function expectChildren(where: string, tree: Tree): void {
  const parents = new Uint8Array(tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isLeaf(tree, node)) continue;
    const first = tree.firstChild[node];
    const last = tree.nodeCount - tree.childCount[node];
    if (!(first > node && first <= last)) {
      throw new Mismatch(`${where}, firstChild of node ${node}`, `${node + 1} to ${last}`, first);
    }
    for (let child = first; child < first + tree.childCount[node]; child++) parents[child]++;
  }
  const odd = parents.findIndex((count, node) => count !== (node === 0 ? 0 : 1));
  if (odd >= 0) throw new Mismatch(`${where}, parents of node ${odd}`, odd === 0 ? "0" : "1", parents[odd]);
}

interface Problem {
  readonly expected: string;
  readonly came: unknown;
}

function problemOfLeaf(tree: Tree, node: number): Problem | null {
  const { feature, threshold, firstChild, childCount, gain } = tree;
  const came = [feature[node], threshold[node], firstChild[node], childCount[node], gain[node]];
  const isPlain = came[0] === -1 && Number.isNaN(came[1]) && came.slice(2).every((value) => value === 0);
  const expected = "a leaf's feature, threshold, firstChild, childCount and gain: -1, NaN, 0, 0, 0";
  return isPlain ? null : { expected, came };
}

function problemOfSplit(tree: Tree, node: number, columns: Dataset["columns"]): Problem | null {
  const column = columns[tree.feature[node]];
  if (column === undefined) return { expected: `a feature from 0 to ${columns.length - 1}`, came: tree.feature[node] };
  const kind = column.kind === "numeric" ? NodeKind.Threshold : NodeKind.Categories;
  if (tree.kind[node] !== kind) return { expected: `kind ${kind} on a ${column.kind} column`, came: tree.kind[node] };
  if (tree.childCount[node] !== 2) return { expected: "two children", came: tree.childCount[node] };
  if (tree.missingChild[node] > 1) return { expected: "missingChild 0 or 1", came: tree.missingChild[node] };
  if (kind === NodeKind.Threshold) {
    return Number.isNaN(tree.threshold[node]) ? { expected: "a threshold", came: "NaN" } : null;
  }
  const end = tree.categoryStart[node] + tree.categoryWords[node];
  const fits = tree.categoryWords[node] > 0 && end <= tree.categories.length;
  return fits ? null : { expected: `words of ${tree.categories.length} categories`, came: `up to ${end}` };
}
