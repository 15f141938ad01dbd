import { c45, errorBased, id3, isLeaf, type Model, NodeKind, type Tree } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { type PeerCase, peerCases, relative } from "./peer-cases.ts";
import { readDataset } from "./read-dataset.ts";

interface WekaCase extends PeerCase {
  readonly parameters: Readonly<Record<string, number | boolean | null>>;
  readonly data: {
    readonly set: string;
    readonly features: readonly string[];
    readonly target: string;
    readonly levels: Readonly<Record<string, readonly string[]>>;
  };
  readonly tree: {
    readonly children: readonly (readonly number[])[];
    readonly feature: readonly number[];
    readonly cut: readonly (number | null)[];
    readonly empty: readonly number[];
    /** Of J48. */
    readonly weight?: readonly (readonly number[])[];
    readonly gain?: readonly (number | null)[];
  };
  readonly predicted: {
    readonly distributions: readonly (readonly number[])[];
    readonly distributionOfRow: readonly number[];
  };
}

function tableOf({ data }: WekaCase): Readonly<Record<string, readonly (string | number | null)[]>> {
  const columns = readDataset(data.set);
  const read = (name: string) =>
    columns[name].map((text) =>
      text === "" ? null : name in data.levels || name === data.target ? text : Number(text),
    );
  return Object.fromEntries([...data.features, data.target].map((name) => [name, read(name)]));
}

function grown(peerCase: WekaCase, learner: ReturnType<typeof c45>): Promise<Model> {
  const { target, levels } = peerCase.data;
  const types = Object.fromEntries(Object.keys(levels).map((name) => [name, "categorical" as const]));
  return learner.fit(tableOf(peerCase), { target, task: "classification", types });
}

/** Walks both trees at once; a sentence for the first node at which they part. */
function firstDifference(peerCase: WekaCase, tree: Tree): string | null {
  const open: Pair[] = [[0, 0]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const difference = differenceOfWeights(peerCase, tree, pair) ?? differenceOfSplits(peerCase, tree, pair);
    if (difference !== null) return `node ${pair[1]}: ${difference}`;
    open.push(...pairsBelow(peerCase, tree, pair));
  }
  return null;
}

type Pair = readonly [our: number, their: number];

function isNear(peerCase: WekaCase, a: number, b: number): boolean {
  return Math.abs(a - b) <= relative(peerCase, "number") * Math.max(1, Math.abs(b));
}

function differenceOfWeights(peerCase: WekaCase, tree: Tree, [our, their]: Pair): string | null {
  // Where no row came by, Weka keeps no weights, or those that the node had before a branch took another's place.
  const weights = peerCase.tree.empty[their] === 0 ? peerCase.tree.weight?.[their] : undefined;
  const ours = Array.from(tree.value.subarray(our * tree.valueWidth, (our + 1) * tree.valueWidth));
  const differs = weights?.some((weight, k) => !isNear(peerCase, ours[k] * tree.cover[our], weight)) ?? false;
  return differs ? `weights ${ours} and ${weights}` : null;
}

function differenceOfSplits(peerCase: WekaCase, tree: Tree, [our, their]: Pair): string | null {
  const { children, feature, cut, gain: gains } = peerCase.tree;
  const endsHere = isLeaf(tree, our);
  if (endsHere !== (children[their].length === 0)) return `only ${endsHere ? "Weka" : "Cambium"} splits`;
  if (endsHere) return null;
  if (tree.feature[our] !== feature[their]) return `features ${tree.feature[our]} and ${feature[their]}`;
  if (tree.kind[our] === NodeKind.Threshold)
    return tree.threshold[our] === cut[their] ? null : `cuts at ${tree.threshold[our]} and ${cut[their]}`;
  const gain = (tree.gain[our] * tree.cover[0]) / tree.cover[our];
  // A raised branch keeps in Weka the gains of the fewer rows that it was grown on.
  const told = peerCase.parameters.raising ? gain : (gains?.[their] ?? gain);
  return isNear(peerCase, gain, told) ? null : `gains ${gain} and ${told}`;
}

