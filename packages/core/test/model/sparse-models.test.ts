import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  type ClassificationModel,
  c45,
  cart,
  decisionPath,
  evaluate,
  extraTrees,
  importance,
  type Learner,
  leafIndices,
  loadModel,
  type Model,
  predictStages,
  randomForest,
  regions,
  treeCost,
  treeRules,
  valuesOfNode,
} from "../../src/index.ts";
import { allocatedBytes } from "../support/allocated-bytes.ts";
import { sectionsOfFile, withSection } from "../support/crafted-file.ts";
import { failureOf } from "../support/failure-of.ts";
import { manyChainsFile, manyClassesFile, withoutWholeValues } from "../support/many-classes.ts";

const MEGABYTE = 2 ** 20;
const CLASSES = 4096;
const ROWS = 1000;

const numbersIn = (of: readonly { readonly value: readonly number[] }[]) =>
  of.reduce((sum, { value }) => sum + value.length, 0);

describe.each([
  ["almost 2^27 values, 1 GiB of them", 16_383],
  ["2^29 values and more, 4 GiB of them", 65_536],
])("a small file that stands for %s", (_name, depth) => {
  const nodes = 2 * depth + 1;
  // The thresholds of the chain are 0, 1, 2 …: one row goes down to its end, and the others leave it anywhere.
  const rows = Array.from({ length: ROWS }, (_, row) => ({ 0: row === 0 ? depth : (row * 7919) % depth }));
  const output = 8 * ROWS * CLASSES;

  it("loads, predicts and is saved in memory that is in proportion to the file and to what it gives", async () => {
    const file = await manyClassesFile(depth, CLASSES);
    expect(nodes * CLASSES).toBeGreaterThan(2 ** 26.99);
    expect(file.length).toBeLessThan(64 * nodes + 0.1 * MEGABYTE);
    let model = {} as ClassificationModel;
    const within = (most: number, run: () => void) => expect(allocatedBytes(run)).toBeLessThan(most);
    within(4 * file.length, () => {
      model = loadModel(file) as ClassificationModel;
    });
    withoutWholeValues(model);
    within(3 * output + file.length, () => {
      const shares = model.predictProbability(rows);
      const leaves = leafIndices(model, rows);
      // Each node gives all to one class.
      expect(leaves[0]).toBe(2 * depth);
      rows.forEach((_, row) => {
        const own = shares.subarray(row * CLASSES, (row + 1) * CLASSES);
        expect(own[(leaves[row] * 7919) % CLASSES]).toBe(1);
        expect(own.reduce((sum, share) => sum + share, 0)).toBe(1);
      });
    });
    within(3 * output + file.length, () => expect(model.predict(rows)).toHaveLength(ROWS));
    within(MEGABYTE, () => expect(model.predictOne(rows[0])).toBe((2 * depth * 7919) % CLASSES));
    within(4 * file.length, () => expect(model.toBytes()).toEqual(file));
    within(4 * file.length, () => expect(model.slice(0, 1).toBytes()).toEqual(file));
  });

  it("is explained within the stated limits", { timeout: 120_000 }, async () => {
    const file = await manyClassesFile(depth, CLASSES);
    const model = withoutWholeValues(loadModel(file) as ClassificationModel);
    const mostValues = Math.max(2 ** 24, 64 * nodes);
    const bytes = allocatedBytes(() => {
      expect(importance(model)).toHaveLength(1);
      const path = decisionPath(model, rows, 0);
      expect(path).toHaveLength(depth + 1);
      expect(numbersIn(path)).toBe(mostValues);
      // The leaf has its values, and the root is too far from it.
      expect(path.at(-1)?.value[(2 * depth * 7919) % CLASSES]).toBe(1);
      expect(path[0].value).toEqual([]);
    });
    // One node after the other: what is kept are lists of numbers, which are the output.
    expect(bytes).toBeLessThan(8 * mostValues + 8 * file.length);
    const all = regions(model);
    expect(all).toHaveLength(depth + 1);
    expect(numbersIn(all)).toBe(mostValues);
    const rules = treeRules(model);
    expect(rules).toHaveLength(depth + 1);
    for (const { leaf, prediction } of rules) expect(prediction).toBe((leaf * 7919) % CLASSES);
    expect(rules.every(({ text }) => text.includes("(100%, 1 row)") || text.includes("left out"))).toBe(true);
    expect(rules.filter(({ value }) => value.length === 0).length).toBeGreaterThan(0);
  });
});

