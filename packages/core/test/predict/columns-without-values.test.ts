import { describe, expect, it } from "vitest";
import { boosting, cart, evaluate, type Learner } from "../../src/index.ts";

const x = [1, 2, 3, 4, 5, 6];
const y = ["a", "a", "a", "b", "b", "b"];
const table = { x, empty: x.map(() => null), constant: x.map(() => 7), y };
const text = { x: [1, 6], empty: ["some", "text"], constant: ["7", "eight"], y: ["a", "b"] };

describe("a column that no tree reads", () => {
  it.each<[string, Learner]>([
    ["cart", cart()],
    ["boosting", boosting({ rounds: 2 })],
  ])("may have text where training saw none, in a model of %s", async (_name, learner) => {
    const model = await learner.fit(table, { target: "y" });
    expect(model.predict(text)).toEqual(["a", "b"]);
    expect(model.predictOne({ x: 1, empty: "text", constant: true })).toBe("a");
    expect(evaluate(model as never, text)).toMatchObject({ accuracy: 1 });
  });

  it("refuses it where the model refuses what training never saw, as do columns that a tree reads", async () => {
    const strict = await cart({ unseen: "error" }).fit(table, { target: "y" });
    expect(() => strict.predict(text)).toThrow('column "empty"');
    const model = await cart().fit(table, { target: "y" });
    expect(() => model.predict({ ...text, x: ["one", "two"] })).toThrow('column "x"');
    expect(() => model.predict({ ...text, empty: [{}, {}] })).toThrow('column "empty" has an object');
  });

  it("may have text in the rows that a fit measures", async () => {
    const run = { target: "y", validation: text, metrics: ["accuracy"] as const };
    const model = await boosting({ rounds: 2 }).fit({ x, empty: table.empty, y }, run);
    expect(model.learningCurve.at(-1)?.validation?.accuracy).toBe(1);
  });
});
