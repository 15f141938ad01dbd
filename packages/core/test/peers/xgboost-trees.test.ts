import {
  type AnyLoss,
  boosting,
  type ClassLoss,
  createDataset,
  type Dataset,
  depthGrower,
  exactSplitter,
  gradientGoal,
  type Loss,
  logistic,
  maxDepth,
  newton,
  softmax,
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
  /** Of more than two classes: where the score of each begins. */
  readonly bases?: readonly number[];
  readonly trees: readonly BoostedTree[];
  /** Row after row. */
  readonly margins: readonly number[];
}

describe.each(peerCases<BoostingCase>("boosted-trees"))("$peer, $name", (peerCase) => {
  const { parameters } = peerCase;

  test("grows every tree as XGBoost does from the margins so far, up to ties", async ({ annotate }) => {
    const training = await trainingData(peerCase);
    const bases = basesOf(peerCase);
    const { rowCount } = training.dataset;
    // All rows of the first class, then all of the second, as losses have them.
    const margins = new Float32Array(rowCount * bases.length).map((_, at) => bases[Math.floor(at / rowCount)]);
    let nodes = 0;
    for (let first = 0; first < peerCase.trees.length; first += bases.length) {
      const trees = peerCase.trees.slice(first, first + bases.length);
      for (const report of await compareRound(peerCase, training, trees, margins)) {
        for (const tie of report.ties) await annotate(`round ${first / bases.length + 1}: ${tie}`, "tie");
        nodes += report.nodes;
      }
    }
    expect(nodes).toBeGreaterThan(peerCase.trees.length);
    const width = bases.length;
    expectMargins(
      peerCase,
      margins.map((_, at) => margins[(at % width) * rowCount + Math.floor(at / width)]),
    );
  });

  test("comes to the same margins by itself", async () => {
    const { table, loss } = await trainingData(peerCase);
    const learner = boosting({
      loss: loss as Loss | ClassLoss,
      rounds: parameters.num_boost_round,
      learningRate: parameters.eta,
      maxDepth: parameters.max_depth,
      columnSample: { node: 1 },
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
  readonly loss: AnyLoss;
}

async function trainingData({ data, classes, bases }: BoostingCase): Promise<TrainingData> {
  const text = readDataset(data.set);
  const columns = data.features.map((name) => float32Column(text[name]));
  const target = classes ? text[data.target] : Float64Array.from(text[data.target], Number);
  const table = Object.fromEntries([...data.features.map((name, i) => [name, columns[i]]), [data.target, target]]);
  const dataset = await createDataset(table, { target: data.target });
  const loss = bases ? softmax() : ((classes ? logistic() : squaredError()) as Loss);
  return { table, columns, dataset, loss };
}

/** base_score is a prediction: for the logistic objective a probability. */
function basesOf({ classes, bases, parameters: { base_score: base } }: BoostingCase): readonly number[] {
  return bases ?? [classes ? Math.log(base / (1 - base)) : base];
}

/** Compares the trees of a round, one for each score, then adds them to the margins. */
async function compareRound(
  peerCase: BoostingCase,
  training: TrainingData,
  trees: readonly BoostedTree[],
  margins: Float32Array,
): Promise<TreeReport[]> {
  const { dataset, loss, columns } = training;
  const count = dataset.rowCount;
  const gradients = new Float64Array(margins.length);
  const hessians = new Float64Array(margins.length).fill(1);
  const seconds = loss.constantHessian ? null : hessians;
  loss.derivatives(dataset.target as never, Float64Array.from(margins), gradients, seconds, 0, count);
  const reports: TreeReport[] = [];
  for (const [place, tree] of trees.entries()) {
    const [own, ownSeconds] = [gradients, hessians].map((of) => of.subarray(place * count, (place + 1) * count));
    const theirs = viewOfPeer(tree, columns, tree.condition, "<", (node) => tree.gain[node]);
    const comparison = comparisonFor(peerCase, training, tree, theirs, own, ownSeconds);
    reports.push(
      await compareTrees(
        comparison,
        Array.from({ length: count }, (_, row) => row),
      ),
    );
    for (let row = 0; row < count; row++) margins[place * count + row] += tree.condition[leafOfRow(theirs, row)];
  }
  return reports;
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
