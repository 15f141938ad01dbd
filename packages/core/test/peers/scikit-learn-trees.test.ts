import { type CartOptions, type CriterionName, cart, type Tree } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { rowsOfColumns } from "../../src/tree/route-row.ts";
import { compareTrees, type TreeComparison } from "./compare-trees.ts";
import { type DataCase, type PeerTree, peerCases, relative } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";
import { type TreeView, viewOfOurs, viewOfPeer } from "./tree-view.ts";

interface TreeCase extends DataCase {
  readonly parameters: {
    readonly criterion?: string;
    readonly min_weight_fraction_leaf?: number;
    readonly max_depth?: number;
    readonly max_leaf_nodes?: number;
    readonly min_samples_leaf?: number;
    readonly min_samples_split?: number;
    readonly min_impurity_decrease?: number;
  };
  readonly classes?: readonly string[];
  /** Of each row; a row that weighs nothing is in no node of the peer. */
  readonly weights?: readonly number[];
  readonly classWeights?: Readonly<Record<string, number>>;
  readonly tree: PeerTree & {
    readonly threshold: readonly (number | string)[];
    readonly rows: readonly number[];
    readonly impurity: readonly number[];
    /** Where it is not the rows. */
    readonly weight?: readonly number[];
    /** Of a regression the mean, else the weight of each class. */
    readonly value: readonly (number | readonly number[])[];
  };
}

const kinds = [
  "classification-tree",
  "regression-tree",
  "classification-tree-by-criterion",
  "regression-tree-by-criterion",
  "weighted-classification-tree",
  "weighted-regression-tree",
] as const;
const cases = peerCases<TreeCase>(...kinds);

/** What scikit-learn calls our criteria. */
const criteria: Readonly<Record<string, CriterionName>> = {
  gini: "gini",
  entropy: "entropy",
  squared_error: "squaredError",
  absolute_error: "absoluteError",
  poisson: "poisson",
};

describe.each(cases)("$peer, $name", (peerCase) => {
  test("grows the same tree, up to ties", async ({ annotate }) => {
    const training = trainingRows(peerCase);
    const rows = Array.from(training.target.keys()).filter((row) => training.weights[row] > 0);
    const report = await compareTrees(comparisonFor(peerCase, training), rows);
    for (const tie of report.ties) await annotate(tie, "tie");
    expect(report.nodes).toBeGreaterThan(report.ties.length);
  });
});

interface TrainingRows {
  readonly columns: readonly Float32Array[];
  /** Class codes, in the peer's order, or numbers. */
  readonly target: readonly number[];
  readonly weights: readonly number[];
}

function trainingRows({ data, classes, weights, classWeights }: TreeCase): TrainingRows {
  const table = readDataset(data.set);
  const labels = table[data.target];
  const target = labels.map((text) => (classes ? classes.indexOf(text) : Number(text)));
  const columns = data.features.map((name) => float32Column(table[name]));
  return { columns, target, weights: weights ?? labels.map((label) => classWeights?.[label] ?? 1) };
}

