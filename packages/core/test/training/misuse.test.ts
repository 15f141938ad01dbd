import { expect, it } from "vitest";
import { cart, createDataset, evaluate, gini, maxDepth, newton, type PostPruning } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const table = { x: ["a", "b", "a"], y: ["p", "q", "p"] };
const run = { target: "y" };
const cut = (part: Partial<PostPruning>): PostPruning => ({
  stage: "after-growth",
  name: "mine",
  needs: { kind: "nothing" },
  prune: (tree) => ({ collapse: new Uint8Array(tree.nodeCount), path: [] }),
  ...part,
});

it.each<[string, () => unknown, string]>([
  [
    "a pruning without a verdict",
    () => cart({ prune: cut({ prune: () => undefined as never }) }).fit(table, run),
    "bad-option | cambium: mine: prune expects to give { collapse, path } with a mark for each of the 3 nodes, and in raise, if it is given, a child of each",
  ],
  [
    "a pruning that needs what nobody has",
    () => cart({ prune: cut({ needs: { kind: "magic" } as never }) }).fit(table, run),
    "bad-option | cambium: mine: needs expects nothing, training, validation or folds",
  ],
  [
    "a criterion whose gain is not a number",
    () => cart({ criterion: { ...gini(), gain: () => Number.NaN } }).fit(table, run),
    'bad-option | cambium: criterion "gini" gives a gain that is not a number',
  ],
  ["a negative penalty", () => newton({ l2: -1 }), "bad-option | cambium: newton: l2 expects a number >= 0, got -1"],
  [
    "a depth in text",
    () => maxDepth("3" as never),
    'bad-option | cambium: maxDepth expects a whole number >= 0, got "3"',
  ],
  [
    "a table in place of a model",
    () => evaluate(table as never, table),
    "bad-model | cambium: evaluate expects a model, as fit or loadModel gives, got an object",
  ],
  [
    "a dataset in place of a table",
    async () => (await cart().fit(table, run)).predict((await createDataset(table, run)) as never),
    "bad-table | cambium: got a dataset, which only fit takes; pass the table that it was made from",
  ],
])("names %s", async (_name, misuse, message) => {
  expect(await failureOf(async () => misuse())).toBe(message);
});
