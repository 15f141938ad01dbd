import { boosting, encodeTable, isClassLoss, type Loss, leafOf, type Model, type Tree } from "@cambium/core";
import { expect, test } from "vitest";
import { anyLossOf, type LossCase, lossCases } from "./loss-cases.ts";

/** As `histogram-trees` has them: `condition` is the highest level that goes left, or what a leaf says. */
interface PeerTree {
  readonly left: readonly number[];
  readonly feature: readonly number[];
  readonly condition: readonly number[];
}

interface TreesCase extends LossCase {
  /** What the learner is asked, by our names. */
  readonly boosting: Readonly<Record<string, number>>;
  readonly columns: readonly (readonly number[])[];
  readonly target: readonly number[];
  /** In turn. */
  readonly weights?: readonly number[];
  /** The score of every row before the first tree. */
  readonly base: number;
  /** What each row has besides, in turn: the log of its exposure, or a number for each class, class after class. */
  readonly offsets?: readonly number[] | readonly (readonly number[])[];
  /** What the peer predicts for the first rows when it is given the offsets, before the link, row after row. */
  readonly margins?: readonly number[];
  readonly trees: readonly PeerTree[];
}

const cases = lossCases<TreesCase>("loss-trees");

test.each(cases)(
  "$peer, $name: parts the rows as the peer does, and says the same of them, tree after tree",
  async (treesCase) => {
    const { columns, target, trees } = treesCase;
    const model = await trained(treesCase);
    const ours = leavesOf(model, treesCase);
    expect(ours.length).toBe(trees.length);
    for (const [place, tree] of trees.entries()) {
      const theirs = target.map((_, row) => leafOfPeer(tree, columns, row));
      expect(sameParts(ours[place], theirs), `tree ${place + 1}`).toBe(true);
      expectLeaves(treesCase, tree, theirs, model.ensemble.trees[place], ours[place]);
    }
    expectMargins(model, treesCase);
  },
);

test("every loss that says so is held to a peer", () => {
  const held = cases.filter(({ peer }) => peer.startsWith("xgboost")).map(({ loss }) => loss);
  expect(new Set(held)).toEqual(new Set(["crossEntropy", "gamma", "hinge", "poisson", "softmax", "tweedie"]));
});

test("both peers are asked for offsets", () => {
  const exposed = cases.filter(({ offsets }) => offsets !== undefined);
  expect(exposed.map(({ peer, loss }) => `${peer.split("-")[0]} ${loss}`)).toEqual([
    "lightgbm poisson",
    "lightgbm softmax",
    "xgboost poisson",
    "xgboost softmax",
    "xgboost tweedie",
  ]);
});

function tableOf(treesCase: TreesCase): Record<string, Float64Array | string[]> {
  const { columns, target } = treesCase;
  const features = columns.map((levels, feature) => [`x${feature}`, Float64Array.from(levels)]);
  const offsets = offsetsOf(treesCase).map(([name, cycle]) => {
    return [name, Float64Array.from(target, (_, row) => cycle[row % cycle.length])];
  });
  const isClass = anyLossOf(treesCase).task === "classification";
  return {
    ...Object.fromEntries([...features, ...offsets]),
    y: isClass ? target.map(String) : Float64Array.from(target),
  };
}

/** By the names of their columns. */
function offsetsOf({ offsets = [] }: TreesCase): (readonly [name: string, cycle: readonly number[]])[] {
  if (offsets.length === 0) return [];
  const cycles = typeof offsets[0] === "number" ? [offsets as readonly number[]] : (offsets as readonly number[][]);
  return cycles.map((cycle, place) => [`offset${place}`, cycle]);
}

async function trained(treesCase: TreesCase): Promise<Model> {
  const loss = anyLossOf(treesCase);
  const { weights, target, base, trees } = treesCase;
  const offset = offsetsOf(treesCase).map(([name]) => name);
  const learner = boosting({
    maxDepth: 1000,
    columnSample: { node: 1 },
    ...treesCase.boosting,
    ...{
      loss: loss as Loss,
      rounds: trees.length / (isClassLoss(loss) ? 3 : 1),
      baseScore: base,
      splitter: "histogram",
      gradientBits: "wide",
    },
  });
  const weight = weights && Float64Array.from(target, (_, row) => weights[row % weights.length]);
  return learner.fit(tableOf(treesCase), {
    target: "y",
    ...(weight && { weight }),
    ...(offset.length > 0 && { offset }),
  });
}

/** By tree, the leaf of each row. */
function leavesOf(model: Model, treesCase: TreesCase): number[][] {
  const rows = encodeTable(model, tableOf(treesCase));
  return model.ensemble.trees.map((tree) => treesCase.target.map((_, row) => leafOf(tree, rows, row)));
}

function leafOfPeer({ left, feature, condition }: PeerTree, columns: TreesCase["columns"], row: number): number {
  let node = 0;
  while (left[node] > 0) node = left[node] + (columns[feature[node]][row] <= condition[node] ? 0 : 1);
  return node;
}

/** Whether rows share a leaf of ours where they share one of theirs. */
function sameParts(ours: readonly number[], theirs: readonly number[]): boolean {
  const pairs = new Set(ours.map((leaf, row) => `${leaf} ${theirs[row]}`));
  return pairs.size === new Set(ours).size && pairs.size === new Set(theirs).size;
}

function expectLeaves(
  { tolerances: { leaf } }: TreesCase,
  { condition }: PeerTree,
  theirs: readonly number[],
  { value }: Tree,
  ours: readonly number[],
): void {
  const { relative = 0, absolute = 0 } = leaf;
  for (const [row, node] of theirs.entries()) {
    const apart = Math.abs(value[ours[row]] - condition[node]);
    expect(apart).toBeLessThanOrEqual(relative * Math.abs(condition[node]) + absolute);
  }
}

function expectMargins(model: Model, treesCase: TreesCase): void {
  const { margins = [], tolerances } = treesCase;
  if (margins.length === 0) return;
  const { relative = 0, absolute = 0 } = tolerances.margin;
  const scores = model.predictScore(tableOf(treesCase));
  for (const [row, margin] of margins.entries()) {
    expect(Math.abs(scores[row] - margin)).toBeLessThanOrEqual(relative * Math.abs(margin) + absolute);
  }
}
