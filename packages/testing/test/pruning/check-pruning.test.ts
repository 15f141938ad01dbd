import {
  type CandidateSplit,
  collapseTree,
  costComplexity,
  type GrowthLimit,
  leafCount,
  maxDepth,
  maxLeaves,
  type PostPruning,
  type PrePruning,
  type PruningVerdict,
  type SearchNode,
} from "@cambium/core";
import { test } from "vitest";
import { checkPruning } from "../../src/index.ts";
import { expectAllBroken, expectOnlyFailure } from "../support/expect-only-failure.ts";

function rule(allows: PrePruning["allows"]): PrePruning {
  return { stage: "before-split", name: "altered", allows };
}

function onceOnly(): PrePruning {
  const asked = new WeakSet<SearchNode | CandidateSplit>();
  return rule((node, split) => {
    const question = split ?? node;
    const isNew = !asked.has(question);
    asked.add(question);
    return isNew;
  });
}

const brokenRules: [law: string, rule: PrePruning][] = [
  ["a rule answers true or false", rule((node) => (node.depth < 3 ? 1 : undefined) as unknown as boolean)],
  ["the same question has the same answer", onceOnly()],
  [
    "a rule leaves the node and the split as they are",
    rule((_, split) => {
      split?.childStats.reverse();
      return true;
    }),
  ],
  ["a no before the search is a no to every split", rule((_, split) => split !== null)],
  ["what is refused at one depth is refused at every greater one", rule((node) => node.depth !== 2)],
  ["a rule that allows a split allows one that gains more", rule((_, split) => split === null || split.gain < 5)],
];

const ALPHA = 0.02;

/** Cost-complexity at a given α with its verdict changed. */
function withVerdict(
  change: (verdict: PruningVerdict, ...given: Parameters<PostPruning["prune"]>) => Partial<PruningVerdict>,
): PostPruning {
  const inner = costComplexity({ alpha: ALPHA });
  return {
    ...inner,
    prune: async (tree, evidence, pacer) => {
      const verdict = await inner.prune(tree, evidence, pacer);
      return { ...verdict, ...change(verdict, tree, evidence, pacer) };
    },
  };
}

function alternating(): PostPruning {
  let calls = 0;
  return {
    ...costComplexity({ alpha: 0 }),
    prune: (tree, evidence, pacer) =>
      costComplexity({ alpha: calls++ % 2 === 0 ? 0 : 1e9 }).prune(tree, evidence, pacer),
  };
}

/** Chooses by all rows, also by those that the tree has seen. */
function peeking(): PostPruning {
  const inner = costComplexity({ by: "validation" });
  return {
    ...inner,
    prune: (tree, evidence, pacer) =>
      inner.prune(
        tree,
        evidence.map((held) => ({
          ...held,
          rows: Uint32Array.from({ length: held.columns.rowCount }, (_, row) => row),
        })),
        pacer,
      ),
  };
}

const brokenCuts: [law: string, strategy: PostPruning][] = [
  [
    "needs names what training can provide",
    { ...costComplexity({ alpha: ALPHA }), needs: { kind: "folds", folds: 1, seed: 0 } },
  ],
  [
    "task is classification, regression or left out",
    { ...costComplexity({ alpha: ALPHA }), task: "classes" as unknown as "classification" },
  ],
  [
    "the mask has a 0 or a 1 for every node",
    withVerdict(({ collapse }) => ({ collapse: collapse.map((mark) => 2 * mark + mark) })),
  ],
  [
    "raise names a child of its node, or none",
    withVerdict((_, tree) => ({ raise: tree.childCount.map((count) => count + 1) })),
  ],
  [
    "the path goes from the full tree, or one that is as good, to the root alone, step by step",
    withVerdict(({ path }) => ({ path: path.map((step) => ({ ...step, alpha: 0 })) })),
  ],
  [
    "impurity never falls along the path, and ends at the root's",
    withVerdict(({ path }) => ({
      path: path.map((step) => ({ ...step, impurity: step.leaves === 1 ? 0 : step.impurity })),
    })),
  ],
  [
    "the pruned tree is one of the path",
    withVerdict((_, tree) => ({ collapse: Uint8Array.from(tree.kind, (_kind, node) => (node === 2 ? 1 : 0)) })),
  ],
  [
    "a tree of one leaf can be pruned",
    withVerdict(({ collapse }, tree) => {
      if (leafCount(collapseTree(tree, collapse)) === tree.nodeCount)
        throw new RangeError("no inner node to begin with");
      return {};
    }),
  ],
  ["the same question has the same answer", alternating()],
  [
    "the strategy leaves the tree and the evidence as they are",
    withVerdict((_, tree) => {
      tree.gain.fill(0);
      return {};
    }),
  ],
  ["only the held-out rows decide", peeking()],
];

const brokenLimits: [law: string, limit: GrowthLimit][] = [
  ["the number of leaves is whole, and at least 1", { stage: "during-growth", name: "half", leaves: 2.5 }],
  ["the number of leaves is always the same", growing()],
];

function growing(): GrowthLimit {
  let leaves = 1;
  return {
    stage: "during-growth",
    name: "growing",
    get leaves() {
      return leaves++;
    },
  };
}

test.each(brokenLimits)("a limit is told when it does not keep this law: %s", async (law, broken) => {
  expectOnlyFailure(await checkPruning(broken), law);
});

test.each(brokenRules)("a rule is told when it does not keep this law: %s", async (law, broken) => {
  expectOnlyFailure(await checkPruning(broken), law);
});

test.each(brokenCuts)("a cut after growth is told when it does not keep this law: %s", async (law, broken) => {
  expectOnlyFailure(await checkPruning(broken), law);
});

test("every law can be broken", async () => {
  expectAllBroken(
    [await checkPruning(maxDepth(3))],
    brokenRules.map(([law]) => law),
  );
  expectAllBroken(
    [await checkPruning(maxLeaves(3))],
    brokenLimits.map(([law]) => law),
  );
  expectAllBroken(
    [await checkPruning(costComplexity({ by: "validation" }))],
    brokenCuts.map(([law]) => law),
  );
});