it("a small file of many small trees predicts by the kernels in memory that is in proportion to it", async () => {
  const file = await manyChainsFile(1000, 8, CLASSES);
  expect(file.length).toBeLessThan(1.2 * MEGABYTE);
  const model = withoutWholeValues(loadModel(file) as ClassificationModel);
  const rows = Array.from({ length: ROWS }, (_, row) => ({ 0: row % 9 }));
  // The kernels have the first eight levels of each tree in full.
  const bytes = allocatedBytes(() => {
    const shares = model.predictScore(rows);
    for (let level = 0; level <= 8; level++) {
      const leaf = level < 8 ? 2 * level + 1 : 16;
      expect(shares[level * CLASSES + ((leaf * 7919) % CLASSES)]).toBe(1);
    }
  });
  expect(bytes).toBeLessThan(8 * ROWS * CLASSES + 40 * file.length);
});

it("trees without zeros predict the same bits on several threads", async () => {
  const many = Array.from({ length: 9000 }, (_, row) => row);
  const table = { a: many.map((row) => (row * 7919) % 1009), b: many.map((row) => (row * 104_729) % 997) };
  const y = many.map((row) => `class ${(row * 31) % 600}`);
  const fitted = (await cart().fit({ ...table, y }, { target: "y" })) as ClassificationModel;
  const loaded = loadModel(fitted.toBytes()) as ClassificationModel;
  expect(loaded.ensemble.trees[0].sparseValues).toBeDefined();
  const expected = fitted.predictScore(table);
  for (const threads of [1, 2, 3]) {
    for (let time = 0; time < 3; time++) expect(await loaded.predictScoreAsync(table, { threads })).toEqual(expected);
  }
});

describe("the array of all values of a sparse tree", () => {
  it("is made when it is asked for, once", async () => {
    const model = loadModel(await manyClassesFile(100, CLASSES));
    const [tree] = model.ensemble.trees;
    const before = allocatedBytes(() => expect(tree.sparseValues?.numbers).toHaveLength(201));
    expect(before).toBeLessThan(MEGABYTE / 8);
    expect(allocatedBytes(() => expect(tree.value).toHaveLength(201 * CLASSES))).toBeGreaterThan(8 * 201 * CLASSES - 1);
    expect(tree.value).toBe(tree.value);
    for (let node = 0; node < tree.nodeCount; node++) {
      expect(valuesOfNode(tree, node)).toEqual(tree.value.subarray(node * CLASSES, (node + 1) * CLASSES));
    }
  });

  it("is all that a copy of the tree has, so that a change of it counts", async () => {
    const model = loadModel(await manyClassesFile(3, CLASSES));
    const [tree] = model.ensemble.trees;
    for (const copy of [{ ...tree }, structuredClone(tree)]) {
      expect(copy.sparseValues).toBeUndefined();
      expect(copy.value).toEqual(tree.value);
    }
  });

  it("is refused where it would have more than 2^29 numbers", async () => {
    const model = loadModel(await manyClassesFile(65_536, CLASSES));
    expect(await failureOf(() => model.ensemble.trees[0].value)).toBe(
      "too-large | cambium: the array `value` of a tree needs 536875008 numbers, 4096 for each of 131073 nodes, more than there is room for; read single nodes by valuesOfNode",
    );
  });
});

/** The same model from a file that has all values, zeros included. */
function denseTwin(model: ClassificationModel): ClassificationModel {
  const { trees } = model.ensemble;
  const values = Float64Array.from(trees.flatMap(({ value }) => [...value]));
  const contents = new Uint8Array(8 + values.byteLength);
  new DataView(contents.buffer).setUint32(0, trees[0].valueWidth, true);
  contents.set(new Uint8Array(values.buffer), 8);
  const file = withSection(withSection(model.toBytes(), "spar", null), "vals", contents);
  return loadModel(file) as ClassificationModel;
}

