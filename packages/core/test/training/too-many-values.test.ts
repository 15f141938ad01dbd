import { expect, it } from "vitest";
import { bagging, cart, type TreeLearner, type TreeMaker } from "../../src/index.ts";
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
  const base: TreeLearner = { ...cart(), openTrees: async () => maker };
  expect(await failureOf(() => bagging(base).fit(table, { target: "y" }))).toMatch(
    /^too-large .*8\.0 GiB or more: 262144 nodes of 4096 classes each/,
  );
  expect([grown, ended]).toEqual([2, 1]);
});
