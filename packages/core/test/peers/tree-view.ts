import { isLeaf, type Tree } from "@cambium/core";
import { type EncodedRows, routeRow } from "../../src/tree/route-row.ts";
import type { PeerTree } from "./peer-cases.ts";

/** What a comparison asks of a tree, ours or a peer's. Rows are those of the whole table. */
export interface TreeView {
  isLeaf(node: number): boolean;
  children(node: number): readonly [number, number];
  goesLeft(node: number, row: number): boolean;
  feature(node: number): number;
  threshold(node: number): number;
  /** The improvement that the tree itself gives for this node's split, on the scale of the comparison. */
  gain(node: number): number;
}

/** A tree of Cambium; `gainScale` is what it divided its gains by. */
export function viewOfOurs(tree: Tree, rows: EncodedRows, gainScale: number): TreeView {
  return {
    isLeaf: (node) => isLeaf(tree, node),
    children: (node) => [tree.firstChild[node], tree.firstChild[node] + 1],
    goesLeft: (node, row) => routeRow(tree, rows, row, node) === tree.firstChild[node],
    feature: (node) => tree.feature[node],
    threshold: (node) => tree.threshold[node],
    gain: (node) => tree.gain[node] * gainScale,
  };
}

/** A peer's tree, routed by its own rule for what goes left. */
export function viewOfPeer(
  tree: PeerTree,
  columns: readonly Float32Array[],
  thresholds: readonly number[],
  comparison: "<=" | "<",
  gain: (node: number) => number,
): TreeView {
  return {
    isLeaf: (node) => tree.left[node] === -1,
    children: (node) => [tree.left[node], tree.right[node]],
    goesLeft(node, row) {
      const value = columns[tree.feature[node]][row];
      if (Number.isNaN(value)) return tree.missingLeft[node] === 1;
      return comparison === "<" ? value < thresholds[node] : value <= thresholds[node];
    },
    feature: (node) => tree.feature[node],
    threshold: (node) => thresholds[node],
    gain,
  };
}

/** The rows that go left and those that go right. */
export function partition(view: TreeView, node: number, rows: readonly number[]): [number[], number[]] {
  const sides: [number[], number[]] = [[], []];
  for (const row of rows) sides[view.goesLeft(node, row) ? 0 : 1].push(row);
  return sides;
}

/** The leaf that a row ends in. */
export function leafOfRow(view: TreeView, row: number): number {
  let node = 0;
  while (!view.isLeaf(node)) node = view.children(node)[view.goesLeft(node, row) ? 0 : 1];
  return node;
}