function comparisonFor(peerCase: TreeCase, training: TrainingRows): TreeComparison {
  const { tree, classes, data } = peerCase;
  const { columns, target, weights } = training;
  const thresholds = tree.threshold.map(Number);
  const impurity = impurityBy(peerCase, training);
  const scale = impurity(target.map((_, row) => row));
  const trees = new Map<TreeView, Tree>();
  return {
    theirs: viewOfPeer(tree, columns, thresholds, "<=", (node) => decrease(tree, node)),
    featureNames: data.features,
    async grow(rows, depth, their) {
      const grown = await growCart(peerCase, training, rows, optionsBelow(peerCase, training, rows, depth, their));
      const weight = sumOf(rows, weights);
      const view = viewOfOurs(grown, rowsOfColumns(target.length, asColumns(data.features, columns)), weight);
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
      const weight = (tree.weight ?? tree.rows)[their];
      const peerValue = [tree.value[their]].flat().map((part) => (classes ? part / weight : part));
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
function optionsBelow(
  { parameters, tree }: TreeCase,
  { weights }: TrainingRows,
  rows: readonly number[],
  depth: number,
  their: number,
) {
  const { max_depth, max_leaf_nodes, min_samples_leaf, min_samples_split, min_impurity_decrease } = parameters;
  const { min_weight_fraction_leaf } = parameters;
  return {
    ...(parameters.criterion !== undefined && { criterion: criteria[parameters.criterion] }),
    ...(max_depth !== undefined && { maxDepth: max_depth - depth }),
    // What grows best first as a whole grows best first in each part.
    ...(max_leaf_nodes !== undefined && { maxLeaves: leavesBelow(tree, their) }),
    ...(min_samples_leaf !== undefined && { minRowsLeaf: min_samples_leaf }),
    ...(min_samples_split !== undefined && { minRowsSplit: min_samples_split }),
    // A share of the weight of all rows.
    ...(min_weight_fraction_leaf !== undefined && {
      minChildWeight: min_weight_fraction_leaf * weights.reduce((sum, weight) => sum + weight),
    }),
    // Ours is divided by the rows that are given to fit.
    ...(min_impurity_decrease !== undefined && { minGain: (min_impurity_decrease * tree.rows[0]) / rows.length }),
  };
}

function leavesBelow(tree: PeerTree, node: number): number {
  return tree.left[node] === -1 ? 1 : leavesBelow(tree, tree.left[node]) + leavesBelow(tree, tree.right[node]);
}

async function growCart(
  { data, classes }: TreeCase,
  { columns, target, weights }: TrainingRows,
  rows: readonly number[],
  options: CartOptions,
): Promise<Tree> {
  const taken = columns.map((column) => Float32Array.from(rows, (row) => column[row]));
  const labels = rows.map((row) => (classes ? classes[target[row]] : target[row]));
  const table = Object.fromEntries([...data.features.map((name, i) => [name, taken[i]]), ["the target", labels]]);
  const weight = rows.map((row) => weights[row]);
  const model = await cart(options).fit(table, { target: "the target", weight });
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

/** Weight × impurity of the node less that of its children, as scikit-learn's own numbers give it. */
function decrease({ left, right, rows, weight = rows, impurity }: TreeCase["tree"], node: number): number {
  const of = (which: number) => weight[which] * impurity[which];
  return of(node) - of(left[node]) - of(right[node]);
}

/** Weight × impurity by the textbook. */
function impurityBy({ parameters, classes }: TreeCase, training: TrainingRows): (rows: readonly number[]) => number {
  const { criterion } = parameters;
  if (criterion === "entropy") return (rows) => entropyOf(rows, training, classes?.length ?? 0);
  if (criterion === "absolute_error") return (rows) => deviations(rows, training);
  if (criterion === "poisson") return (rows) => halfDeviance(rows, training);
  return (rows) => (classes ? gini(rows, training, classes.length) : squares(rows, training));
}

/** -Σ w_k·log2(w_k/w). */
function entropyOf(rows: readonly number[], { target, weights }: TrainingRows, classCount: number): number {
  const counts = new Array<number>(classCount).fill(0);
  for (const row of rows) counts[target[row]] += weights[row];
  const sum = sumOf(rows, weights);
  return counts.reduce((total, count) => (count > 0 ? total - count * Math.log2(count / sum) : total), 0);
}

/** Σ w·|y - median|. */
function deviations(rows: readonly number[], { target, weights }: TrainingRows): number {
  const ordered = [...rows].sort((a, b) => target[a] - target[b]);
  const half = sumOf(rows, weights) / 2;
  let below = 0;
  let median = 0;
  for (const row of ordered) {
    median = target[row];
    below += weights[row];
    if (below >= half) break;
  }
  return rows.reduce((sum, row) => sum + weights[row] * Math.abs(target[row] - median), 0);
}

/** Σ w·(y·ln(y/mean) - y + mean). */
function halfDeviance(rows: readonly number[], { target, weights }: TrainingRows): number {
  const mean = rows.reduce((sum, row) => sum + weights[row] * target[row], 0) / sumOf(rows, weights);
  const of = (y: number) => (y > 0 ? y * Math.log(y / mean) : 0);
  return rows.reduce((sum, row) => sum + weights[row] * of(target[row]), 0);
}

/** Σ w_k·(1 - w_k/w). */
function gini(rows: readonly number[], { target, weights }: TrainingRows, classCount: number): number {
  const counts = new Array<number>(classCount).fill(0);
  for (const row of rows) counts[target[row]] += weights[row];
  const sum = sumOf(rows, weights);
  return sum - counts.reduce((total, count) => total + count * count, 0) / sum;
}

/** Σ w·(y - mean)². */
function squares(rows: readonly number[], { target, weights }: TrainingRows): number {
  const mean = rows.reduce((sum, row) => sum + weights[row] * target[row], 0) / sumOf(rows, weights);
  return rows.reduce((sum, row) => sum + weights[row] * (target[row] - mean) ** 2, 0);
}

function sumOf(rows: readonly number[], values: readonly number[]): number {
  return rows.reduce((sum, row) => sum + values[row], 0);
}