function pairsBelow(peerCase: WekaCase, tree: Tree, [our, their]: Pair): Pair[] {
  const first = tree.firstChild[our];
  return peerCase.tree.children[their].map((son, branch) => {
    const isCut = tree.kind[our] === NodeKind.Threshold;
    return [first + (isCut ? branch : tree.categories[tree.categoryStart[our] + branch]), son];
  });
}

/*
 * Every one of them was seen to vanish when Cambium was changed for a try: J48 counts gains up to 0.001 below the average,
 * takes values that are 1e-5 apart for equal, and takes the normal quantile of the confidence, where C4.5 has a table.
 */
const average = "Weka lets the gain be 0.001 below the average";
const values = "Weka takes values that are 1e-5 apart for equal";
const quantile = "Weka's estimate of errors has the normal quantile, C4.5's a table";
const known: Readonly<Record<string, readonly [difference: string, because: string]>> = {
  "j48-balance-scale-pruned": ["node 96: features 1 and 2", quantile],
  "j48-breast-cancer-ljubljana-confidence-50": ["node 1: only Weka splits", quantile],
  "j48-breast-cancer-wisconsin-pruned": ["node 2: only Cambium splits", quantile],
  "j48-breast-cancer-wisconsin-without-raising": ["node 2: only Cambium splits", quantile],
  "j48-breast-cancer-wisconsin-unpruned": ["node 31: features 6 and 3", average],
  "j48-glass-pruned": ["node 47: only Weka splits", values],
  "j48-glass-unpruned": ["node 47: only Weka splits", values],
  "j48-glass-without-raising": ["node 47: only Weka splits", values],
  "j48-heart-cleveland-confidence-50": ["node 5: only Weka splits", quantile],
};

/** What C4.5 has no switch for: binary splits of levels, Laplace's shares, growth without penalty or collapse, midpoints. */
function isC45({ parameters: of }: WekaCase): boolean {
  return !of.binary && !of.laplace && of.penalty === true && of.cutsAreValues === true && of.collapse === true;
}

const cases = peerCases<WekaCase>("weka-tree");
const byJ48 = cases.filter((peerCase) => peerCase.call.includes("J48") && isC45(peerCase));

describe("c45 and Weka's J48", () => {
  test.each(byJ48)(
    "$name: the same tree, with the same shares for every row, but where the two are known to differ",
    async (peerCase) => {
      const { pruned, confidence, raising, minRows } = peerCase.parameters;
      const prune = pruned ? errorBased({ confidence: Number(confidence), raising: raising === true }) : [];
      const model = await grown(peerCase, c45({ minChildWeight: Number(minRows), prune }));
      const difference = firstDifference(peerCase, model.ensemble.trees[0]);
      expect(difference).toBe(known[peerCase.name]?.[0] ?? null);
      if (difference === null) expectSameShares(peerCase, model);
    },
  );

  test("differ in no more than these of the trees", () => {
    const names = byJ48.map(({ name }) => name);
    expect(Object.keys(known).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(60);
  });
});

describe("id3 and Weka's Id3", () => {
  test.each(cases.filter(({ call }) => call.includes("Id3")))(
    "$name: the same tree, and the same shares for every row",
    async (peerCase) => {
      const model = await grown(peerCase, id3());
      expect(firstDifference(peerCase, model.ensemble.trees[0])).toBeNull();
      expectSameShares(peerCase, model);
    },
  );
});

function expectSameShares(peerCase: WekaCase, model: Model): void {
  if (model.task !== "classification") throw new Error("the target is a class");
  const ours = model.predictProbability(tableOf(peerCase));
  const { distributions, distributionOfRow } = peerCase.predicted;
  const theirs = distributionOfRow.flatMap((which) => distributions[which]);
  expect(ours.length).toBe(theirs.length);
  ours.forEach((share, i) => {
    expect(Math.abs(share - theirs[i])).toBeLessThan(1e-5);
  });
}
