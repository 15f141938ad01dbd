import {
  boosting,
  createDataset,
  type Dataset,
  depthGrower,
  exactSplitter,
  gradientGoal,
  type Loss,
  logistic,
  maxDepth,
  newton,
  squaredError,
  type Tree,
} from "@cambium/core";
import { createPacer } from "@cambium/kernels";
import { describe, expect, test } from "vitest";
import { rowsOfColumns } from "../../src/tree/route-row.ts";
import { compareTrees, type TreeComparison, type TreeReport } from "./compare-trees.ts";
import { absolute, type DataCase, type PeerTree, peerCases, relative } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";
import { leafOfRow, type TreeView, viewOfOurs, viewOfPeer } from "./tree-view.ts";

interface BoostedTree extends PeerTree {
  /** The threshold, or in a leaf its value. */
  readonly condition: readonly number[];
  readonly gain: readonly number[];
  readonly cover: readonly number[];
}

interface BoostingCase extends DataCase {
  readonly parameters: {
    readonly objective: string;
    readonly eta: number;
    readonly lambda: number;
    readonly max_depth: number;
    readonly base_score: number;
    readonly num_boost_round: number;
  };
  readonly classes?: readonly string[];
  readonly trees: readonly BoostedTree[];
  readonly margins: readonly number[];
}

describe.each(peerCases<BoostingCase>("boosted-trees"))("$peer, $name", (peerCase) => {
  const { parameters } = peerCase;

  test("grows every tree as XGBoost does from the margins so far, up to ties", async ({ annotate }) => {
    const training = await trainingData(peerCase);
    const margins = new Float32Array(training.dataset.rowCount).fill(baseMargin(peerCase));
    let nodes = 0;
    for (const [round, tree] of peerCase.trees.entries()) {
      const report = await compareRound(peerCase, training, tree, margins);
      for (const tie of report.ties) await annotate(`round ${round + 1}: ${tie}`, "tie");
      nodes += report.nodes;
    }
    expect(nodes).toBeGreaterThan(peerCase.trees.length);
    expectMargins(peerCase, margins);
  });

  test("comes to the same margins by itself", async () => {
    const { table, loss } = await trainingData(peerCase);
    const learner = boosting({
      loss,
      rounds: parameters.num_boost_round,
      learningRate: parameters.eta,
      maxDepth: parameters.max_depth,
    });
    const scores = (await learner.fit(table, { target: peerCase.data.target })).predictScore(table);
    expectMargins(peerCase, scores);
  });
});

function expectMargins(peerCase: BoostingCase, actual: ArrayLike<number>): void {
  expect(actual.length).toBe(peerCase.margins.length);
  peerCase.margins.forEach((margin, row) => {
    const tolerance = absolute(peerCase, "margin") + relative(peerCase, "margin") * Math.abs(margin);
    expect(Math.abs(actual[row] - margin)).toBeLessThanOrEqual(tolerance);
  });
}

interface TrainingData {
  readonly table: Readonly<Record<string, Float32Array | readonly string[] | Float64Array>>;
  readonly columns: readonly Float32Array[];
  readonly dataset: Dataset;
  readonly loss: Loss;
}

async function trainingData({ data, classes }: BoostingCase): Promise<TrainingData> {
  const text = readDataset(data.set);
  const columns = data.features.map((name) => float32Column(text[name]));
  const target = classes ? text[data.target] : Float64Array.from(text[data.target], Number);
  const table = Object.fromEntries([...data.features.map((name, i) => [name, columns[i]]), [data.target, target]]);
  const dataset = await createDataset(table, { target: data.target });
  return { table, columns, dataset, loss: (classes ? logistic() : squaredError()) as Loss };
}

/** base_score is a prediction: for the logistic objective a probability. */
function baseMargin({ classes, parameters: { base_score: base } }: BoostingCase): number {
  return classes ? Math.log(base / (1 - base)) : base;
}

/** Compares one tree, then adds it to the margins. */
async function compareRound(
  peerCase: BoostingCase,
  training: TrainingData,
  tree: BoostedTree,
  margins: Float32Array,
): Promise<TreeReport> {
  const { dataset, loss, columns } = training;
  const count = dataset.rowCount;
  const gradients = new Float64Array(count);
  const hessians = new Float64Array(count).fill(1);
  loss.derivatives(
    dataset.target,
    Float64Array.from(margins),
    gradients,
    loss.constantHessian ? null : hessians,
    0,
    count,
  );
  const theirs = viewOfPeer(tree, columns, tree.condition, "<", (node) => tree.gain[node]);
  const comparison = comparisonFor(peerCase, training, tree, theirs, gradients, hessians);
  const report = await compareTrees(comparison, Array.from(margins.keys()));
  for (let row = 0; row < count; row++) margins[row] += tree.condition[leafOfRow(theirs, row)];
  return report;
}

function comparisonFor(
  peerCase: BoostingCase,
  { dataset }: TrainingData,
  tree: BoostedTree,
  theirs: TreeView,
  gradients: Float64Array,
  hessians: Float64Array,
): TreeComparison {
  const { lambda, eta, max_depth: depthLimit } = peerCase.parameters;
  const sum = (of: Float64Array, rows: readonly number[]) => rows.reduce((total, row) => total + of[row], 0);
  const score = (rows: readonly number[]) => sum(gradients, rows) ** 2 / (sum(hessians, rows) + lambda);
  const trees = new Map<TreeView, Tree>();
  const tolerance = (rows: readonly number[]) =>
    relative(peerCase, "tie") * rows.reduce((total, row) => total + score([row]), 0);
  return {
    theirs,
    featureNames: peerCase.data.features,
    async grow(rows, depth) {
      const grown = await growNewton(dataset, gradients, hessians, Uint32Array.from(rows), lambda, depthLimit - depth);
      const view = viewOfOurs(grown, rowsOfColumns(dataset.rowCount, dataset.columns), 1);
      trees.set(view, grown);
      return view;
    },
    gain: (left, right) => score(left) + score(right) - score([...left, ...right]),
    tieTolerance: tolerance,
    gainTolerance: tolerance,
    leastGain: () => absolute(peerCase, "leastGain"),
    checkNode(ours, our, their, rows) {
      const { value, cover, rowCount } = trees.get(ours) as Tree;
      expect(rowCount[our]).toBe(rows.length);
      expect(Math.abs(cover[our] - tree.cover[their])).toBeLessThanOrEqual(relative(peerCase, "cover") * cover[our]);
      if (!theirs.isLeaf(their)) return;
      const leaf = eta * value[our];
      const apart = relative(peerCase, "leaf") * Math.abs(leaf) + absolute(peerCase, "leaf");
      expect(Math.abs(leaf - tree.condition[their])).toBeLessThanOrEqual(apart);
    },
  };
}

async function growNewton(
  dataset: Dataset,
  gradients: Float64Array,
  hessians: Float64Array,
  rows: Uint32Array,
  l2: number,
  depth: number,
): Promise<Tree> {
  const pacer = createPacer();
  const criterion = newton({ l2 });
  const search = await exactSplitter().begin({ dataset, criterion, minRowsLeaf: 1, pacer });
  try {
    const goal = gradientGoal(gradients.slice(), hessians.slice(), null, rows);
    const rules = [maxDepth(depth)];
    return await depthGrower().grow({ search, criterion, goal, rows, rules, gainUnit: 1, rootImpurity: 0, pacer });
  } finally {
    search.end();
  }
}
