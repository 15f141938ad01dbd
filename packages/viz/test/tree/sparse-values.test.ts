import { type ClassificationModel, cart, loadModel, randomForest, type Tree } from "@cambium/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { treePlot, treeText } from "../../src/index.ts";

const learners = [
  cart(),
  cart({ cost: { "class 1": { "class 2": 7 }, "class 3": { "class 0": 0.5 } } }),
  randomForest({ trees: 2 }),
  randomForest({ trees: 2, vote: "majority" }),
];

const cases = fc.integer({ min: 4, max: 60 }).chain((count) => {
  const of = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: count, maxLength: count });
  return fc.record({
    learner: fc.constantFrom(...learners),
    classCount: fc.integer({ min: 150, max: 200 }),
    n: of(fc.integer({ min: 0, max: 20 })),
    c: of(fc.constantFrom("a", "b", "c", "d")),
    y: of(fc.integer({ min: 0, max: 11 })),
  });
});

function throwing(): never {
  throw new Error("the zeros of a whole tree were written out");
}

/** The trees of a loaded model, of which nobody may ask for a whole array of values. */
function withoutWholeValues<T extends { readonly ensemble: { readonly trees: readonly Tree[] } }>(model: T): T {
  for (const tree of model.ensemble.trees) {
    expect(tree.sparseValues).toBeDefined();
    Object.defineProperty(tree, "value", { get: throwing });
  }
  return model;
}

test("trees of many classes that are kept without zeros give the same texts and plots", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ learner, classCount, n, c, y }) => {
      const table = { n, c, y: y.map((code) => `class ${code}`) };
      const classes = Array.from({ length: classCount }, (_, code) => `class ${code}`);
      const model = (await learner.fit(table, { target: "y", classes })) as ClassificationModel;
      const sparse = withoutWholeValues(loadModel(model.toBytes()));
      for (const tree of model.ensemble.trees.keys()) {
        expect(treeText(sparse, { tree })).toBe(treeText(model, { tree }));
        expect(treePlot(sparse, { tree })).toEqual(treePlot(model, { tree }));
        const drawn = { tree, data: table, row: 1 };
        expect(treePlot(sparse, drawn)).toEqual(treePlot(model, drawn));
      }
    }),
    { numRuns: 25 },
  );
});
