import { type CartOptions, cart, type Tree } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { rowsOfColumns } from "../../src/tree/route-row.ts";
import { compareTrees, type TreeComparison } from "./compare-trees.ts";
import { type DataCase, type PeerTree, peerCases, relative } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";
import { type TreeView, viewOfOurs, viewOfPeer } from "./tree-view.ts";

interface TreeCase extends DataCase {
  readonly parameters: {
    readonly max_depth?: number;
    readonly max_leaf_nodes?: number;
    readonly min_samples_leaf?: number;
    readonly min_samples_split?: number;
    readonly min_impurity_decrease?: number;
  };
  readonly classes?: readonly string[];
  readonly tree: PeerTree & {
    readonly threshold: readonly (number | string)[];
    readonly rows: readonly number[];
    readonly impurity: readonly number[];
    /** Of a regression the mean, else the rows of each class. */
    readonly value: readonly (number | readonly number[])[];
  };
}

describe.each(peerCases<TreeCase>("classification-tree", "regression-tree"))("$peer, $name", (peerCase) => {
  test("grows the same tree, up to ties", async ({ annotate }) => {
    const training = trainingRows(peerCase);
    const rows = Array.from(training.target, (_, row) => row);
    const report = await compareTrees(comparisonFor(peerCase, training), rows);
    for (const tie of report.ties) await annotate(tie, "tie");
    expect(report.nodes).toBeGreaterThan(report.ties.length);
  });
});

interface TrainingRows {
  readonly columns: readonly Float32Array[];
  /** Class codes, in the peer's order, or numbers. */
  readonly target: readonly number[];
}

function trainingRows({ data, classes }: TreeCase): TrainingRows {
  const table = readDataset(data.set);
  const target = table[data.target].map((text) => (classes ? classes.indexOf(text) : Number(text)));
  return { columns: data.features.map((name) => float32Column(table[name])), target };
}

function comparisonFor(peerCase: TreeCase, { columns, target }: TrainingRows): TreeComparison {
  const { tree, classes, data } = peerCase;
  const thresholds = tree.threshold.map(Number);
  const impurity = (rows: readonly number[]) => (classes ? gini(rows, target, classes.length) : squares(rows, target));
  const scale = impurity(target.map((_, row) => row));
  const trees = new Map<TreeView, Tree>();
  return {
    theirs: viewOfPeer(tree, columns, thresholds, "<=", (node) => decrease(tree, node)),
    featureNames: data.features,
    async grow(rows, depth, their) {
      const grown = await growCart(peerCase, { columns, target }, rows, optionsBelow(peerCase, rows, depth, their));
      const view = viewOfOurs(grown, rowsOfColumns(target.length, asColumns(data.features, columns)), rows.length);
      trees.set(view, grown);
      return view;
    },
    gain: (left, right) => impurity([...left, ...right]) - impurity(left) - impurity(right),
    tieTolerance: () => relative(peerCase, "tie") * scale,
    gainTolerance: () => relative(peerCase, "gain") * scale,
    leastGain: () => relative(peerCase, "tie") * scale,
    checkNode(ours, our, their, rows) {
      const { rowCount, value, valueWidth } = trees.get(ours) as Tree;
      const shown = Array.from(value.subarray(our * valueWidth, (our + 1) * valueWidth));
      const peerValue = [tree.value[their]].flat().map((part) => (classes ? part / tree.rows[their] : part));
      expect(rowCount[our]).toBe(tree.rows[their]);
      expect(rows.length).toBe(tree.rows[their]);
      shown.forEach((part, k) => {
        const tolerance = relative(peerCase, "value") * Math.max(1, Math.abs(peerValue[k]));
        expect(Math.abs(part - peerValue[k])).toBeLessThanOrEqual(tolerance);
      });
    },
  };
}

/** The peer's limits, for a tree on the rows of one of its nodes. */
function optionsBelow({ parameters, tree }: TreeCase, rows: readonly number[], depth: number, their: number) {
  const { max_depth, max_leaf_nodes, min_samples_leaf, min_samples_split, min_impurity_decrease } = parameters;
  return {
    ...(max_depth !== undefined && { maxDepth: max_depth - depth }),
    // What grows best first as a whole grows best first in each part.
    ...(max_leaf_nodes !== undefined && { maxLeaves: leavesBelow(tree, their) }),
    ...(min_samples_leaf !== undefined && { minRowsLeaf: min_samples_leaf }),
    ...(min_samples_split !== undefined && { minRowsSplit: min_samples_split }),
    // Ours is divided by the rows that are given to fit.
    ...(min_impurity_decrease !== undefined && { minGain: (min_impurity_decrease * tree.rows[0]) / rows.length }),
  };
}

function leavesBelow(tree: PeerTree, node: number): number {
  return tree.left[node] === -1 ? 1 : leavesBelow(tree, tree.left[node]) + leavesBelow(tree, tree.right[node]);
}

async function growCart(
  { data, classes }: TreeCase,
  { columns, target }: TrainingRows,
  rows: readonly number[],
  options: CartOptions,
): Promise<Tree> {
  const taken = columns.map((column) => Float32Array.from(rows, (row) => column[row]));
  const labels = rows.map((row) => (classes ? classes[target[row]] : target[row]));
  const table = Object.fromEntries([...data.features.map((name, i) => [name, taken[i]]), ["the target", labels]]);
  const model = await cart(options).fit(table, { target: "the target" });
  const grown = model.ensemble.trees[0];
  return model.task === "classification" && classes ? withAllClasses(grown, model.classes, classes) : grown;
}

/** A tree that was grown on some of the classes, with values for all of them. */
function withAllClasses(tree: Tree, present: readonly unknown[], all: readonly string[]): Tree {
  const value = new Float64Array(tree.nodeCount * all.length);
  for (let node = 0; node < tree.nodeCount; node++) {
    present.forEach((label, k) => {
      value[node * all.length + all.indexOf(label as string)] = tree.value[node * tree.valueWidth + k];
    });
  }
  return { ...tree, value, valueWidth: all.length };
}

function asColumns(names: readonly string[], columns: readonly Float32Array[]) {
  return columns.map((values, i) => ({ kind: "numeric" as const, name: names[i], values }));
}

/** n·impurity of the node less that of its children, as scikit-learn's own numbers give it. */
function decrease({ left, right, rows, impurity }: TreeCase["tree"], node: number): number {
  const of = (which: number) => rows[which] * impurity[which];
  return of(node) - of(left[node]) - of(right[node]);
}

/** Σ n_k·(1 - n_k/n). */
function gini(rows: readonly number[], codes: readonly number[], classCount: number): number {
  const counts = new Array<number>(classCount).fill(0);
  for (const row of rows) counts[codes[row]]++;
  return rows.length - counts.reduce((sum, count) => sum + count * count, 0) / rows.length;
}

/** Σ (y - mean)². */
function squares(rows: readonly number[], target: readonly number[]): number {
  const mean = rows.reduce((sum, row) => sum + target[row], 0) / rows.length;
  return rows.reduce((sum, row) => sum + (target[row] - mean) ** 2, 0);
}
