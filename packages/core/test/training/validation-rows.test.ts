import { describe, expect, it } from "vitest";
import { c45, cart, costComplexity, reducedError } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const train = {
  colour: ["red", "red", "red", "blue", "blue", "blue"],
  size: [1, 2, 3, 4, 5, 6],
  kind: ["a", "a", "b", "b", "b", "a"],
};
const learners = { cart, c45 };
type Options = Parameters<typeof cart>[0] & Parameters<typeof c45>[0];
const remarks = (report: readonly string[]) => report.filter((line) => line.startsWith("validation"));

describe.each(["cart", "c45"] as const)("a validation set of %s", (name) => {
  const fitWith = (validation: Record<string, unknown[]>, options: Options = {}) =>
    learners[name]({ prune: reducedError(), ...options }).fit(train, { target: "kind", validation });

  it("with classes and categories that training never saw is used, and the report says so", async () => {
    const validation = {
      colour: ["green", null, "red", "green"],
      size: [1, 2, 3, 4],
      kind: ["a", "z", "b", "z"],
    };
    for (const prune of [reducedError(), costComplexity({ by: "validation" })]) {
      const model = await fitWith(validation, { prune: [prune, reducedError()] });
      expect(remarks(model.report)).toEqual([
        'validation has 2 rows of class "z", which training never saw: no tree can be right there',
        'validation has 2 rows with a category of "colour" that training never saw: taken as missing',
      ]);
    }
  });

  it("counts a class that training never saw as wrong in every tree, so that it prunes as if its rows were not there", async () => {
    const known = { colour: ["red", "blue", "red"], size: [1, 4, 6], kind: ["a", "b", "b"] };
    const more = { colour: [...known.colour, "red"], size: [...known.size, 2], kind: [...known.kind, "z"] };
    expect((await fitWith(more)).toBytes()).toEqual((await fitWith(known)).toBytes());
  });

  it("with nothing new in it goes without remark", async () => {
    expect(remarks((await fitWith(train)).report)).toEqual([]);
  });

  it.each<[string, Record<string, unknown[]>, Options, string]>([
    [
      "lacks a column",
      { colour: ["red"], kind: ["a"] },
      {},
      'unknown-column | cambium: validation: the model was trained with a column "size", which the table lacks; there are "colour", "kind"',
    ],
    [
      "lacks the target",
      { colour: ["red"], size: [1] },
      {},
      'unknown-column | cambium: validation: the table has no column "kind"; there are "colour", "size"',
    ],
    [
      "has no rows",
      { colour: [], size: [], kind: [] },
      {},
      "bad-table | cambium: validation: the table has no rows; expected at least one",
    ],
    [
      "has a category that the model is to refuse",
      { colour: ["green"], size: [1], kind: ["a"] },
      { unseen: "error" },
      'unknown-category | cambium: validation: column "colour" has the category "green" in row 1, which training never saw; it saw "blue", "red"',
    ],
  ])("is refused when it %s", async (_name, validation, options, message) => {
    expect(await failureOf(() => fitWith(validation, options))).toBe(message);
  });
});
