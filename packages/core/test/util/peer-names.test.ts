import { expect, it } from "vitest";
import * as core from "../../src/index.ts";
import { namesHere, PEER_NAMES } from "../../src/util/peer-names.ts";

/** All tables of options that core has, and what `readCsv` takes besides, as its own tests show. */
const tables = [
  ...Object.entries(core).flatMap(([name, rules]) => (/Options$/.test(name) ? [rules as object] : [])),
  { delimiter: {}, missingValues: {} },
];

it("every answer to another library's name is an option of something", () => {
  const known = new Set(tables.flatMap((rules) => Object.keys(rules)));
  expect(
    PEER_NAMES.flatMap(([, ...answers]) => answers.map((answer) => answer.split(":")[0])).filter(
      (name) => !known.has(name),
    ),
  ).toEqual([]);
});

it("no name of ours is answered with another, but for words that strategies and learners use otherwise", () => {
  const ours = [...new Set(tables.flatMap((rules) => Object.keys(rules)))];
  expect(ours.filter((name) => namesHere(name).some((answer) => answer.split(":")[0] !== name)).sort()).toEqual([
    "alpha",
    "gamma",
    "loss",
  ]);
});

it.each([
  ["n_estimators", ["rounds", "trees"]],
  ["nEstimators", ["rounds", "trees"]],
  ["num.trees", ["rounds", "trees"]],
  ["maxLeafNodes", ["maxLeaves"]],
  ["gamma", ["minGain"]],
  ["eta", ["learningRate"]],
  ["reg_lambda", ["l2"]],
  ["reg_alpha", ["l1"]],
  ["random_state", ["seed"]],
  ["CF", ["prune: errorBased({ confidence })"]],
  ["constructor", []],
])("%s is %j here", (theirs, ours) => {
  expect(namesHere(theirs)).toEqual(ours);
});
