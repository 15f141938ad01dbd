import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boosting, type ClassificationModel, cart, costComplexity, loadModel, type Model } from "../../src/index.ts";
import { writeModel } from "../../src/model/write-model.ts";
import { jsonOf } from "../support/crafted-file.ts";

const HOSTILE = ["__proto__", "constructor", "</script>", "\u{1F600}", "\uD800", "\u0000\n\"'\\", "", "a".repeat(300)];

/** Predictions and description of a model, to be compared to the bit: NaN and -0 would be told apart. */
function observe(model: Model, table: Record<string, ArrayLike<unknown>>) {
  const { learner, task, target, features, link, loss, missing, unseen, pruningPath } = model;
  return {
    ...{ learner, task, target, features, link, loss, missing, unseen, pruningPath },
    score: model.predictScore(table),
    predicted: model.predict(table),
    ...(model.task === "classification" && { classes: model.classes, shares: model.predictProbability(table) }),
  };
}

function expectSameAfterSaving(model: Model, table: Record<string, ArrayLike<unknown>>): void {
  const bytes = model.toBytes();
  const loaded = loadModel(bytes);
  expect(observe(loaded, table)).toEqual(observe(model, table));
  expect(loaded.toBytes()).toEqual(bytes);
}

const table = {
  n: [1, 2, null, 4, 5, 6, 7, 8],
  c: ["a", "b", null, "a", "\u{1F600}", "b", "c", "\uD800"],
  y: [1, 2.5, -3, 4, 0.1, 6, 7, 1e-9],
};

describe("a saved model", () => {
  it.each<[string, ArrayLike<unknown>, unknown[]]>([
    ["text", ["x", "\u{1F600}", "</script>", "\uDC00", "x", "x", "__proto__", ""], []],
    ["numbers", [1, 2, 2, -0, 1e300, 5e-324, 0.1, 1], []],
    ["booleans", [true, false, true, true, false, false, true, false], []],
    ["one class", new Array(8).fill("only"), []],
  ])("predicts the same classes of %s to the bit, and has the same bytes again", async (_name, y) => {
    const model = await cart().fit({ ...table, y }, { target: "y", task: "classification" });
    expectSameAfterSaving(model, table);
    expect((model as ClassificationModel).predict(table)).toEqual(Array.from(y, (label) => (label === 0 ? 0 : label)));
  });

  it("predicts the same numbers to the bit, and has the same bytes again", async () => {
    expectSameAfterSaving(await cart().fit(table, { target: "y" }), table);
    expectSameAfterSaving(await boosting({ rounds: 7 }).fit(table, { target: "y" }), table);
    const surrogate = cart({ missing: "surrogate", minRowsLeaf: 2 });
    const standIns = { ...table, m: table.y.map((y) => (y > 3 ? 8 : 7)) };
    expectSameAfterSaving(await surrogate.fit(standIns, { target: "y" }), standIns);
    const yes = table.y.map((y) => y > 1);
    expectSameAfterSaving(await boosting({ rounds: 7 }).fit({ ...table, y: yes }, { target: "y" }), table);
  });

  it("keeps its pruning path", async () => {
    const model = await cart({ prune: costComplexity({ folds: 2 }) }).fit(table, { target: "y" });
    expect(model.pruningPath.length).toBeGreaterThan(1);
    expectSameAfterSaving(model, table);
  });

  it("keeps names that other formats would trip over", async () => {
    for (const name of HOSTILE) {
      const columns = Object.fromEntries([
        [name, table.c],
        ["y ", table.y],
      ]);
      const model = await cart().fit(new Map(Object.entries(columns)) as never, { target: "y " });
      expect(model.features).toEqual([
        { name, kind: "categorical", categories: ["a", "b", "c", "\uD800", "\u{1F600}"] },
      ]);
      const loaded = loadModel(model.toBytes());
      expect(loaded.features).toEqual(model.features);
      expect(loaded.predict([Object.fromEntries([[name, "b"]])])).toEqual(
        model.predict([Object.fromEntries([[name, "b"]])]),
      );
      expect(loaded.toBytes()).toEqual(model.toBytes());
    }
  });

  it("has a header of ASCII letters only, whatever the names", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), async (category, target) => {
        fc.pre(target !== "x");
        const model = await cart().fit(
          new Map<string, ArrayLike<unknown>>([
            ["x", [category, "b"]],
            [target, [1, 2]],
          ]) as never,
          { target },
        );
        const bytes = model.toBytes();
        expect(jsonOf(bytes, "head")).toMatch(/^[ -~]+$/);
        expect(loadModel(bytes).target).toBe(target);
      }),
      { numRuns: 50 },
    );
  });

  it("has one pattern of bits for zero, and one for NaN", async () => {
    const model = await cart({ maxDepth: 0 }).fit({ x: [1, 2], y: [0, 0] }, { target: "y" });
    const [tree] = model.ensemble.trees;
    const oddNaN = new Float64Array(BigUint64Array.of(0xfff8_0000_0000_0001n).buffer);
    const odd = { ...tree, value: Float64Array.of(-0), threshold: oddNaN };
    const trees = [odd];
    expect(writeModel({ ...model, classes: [], ensemble: { ...model.ensemble, trees } })).toEqual(model.toBytes());
  });

  it("loads from the middle of a buffer", async () => {
    const model = await cart().fit(table, { target: "y" });
    const bytes = model.toBytes();
    const larger = new Uint8Array(bytes.length + 11);
    larger.set(bytes, 5);
    expect(loadModel(larger.subarray(5, 5 + bytes.length)).toBytes()).toEqual(bytes);
  });

  it("keeps what it does with missing and unseen values", async () => {
    const model = loadModel((await cart({ missing: "error", unseen: "error" }).fit(table, { target: "y" })).toBytes());
    expect(() => model.predict({ n: [null], c: ["a"] })).toThrow(
      'cambium: column "n" has no value in row 1, and this model refuses missing values; train with missing: "learn" to allow them',
    );
    expect(() => model.predict({ n: [1], c: ["zebra"] })).toThrow(
      'cambium: column "c" has the category "zebra" in row 1, which training never saw; it saw "a", "b", "c", "\\ud800", "\u{1F600}"',
    );
  });
});
