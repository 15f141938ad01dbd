import { depthGrower, type Grower, type GrowPlan, isLeaf, maxDepth, type Tree } from "@cambium/core";
import { test } from "vitest";
import { checkGrower } from "../../src/index.ts";
import { expectAllBroken, expectOnlyFailure } from "../support/expect-only-failure.ts";

/** The depth grower with its finished trees changed. */
function withTrees(change: (tree: Tree) => Partial<Tree>): Grower {
  return {
    name: "altered",
    async grow(plan) {
      const tree = await depthGrower().grow(plan);
      return { ...tree, ...change(tree) };
    },
  };
}

/** The depth grower on another plan. */
function withPlans(change: (plan: GrowPlan) => GrowPlan): Grower {
  return { name: "altered", grow: (plan) => depthGrower().grow(change(plan)) };
}

/** The row counts of two sibling leaves, the one for the other's. */
function swapLeaves({ rowCount, firstChild, kind, ...tree }: Tree): Uint32Array {
  const swapped = rowCount.slice();
  for (let node = 0; node < tree.nodeCount; node++) {
    const first = firstChild[node];
    if (kind[node] === 0 || kind[first] !== 0 || kind[first + 1] !== 0) continue;
    [swapped[first], swapped[first + 1]] = [rowCount[first + 1], rowCount[first]];
  }
  return swapped;
}

function tiring(): Grower {
  let trees = 0;
  return withPlans((plan) => (trees++ % 2 === 0 ? plan : { ...plan, rules: [...plan.rules, maxDepth(1)] }));
}

const broken: [law: string, grower: Grower][] = [
  [
    "the arrays of the tree fit together",
    withTrees((tree) => ({ feature: tree.feature.map((feature, node) => (isLeaf(tree, node) ? 0 : feature)) })),
  ],
  [
    "rows and covers of the children add up to the parent's, from the whole bag down",
    withTrees(({ cover }) => ({ cover: cover.map((weight, node) => (node === 0 ? weight : 2 * weight)) })),
  ],
  ["every training row ends where it was counted", withTrees((tree) => ({ rowCount: swapLeaves(tree) }))],
  [
    "every node has the criterion's leaf value of its rows",
    withTrees((tree) => ({
      value: tree.value.map((value, at) => (isLeaf(tree, Math.floor(at / tree.valueWidth)) ? value : 0)),
    })),
  ],
  ["the gain of a split is the criterion's, in the plan's unit", withPlans((plan) => ({ ...plan, gainUnit: 1 }))],
  ["the tree keeps the impurity of its root", withTrees(() => ({ rootImpurity: 0 }))],
  [
    "the root is cut when a cut gains something and no rule forbids it",
    withPlans((plan) => ({ ...plan, rules: [...plan.rules, maxDepth(0)] })),
  ],
  ["one rule's no is enough to make a leaf", withPlans((plan) => ({ ...plan, rules: plan.rules.slice(0, 1) }))],
  ["the same plan gives the same tree", tiring()],
];

test.each(broken)("a grower is told when it does not keep this law: %s", async (law, grower) => {
  expectOnlyFailure(await checkGrower(grower), law);
});

test("every law can be broken", async () => {
  expectAllBroken(
    [await checkGrower(depthGrower())],
    broken.map(([law]) => law),
  );
});
