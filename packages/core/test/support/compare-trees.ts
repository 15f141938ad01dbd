import {
  type EncodedRows,
  EVERY_CHILD,
  encodeTable,
  isLeaf,
  type Model,
  type TableInput,
  type Tree,
} from "../../src/index.ts";
import { sideOfRow } from "../../src/tree/route-row.ts";

/** What sets two models apart that ought to part their training rows alike. */
export interface Comparison {
  /** Nodes that part their rows differently, and gain the same. */
  ties: number;
  /** The largest difference between what two leaves of the same rows say. */
  difference: number;
}

/** Two models and the training rows as each of them reads them; row by row they are the same. */
interface Pair {
  readonly trees: readonly [Tree, Tree];
  readonly rows: readonly [EncodedRows, EncodedRows];
  /** What the second says is above the first. */
  readonly offset: number;
  readonly found: Comparison;
}

/**
 * Walks down the trees of both models side by side, with the training rows of each tree. Where a node parts them differently,
 * and not for a tie of gains, it throws. Where each tree is grown on what those before it left, a tie ends the walk.
 */
export function compareModels(
  models: readonly [Model, Model],
  tables: readonly [TableInput, TableInput],
  offset = 0,
): Comparison {
  const [one, other] = models;
  const rows = [encodeTable(one, tables[0]), encodeTable(other, tables[1])] as const;
  const found = { ties: 0, difference: 0 };
  if (one.ensemble.trees.length !== other.ensemble.trees.length) throw new Error("not as many trees");
  const isSequential = one.learner === "boosting" || one.learner === "adaBoost";
  for (const [index, tree] of one.ensemble.trees.entries()) {
    const outOfBag = new Set(one.outOfBag?.rowsOutOf(index));
    const inBag = Array.from({ length: rows[0].rowCount }, (_, row) => row).filter((row) => !outOfBag.has(row));
    compareNodes({ trees: [tree, other.ensemble.trees[index]], rows, offset, found }, [0, 0], inBag);
    if (isSequential && found.ties > 0) return found;
  }
  return found;
}

function compareNodes(pair: Pair, nodes: readonly [number, number], inNode: readonly number[]): void {
  const { trees, found, offset } = pair;
  const [isLeafOfOne, isLeafOfOther] = nodes.map((node, i) => isLeaf(trees[i], node));
  if (isLeafOfOne && isLeafOfOther) {
    const { valueWidth: width } = trees[0];
    for (let k = 0; k < width; k++) {
      const [value, other] = trees.map((tree, i) => tree.value[nodes[i] * width + k]);
      found.difference = Math.max(found.difference, Math.abs(other - offset - value));
    }
    return;
  }
  const sides = nodes.map((node, i) =>
    isLeaf(trees[i], node) ? [] : childrenOf(trees[i], pair.rows[i], node, inNode),
  );
  const partners = sides[0].map((part) => sides[1].findIndex((other) => other.join() === part.join()));
  if (sides[0].length === sides[1].length && !partners.includes(-1)) {
    sides[0].forEach((part, side) => {
      if (part.length === 0) return;
      compareNodes(pair, [trees[0].firstChild[nodes[0]] + side, trees[1].firstChild[nodes[1]] + partners[side]], part);
    });
    return;
  }
  const [gain, other] = nodes.map((node, i) => trees[i].gain[node]);
  if (!(Math.abs(gain - other) <= 1e-9 * Math.max(gain, other))) {
    const parts = sides.map((all) => all.map((part) => part.length).join(" + "));
    throw new Error(`${inNode.length} rows are parted as ${parts[0]} for ${gain}, and as ${parts[1]} for ${other}`);
  }
  found.ties++;
}

/** The rows of each child; one that is shared among the children is in all of them. */
function childrenOf(tree: Tree, rows: EncodedRows, node: number, inNode: readonly number[]): number[][] {
  return Array.from({ length: tree.childCount[node] }, (_, child) =>
    inNode.filter((row) => {
      const side = sideOfRow(tree, rows, row, node);
      return side === child || side === EVERY_CHILD;
    }),
  );
}
