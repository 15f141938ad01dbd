import { expect, it } from "vitest";
import { cart } from "../../src/index.ts";
import { type BagPlan, fitBags } from "../../src/training/bagging/fit-bags.ts";
import type { TreeMaker } from "../../src/training/single-trees/tree-learner.ts";
import { failureOf } from "../support/failure-of.ts";

it("a forest is refused when its trees come to more class shares than a model has room for, and ends its run", async () => {
  const table = { x: [1, 2, 3, 4], y: ["a", "b", "a", "b"] };
  const [small] = (await cart().fit(table, { target: "y" })).ensemble.trees;
  let grown = 0;
  let ended = 0;
  // A tree that says it is as large as a model may be, but is not.
  const maker: TreeMaker = {
    engine: null,
    cost: null,
    report: [],
    async grow() {
      grown++;
      return { tree: { ...small, nodeCount: 2 ** 17, valueWidth: 4096 }, notes: [] } as never;
    },
    end: () => void ended++,
  };
  const plan: BagPlan = {
    ...{ name: "forest", task: undefined, policy: {}, trees: 9, vote: undefined },
    ...{ seed: 0, bootstrap: true, rowSample: 1, columnShare: 1 },
    openTrees: async () => maker,
  } as never;
  expect(await failureOf(() => fitBags(plan)(table, { target: "y" }))).toMatch(
    /^too-large .*8\.0 GiB or more: 262144 nodes of 4096 classes each/,
  );
  expect([grown, ended]).toEqual([2, 1]);
});