const learners: Readonly<Record<string, Learner<Model>>> = {
  cart: cart(),
  "cart with surrogates": cart({ missing: "surrogate", maxDepth: 4 }),
  "cart with costs": cart({ cost: { "class 1": { "class 2": 5, "class 3": 0.5 }, "class 7": { "class 1": 9 } } }),
  c45: c45({ minChildWeight: 1, prune: [] }),
  "a forest": randomForest({ trees: 4 }),
  "a forest that votes": randomForest({ trees: 4, vote: "majority" }),
  "extra trees": extraTrees({ trees: 3, maxDepth: 4 }),
  "a bagging of c45": bagging(c45({ prune: [] }), { trees: 3 }),
  AdaBoost: adaBoost(cart({ maxDepth: 3 }), { rounds: 4 }),
};

/** Tables of a few rows with gaps, whose classes are some of many. */
const cases = fc.integer({ min: 4, max: 90 }).chain((count) => {
  const of = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: count, maxLength: count });
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 8 });
  return fc.record({
    learner: fc.constantFrom(...Object.keys(learners)),
    classCount: fc.integer({ min: 150, max: 300 }),
    columns: fc.record({
      n: of(orNull(fc.integer({ min: 0, max: 9 }))),
      m: of(orNull(fc.double({ min: -1e3, max: 1e3, noNaN: true }))),
      c: of(orNull(fc.constantFrom("a", "b", "c", "d", "e"))),
    }),
    y: of(fc.integer({ min: 0, max: 12 })),
  });
});

it("a model without zeros in memory says and gives the same as with them, and never writes them out", async () => {
  let sparseOnes = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ learner, classCount, columns, y }) => {
      const table = { ...columns, y: y.map((code) => `class ${code}`) };
      const classes = Array.from({ length: classCount }, (_, code) => `class ${code}`);
      const options = { target: "y", task: "classification", classes } as const;
      const fitted = (await learners[learner].fit(table, options)) as ClassificationModel;
      const bytes = fitted.toBytes();
      expect(sectionsOfFile(bytes).map(({ tag }) => tag)).toContain("spar");
      const sparse = withoutWholeValues(loadModel(bytes) as ClassificationModel);
      sparseOnes += sparse.ensemble.trees.filter(({ sparseValues }) => sparseValues !== undefined).length;
      const twins = [fitted, denseTwin(fitted)];
      // So many rows that the kernels walk the trees of the others.
      const rows = Array.from({ length: 200 }, (_, row) => ({
        n: columns.n[row % y.length],
        m: columns.m[(row * 7) % y.length],
        c: columns.c[(row * 3) % y.length],
        y: table.y[row % y.length],
      }));
      const said = saidBy(sparse, rows);
      for (const twin of twins) expect(said).toEqual(saidBy(twin, rows));
      expect(sparse.toBytes()).toEqual(bytes);
    }),
    { numRuns: 60 },
  );
  expect(sparseOnes).toBeGreaterThan(60);
});

type Rows = readonly Readonly<Record<"n" | "m" | "c" | "y", string | number | null>>[];

function saidBy(model: ClassificationModel, rows: Rows) {
  const some = rows.slice(0, 12);
  return {
    scores: model.predictScore(rows),
    shares: model.predictProbability(rows),
    labels: model.predict(rows),
    ofOne: some.map((row) => [model.predictOne(row), model.predictOneProbability(row)]),
    ofClass: model.probabilitiesOf(rows, "class 1"),
    stages: [...predictStages(model, rows)],
    leaves: leafIndices(model, rows),
    scored: evaluate(model, rows),
    importance: ["gain", "cover", "splits"].map((kind) => importance(model, { kind: kind as "gain" })),
    first: [model.slice(0, 1).predictScore(rows), model.slice(0, 1).toBytes()],
    description: { ...model.toJSON(), report: null, options: null },
    trees: model.ensemble.trees.map((tree, index) => ({
      paths: some.map((_, row) => decisionPath(model, some, row, index)),
      regions: regions(model, index),
      rules: treeRules(model, index),
      cost: tree.rootImpurity > 0 ? treeCost(model, 0.1, index) : null,
    })),
  };
}
