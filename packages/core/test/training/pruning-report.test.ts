import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  c45,
  cart,
  costComplexity,
  errorBased,
  leafCount,
  type Model,
  negativeGain,
  type PostPruning,
  pessimisticError,
  randomForest,
  reducedError,
} from "../../src/index.ts";

const x = Array.from({ length: 40 }, (_, row) => row);
const train = { x, y: x.map((row) => (row < 20 !== (row % 7 === 3) ? "low" : "high")) };

async function fitted(prune: PostPruning | PostPruning[]) {
  const needsRows = [prune].flat().some(({ needs }) => needs.kind === "validation");
  const validation = { x, y: x.map((row) => (row < 20 ? "low" : "high")) };
  return cart({ prune }).fit(train, { target: "y", ...(needsRows ? { validation } : {}) });
}

const nodesOf = ({ ensemble }: Model) => ensemble.trees.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
const pruningLines = (report: readonly string[]) => report.filter((line) => line.startsWith("pruning"));

describe("the report of a pruned model", () => {
  it.each<[PostPruning, string]>([
    [reducedError(), "a subtree went where a leaf in its place has no more error on the validation rows"],
    [
      pessimisticError(),
      "a subtree went where a leaf in its place is within one standard error, with ½ an error added per leaf",
    ],
    [
      errorBased(),
      "a subtree went where its largest branch, or a leaf, in its place has at most 0.1 more errors to expect, at confidence 0.25",
    ],
    [negativeGain({ gamma: 0.1 }), "a split went where it and all below it gain less than γ = 0.1"],
    [costComplexity({ alpha: 0.05 }), "at α = 0.05"],
  ])("names $name, the nodes before and after, and the rule", async (prune, reason) => {
    const full = (await cart().fit(train, { target: "y" })).ensemble.trees[0].nodeCount;
    const model = await fitted(prune);
    const left = model.ensemble.trees[0].nodeCount;
    expect(left).toBeLessThan(full);
    expect(pruningLines(model.report)).toEqual([`pruning by ${prune.name} left ${left} of ${full} nodes: ${reason}`]);
  });

  it("names the α that was chosen, and what chose it", async () => {
    for (const [prune, chooser] of [
      [costComplexity({ folds: 5, seed: 3 }), '5 folds of seed 3 and the rule "min"'],
      [costComplexity({ by: "validation", rule: "1se" }), 'the validation rows and the rule "1se"'],
    ] as const) {
      const model = await fitted(prune);
      const step = model.pruningPath.find(({ leaves }) => leaves === leafCount(model.ensemble.trees[0]));
      expect(pruningLines(model.report)[0]).toContain(`at α = ${step?.alpha}, chosen by ${chooser}`);
    }
  });

  it("has a line for each strategy, in their order, and says where nothing was cut", async () => {
    const model = await fitted([errorBased(), negativeGain({ gamma: 0 })]);
    const nodes = model.ensemble.trees[0].nodeCount;
    const lines = pruningLines(model.report);
    expect(lines[0]).toMatch(/^pruning by errorBased left /);
    expect(lines[1]).toBe(`pruning by negativeGain cut nothing from ${nodes} nodes`);
  });

  /** Without pruning the same bags give the trees as they were before. */
  it("sums over the trees of an ensemble", async () => {
    const options = { trees: 6, seed: 2 };
    const target = { target: "y" };
    const gamma = "a split went where it and all below it gain less than γ = 0.05";
    const prune = negativeGain({ gamma: 0.05 });
    const cases: [whole: Model, pruned: Model, strategy: string, reason: string][] = [
      [
        await randomForest(options).fit(train, target),
        await randomForest({ ...options, prune }).fit(train, target),
        "negativeGain",
        gamma,
      ],
      [
        await bagging(cart(), options).fit(train, target),
        await bagging(cart({ prune }), options).fit(train, target),
        "negativeGain",
        gamma,
      ],
      [
        await bagging(c45({ minChildWeight: 1, prune: [] }), options).fit(train, target),
        await bagging(c45({ minChildWeight: 1, prune: errorBased({ confidence: 0.001 }) }), options).fit(train, target),
        "errorBased",
        "a subtree went where its largest branch, or a leaf, in its place has at most 0.1 more errors to expect, at confidence 0.001",
      ],
    ];
    for (const [whole, pruned, strategy, reason] of cases) {
      const [left, full] = [nodesOf(pruned), nodesOf(whole)];
      expect(left).toBeLessThan(full);
      expect(pruningLines(pruned.report)).toEqual([
        `pruning by ${strategy} left ${left} of ${full} nodes in 6 trees: ${reason}`,
      ]);
      expect(pruningLines(whole.report)).toEqual([]);
    }
    const boosted = await boosting({ rounds: 4, maxDepth: 1, prune: negativeGain({ gamma: 0 }) }).fit(train, target);
    expect(pruningLines(boosted.report)).toEqual(["pruning by negativeGain cut nothing from 12 nodes in 4 trees"]);
  });

  it("tells the α of one tree where each has its own, and counts the trees that AdaBoost keeps", async () => {
    const prune = costComplexity({ folds: 4, seed: 3 });
    const bagged = await bagging(cart({ prune }), { trees: 5 }).fit(train, { target: "y" });
    expect(pruningLines(bagged.report)).toEqual([
      expect.stringMatching(
        new RegExp(`^pruning by costComplexity left ${nodesOf(bagged)} of \\d+ nodes in 5 trees; of tree \\d: at α = `),
      ),
    ]);
    const boosted = await adaBoost(cart({ maxDepth: 3, prune: costComplexity({ alpha: 0.02 }) }), { rounds: 3 }).fit(
      train,
      { target: "y" },
    );
    const { length } = boosted.ensemble.trees;
    expect(pruningLines(boosted.report)[0]).toContain(`left ${nodesOf(boosted)} of `);
    expect(pruningLines(boosted.report)[0]).toContain(` nodes in ${length} trees: at α = 0.02`);
  });

  it("counts the trees that early stopping keeps, and no others", async () => {
    const y = x.map((row) => Math.sin(row) + row / 20);
    const learner = boosting({
      ...{ rounds: 30, learningRate: 0.8, maxDepth: 3, prune: negativeGain({ gamma: 0.05 }) },
      earlyStopping: { patience: 3 },
    });
    const model = await learner.fit({ x, y }, { target: "y", validation: { x, y: y.map((value) => 1 - value) } });
    const { trees } = model.ensemble;
    expect(model.learningCurve.length).toBe(trees.length + 3);
    const kept = await boosting({ ...learner.endsEarly?.ofRounds(trees.length).options }).fit(
      { x, y },
      { target: "y" },
    );
    expect(pruningLines(model.report)).toEqual(pruningLines(kept.report));
    expect(pruningLines(model.report)).toHaveLength(1);
  });
});
