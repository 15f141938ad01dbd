import { expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  c45,
  cart,
  createDataset,
  entropy,
  evaluate,
  evaluateOutOfBag,
  id3,
  type Learner,
  loadModel,
  maxDepth,
  newton,
  type PostPruning,
  randomForest,
} from "../../src/index.ts";
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
    () => cart({ criterion: { ...entropy(), gain: () => Number.NaN } }).fit(table, run),
    'bad-option | cambium: criterion "entropy" gives a gain that is not a number',
  ],
  ["a negative penalty", () => newton({ l2: -1 }), "bad-option | cambium: newton: l2 expects a number >= 0, got -1"],
  [
    "a depth in text",
    () => maxDepth("3" as never),
    'bad-option | cambium: maxDepth expects a whole number >= 0, or Infinity for no limit, got "3"',
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
  [
    "a Map of options, whose entries nobody would read",
    () => cart(new Map([["maxDepth", 1]]) as never),
    "bad-option | cambium: cart: expected an object of options, got a Map",
  ],
  [
    "null as the learner to boost",
    () => adaBoost(null as never, {}),
    "bad-option | cambium: adaBoost expects a learner of single trees, such as cart(), got null",
  ],
  [
    "a forest as the learner of single trees",
    () => bagging(randomForest() as never),
    "bad-option | cambium: bagging expects a learner of single trees, such as cart(), got randomForest, which is none",
  ],
  [
    "a learner of one's own without options",
    () => bagging({ ...cart(), options: null } as never),
    "bad-option | cambium: bagging: the learner of its trees expects options, an object, got null",
  ],
  [
    "a step that makes weights infinite",
    () => adaBoost({ learningRate: 700 }),
    "bad-option | cambium: adaBoost: learningRate expects a number above 0 and up to 10, got 700",
  ],
  [
    "a cost so small that shares of it are infinite",
    () => cart({ cost: { p: { q: 2 ** -1070 } } }).fit(table, run),
    `bad-option | cambium: cart: cost of "p" expects 0, or a number from 2^-60 to 2^30, got ${2 ** -1070}`,
  ],
  [
    "a class called __proto__ that there is none of",
    () => cart({ classWeights: JSON.parse('{"__proto__":3}') }).fit(table, run),
    'bad-option | cambium: cart: classWeights: "__proto__" is no class of the target; there are "p", "q"',
  ],
  [
    "a row without the model's columns",
    async () => (await cart().fit(table, run)).predictOne({}),
    'unknown-column | cambium: the model was trained with a column "x", which the table lacks; there are none',
  ],
  [
    "a Map in place of a row",
    async () => (await cart().fit(table, run)).predictOne(new Map([["x", "a"]])),
    "bad-table | cambium: row 1 of the table expects an object of named values, got a Map",
  ],
  [
    "names of columns that are no text",
    () => cart().fit({ rowCount: 1, columnNames: [1] as never, column: () => ["a"] }, run),
    "bad-table | cambium: the table has 1 for the name of a column; expected text",
  ],
  [
    "a table of less than no rows",
    () => cart().fit({ rowCount: -1, columnNames: ["x", "y"], column: () => [] }, run),
    "bad-table | cambium: the table says that it has -1 rows; expected a whole number >= 0",
  ],
  [
    "rows left out of bags, where there are none",
    async () => evaluateOutOfBag(await randomForest({ trees: 2 }).fit(table, { ...run, weight: [1, 0, 0] })),
    "bad-model | cambium: evaluateOutOfBag: every row with weight is in the sample of every tree; grow more trees",
  ],
])("names %s", async (_name, misuse, message) => {
  expect(await failureOf(async () => misuse())).toBe(message);
});

it("learns classes, categories and columns by the names that objects have", async () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const columns = new Map([
    ["__proto__", names],
    ["constructor", ["a", "a", "b", "b"]],
    ["valueOf", names],
  ]);
  const weights = JSON.parse('{"__proto__":2,"constructor":3}');
  const learners: Learner[] = [
    cart({ classWeights: weights }),
    id3(),
    c45({ minChildWeight: 1, prune: [] }),
    adaBoost(id3()),
  ];
  for (const learner of learners) {
    const model = loadModel((await learner.fit(columns, { target: "valueOf" })).toBytes());
    expect(model.predict(columns)).toEqual(names);
    expect(model.predictOne(JSON.parse('{"__proto__":"toString","constructor":"b"}'))).toBe("toString");
    expect(names).toContain(model.predictOne(JSON.parse('{"__proto__":"isPrototypeOf","constructor":"b"}')));
  }
});
