import {
  adaBoost,
  type BoostingOptions,
  bagging,
  boosting,
  type ClassificationModel,
  c45,
  cart,
  createDataset,
  crossValidate,
  evaluate,
  gridSearch,
  id3,
  type Learner,
  leafIndices,
  loadDataset,
  loadModel,
  logistic,
  permutationImportance,
  predictStages,
  type RegressionModel,
  randomForest,
  squaredError,
} from "@cambium/core";
import { describe, expect, it } from "vitest";
import { withJson } from "../support/crafted-file.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";

const ROWS = 1200;
const places = Array.from({ length: ROWS }, (_, row) => row);
const noise = (row: number) => ((Math.imul(row + 7, 2_654_435_761) >>> 9) % 100) / 100;
const a = Float64Array.from(places, (row) => (row * 7919) % 1000);
const b = Float64Array.from(places, (row) => (row % 13 === 0 ? Number.NaN : (row * 31) % 97));
const c = places.map((row) => ["x", "y", "z"][(row * 5) % 3]);
const off = Float64Array.from(places, (row) => ((row * 17) % 64) / 16 - 2);
const size = Float64Array.from(places, (row) => a[row] / 300 + ((row * 5) % 3) + noise(row) + off[row]);
const pairs = Array.from(size, (value) => (value > 3 ? "yes" : "no"));
const table = { a, b, c, off, y: size };
const run = { target: "y", offset: "off" };
const without = <T extends object, K extends keyof T>(from: T, name: K): Omit<T, K> => {
  const { [name]: _, ...rest } = from;
  return rest;
};
const ways: readonly [string, BoostingOptions][] = [
  ["on bins", { splitter: "histogram", rounds: 8 }],
  ["exact", { splitter: "exact", rounds: 8, maxDepth: 3 }],
  ["by leaf, through few columns", { splitter: "histogram", maxLeaves: 12, rounds: 5, columnSample: { tree: 0.7 } }],
  ["on rows of large gradients", { splitter: "histogram", rounds: 14, rowSample: { largest: 0.2, others: 0.2 } }],
];
/** The loss without what the kernels have of it. */
const uncompiled = () => without(squaredError(), "kernel") as ReturnType<typeof squaredError>;

describe("an offset", () => {
  describe.each(ways)("%s", (_way, options) => {
    it("of one number in all rows gives the trees that there are without it, from an initial score that is less by it", async () => {
      const numbers = { ...table, off: new Float64Array(ROWS).fill(0.75) };
      const plain = await boosting({ ...options, baseScore: 2.5 }).fit(without(numbers, "off"), { target: "y" });
      const moved = await boosting({ ...options, baseScore: 1.75 }).fit(numbers, run);
      expect(moved.ensemble.trees).toEqual(plain.ensemble.trees);
      expect(moved.predict(numbers)).toEqual(plain.predict(numbers));
      const free = await boosting(options).fit(numbers, run);
      const [ours] = free.ensemble.initialScore;
      const [theirs] = (await boosting(options).fit(without(numbers, "off"), { target: "y" })).ensemble.initialScore;
      expect(ours).toBe(theirs - 0.75);
    });

    it("of scores of a first model goes on from it as more rounds would", async () => {
      const plain = without(table, "off");
      // Draws go by the number of the round, which starts anew.
      const drawsNothing = { ...options, rowSample: 1, columnSample: {} };
      const learner = boosting(drawsNothing);
      const half = await learner.fit(plain, { target: "y" });
      const onward = await learner.fit(plain, { target: "y", continueFrom: half });
      const stacked = { ...plain, off: half.predictScore(plain) };
      const above = await boosting({ ...drawsNothing, baseScore: 0 }).fit(stacked, run);
      expect(above.ensemble.trees).toEqual(onward.slice(half.ensemble.trees.length).ensemble.trees);
      // Sums are of the same numbers, in the same order.
      expect(above.predict(stacked)).toEqual(onward.predict(plain));
    });

    it("has the same bytes for any order of the rows, threads, and with or without compiled derivatives", async () => {
      const keyed = { ...table, key: Float64Array.from(places) };
      const learner = boosting(options);
      const told = { ...run, rowKey: "key" };
      const expected = digest(await learner.fit(keyed, told));
      const order = places.map((row) => (row * 7) % ROWS);
      expect(digest(await learner.fit(inOrder(keyed, order), told))).toBe(expected);
      expect(digest(await learner.fit(keyed, { ...told, threads: 2 }))).toBe(expected);
      expect(digest(await boosting({ ...options, loss: uncompiled() }).fit(keyed, told))).toBe(expected);
    });
  });

  it("is on top of what the constant, which is the best one for the offsets, leaves", async () => {
    const { ensemble } = await boosting({ rounds: 1, maxDepth: 1 }).fit(table, run);
    const mean = size.reduce((sum, value, row) => sum + value - off[row], 0) / ROWS;
    expect(ensemble.initialScore[0]).toBeCloseTo(mean, 12);
    const weights = Float64Array.from(places, (row) => 1 + (row % 4));
    const heavy = await boosting({ rounds: 1, maxDepth: 1 }).fit({ ...table, w: weights }, { ...run, weight: "w" });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const weighed = size.reduce((sum, value, row) => sum + weights[row] * (value - off[row]), 0) / total;
    expect(heavy.ensemble.initialScore[0]).toBeCloseTo(weighed, 12);
    const base = await boosting({ rounds: 1, baseScore: 7 }).fit(table, run);
    expect(base.ensemble.initialScore[0]).toBe(7);
  });

  it("is on top of what a loss tells to start at, where that is not the best constant", async () => {
    for (const start of [-50, 0, 3]) {
      const loss = { ...squaredError(), startsAtBest: false, initialScore: () => start };
      const { ensemble } = await boosting({ rounds: 1, loss }).fit(table, run);
      expect(ensemble.initialScore[0]).toBe(start);
    }
  });

  it("goes on from a first model in symmetric trees too, which cut numbers only", async () => {
    const plain = { a, b, y: size };
    const options = { splitter: "histogram", growth: "symmetric", rounds: 5 } as const;
    const half = await boosting(options).fit(plain, { target: "y" });
    const onward = await boosting(options).fit(plain, { target: "y", continueFrom: half });
    const stacked = { ...plain, off: half.predictScore(plain) };
    const above = await boosting({ ...options, baseScore: 0 }).fit(stacked, run);
    expect(above.predict(stacked)).toEqual(onward.predict(plain));
  });

  it("of a row of weight 0 has no say", async () => {
    const weighed = { ...table, w: places.map((row) => row % 5) };
    const told = { ...run, weight: "w" };
    const other = { ...weighed, off: off.map((value, row) => (row % 5 === 0 ? 1e6 : value)) };
    const learner = boosting({ rounds: 3 });
    expect(digest(await learner.fit(other, told))).toBe(digest(await learner.fit(weighed, told)));
  });

  it("gives exact splits and those of bins the same predictions, where each value has a bin of its own", async () => {
    const few = without(table, "a");
    const models = (["exact", "histogram"] as const).map((splitter) =>
      boosting({ rounds: 6, ...(splitter === "histogram" ? { splitter, gradientBits: "wide" } : { splitter }) }).fit(
        few,
        run,
      ),
    );
    const [exact, binned] = await Promise.all(models);
    expect(binned.predict(few)).toEqual(exact.predict(few));
  });

  it("makes the gradients of two classes add up to nothing at the initial score", async () => {
    const { ensemble } = await boosting({ rounds: 1, loss: logistic() }).fit({ ...table, y: pairs }, run);
    const [score] = ensemble.initialScore;
    const left = pairs.reduce((sum, label, row) => {
      return sum + 1 / (1 + Math.exp(-score - off[row])) - (label === "yes" ? 1 : 0);
    }, 0);
    expect(left).toBeCloseTo(0, 9);
  });

  it("is no feature, and the model knows its column, in its file too; without one the file says nothing of it", async () => {
    const model = await boosting({ rounds: 2 }).fit(table, run);
    expect(model.features.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(model.offset).toEqual(["off"]);
    expect(loadModel(model.toBytes()).offset).toEqual(["off"]);
    expect(model.slice(0, 1).offset).toEqual(["off"]);
    const plain = await boosting({ rounds: 2 }).fit(without(table, "off"), { target: "y" });
    expect(plain.offset).toEqual([]);
    expect(Buffer.from(plain.toBytes()).includes("offs")).toBe(false);
    expect(loadModel(plain.toBytes()).offset).toEqual([]);
  });

  it.each([
    ["its target", '["y"]', "its offset is its target"],
    ["a feature", '["a"]', "its offset is its target, or one of"],
    ["no list", "12", "offset should be a list"],
    ["no text", "[12]", "offset.0. should be text"],
    ["two of them", '["off","o"]', "it has 2 offsets for 1 scores a row"],
  ])("is refused in a file where it is %s", async (_what, offset, sentence) => {
    const bytes = withJson((await boosting({ rounds: 1 }).fit(table, run)).toBytes(), "offs", () => offset);
    expect(await failureOf(() => loadModel(bytes))).toMatch(new RegExp(`^bad-model .*${sentence}`));
  });
});

describe("a model with an offset", () => {
  const rows = places.slice(0, 90).map((row) => ({ a: a[row], b: b[row], c: c[row], off: off[row] }));
  const trained = async (y: typeof size | typeof pairs) => boosting({ rounds: 6 }).fit({ ...table, y }, run);

  it.each([
    ["numbers", size],
    ["classes", pairs],
  ])("adds that of each row, from a table, an object and a part of the trees (%s)", async (_what, y) => {
    const model = await trained(y);
    const scores = model.predictScore(rows);
    const still = model.predictScore(rows.map((row) => ({ ...row, off: 0 })));
    for (const [row, score] of scores.entries()) expect(score).toBeCloseTo(still[row] + off[row], 12);
    const shares = (of: ArrayLike<unknown>) =>
      model.task === "classification" ? model.predictProbability(of as never) : model.predict(of as never);
    const loaded = loadModel(model.toBytes());
    expect(loaded.predictScore(rows)).toEqual(scores);
    expect(rows.map((row) => model.predictOne(row))).toEqual([...model.predict(rows)]);
    const stages = [...predictStages(model, rows)];
    expect(stages[5].scores).toEqual(scores);
    expect(stages[5].predictions).toEqual(shares(rows));
    expect(stages[2].scores).toEqual(model.slice(0, 3).predictScore(rows));
    const columns = Object.fromEntries(
      ["a", "b", "c", "off"].map((name) => [name, rows.map((row) => row[name as "a"])]),
    );
    expect(model.predictScore(columns)).toEqual(scores);
    expect(model.predictScore([])).toEqual(new Float64Array(0));
  });

  it("is judged, and its features are, with the offsets", async () => {
    const model = (await trained(size)) as RegressionModel;
    const predicted = model.predict(table);
    const rmse = Math.sqrt(size.reduce((sum, value, row) => sum + (value - predicted[row]) ** 2, 0) / ROWS);
    expect(evaluate(model, table).rmse).toBeCloseTo(rmse, 10);
    const drops = permutationImportance(model, table, { metric: "rmse", repeats: 1 });
    const dealt = drops.find(({ feature }) => feature === "a");
    // That the offsets go with their rows: else the target, which has them in it, would be missed by far more.
    expect(evaluate(model, { ...table, off: off.map(() => 0) }).rmse).toBeGreaterThan(rmse + 0.5);
    expect(drops.find(({ feature }) => feature === "b")?.mean).toBeLessThan(0.05);
    expect(dealt?.mean).toBeGreaterThan(0.3);
    const moved = { ...table, off: off.map((value) => value + 5) };
    expect(leafIndices(model, moved)).toEqual(leafIndices(model, table));
  });

  it("refuses rows without it, and says what it is", async () => {
    const model = await trained(size);
    const lacks =
      /^unknown-column \| cambium: the model was trained with an offset "off", a column that is added to the scores/;
    const plain = without(table, "off");
    for (const use of [
      () => model.predict(plain),
      () => model.predictScore(plain),
      () => model.predictOne({ a: 1, b: 2, c: "x" }),
      () => [...predictStages(model, plain)],
      () => evaluate(model as RegressionModel, plain),
      () => permutationImportance(model, plain),
      () => leafIndices(model, plain),
    ])
      expect(await failureOf(use)).toMatch(lacks);
    const bare = await boosting({ rounds: 1 }).fit(without(table, "c"), run);
    const noPlace =
      'bad-table | cambium: the model adds the offset "off" to the scores of the rows, for which an array of bare numbers has no place; pass a table, or objects';
    expect(await failureOf(() => bare.predict(Float64Array.of(1, 2)))).toBe(noPlace);
    expect(await failureOf(() => bare.predictOne(Float32Array.of(1, 2)))).toBe(noPlace);
  });

  it.each([
    ["no value", null, "null"],
    ["text", "2", '"2"'],
    ["a number that is none", Number.NaN, "NaN"],
    ["one without end", Number.POSITIVE_INFINITY, "Infinity"],
  ])("refuses %s, and names the row", async (_what, value, shown) => {
    const model = await trained(size);
    const [first] = rows;
    const sentence = (row: number) =>
      `bad-offset | cambium: offset: column "off" has ${shown} in row ${row}; expected a finite number, up to 2^200, to add to the score of the row`;
    expect(await failureOf(() => model.predict([first, { ...first, off: value }]))).toBe(sentence(2));
    expect(await failureOf(() => model.predictOne({ ...first, off: value }))).toBe(sentence(1));
    const wrong = { ...table, off: Array.from(off, (number, row) => (row === 3 ? value : number)) };
    expect(await failureOf(() => boosting().fit(wrong, run))).toBe(sentence(4));
  });
});

describe("fit with an offset", () => {
  it("measures validation rows with theirs", async () => {
    const late = Object.fromEntries(
      Object.entries(table).map(([name, column]) => [name, column.slice(900)]),
    ) as typeof table;
    const model = await boosting({ rounds: 5 }).fit(table, { ...run, validation: late, metrics: ["rmse"] });
    const { validation } = model.learningCurve[4].sets;
    expect(validation.rmse).toBeCloseTo(evaluate(model as RegressionModel, late).rmse, 10);
    const lacks = () => boosting().fit(table, { ...run, validation: without(late, "off") });
    expect(await failureOf(lacks)).toContain('validation: offset: the table has no column "off"');
  });

  it("goes on from a model of the same offset only", async () => {
    const five = boosting({ rounds: 5 });
    const half = await five.fit(table, run);
    expect(digest(await five.fit(table, { ...run, continueFrom: half }))).toBe(
      digest(await boosting({ rounds: 10 }).fit(table, run)),
    );
    const other = { ...without(table, "off"), shift: off };
    expect(await failureOf(() => five.fit(other, { target: "y", offset: "shift", continueFrom: half }))).toContain(
      'continueFrom: the model has the offset ["off"], and this fit ["shift"]',
    );
    expect(await failureOf(() => five.fit(without(table, "off"), { target: "y", continueFrom: half }))).toContain(
      'the model has the offset ["off"], and this fit []',
    );
  });

  it("keeps it in folds and searches, as by hand", async () => {
    const learner = boosting({ rounds: 4 });
    const { folds } = await crossValidate(learner, table, { ...run, folds: 3 });
    expect(folds.length).toBe(3);
    const test = places.filter((row) => row % 3 === 0);
    const train = places.filter((row) => row % 3 !== 0);
    const one = await crossValidate(boosting<"regression">({ rounds: 4, loss: squaredError() }), table, {
      ...run,
      folds: [{ train, test }],
    });
    const model = (await learner.fit(inOrder(table, train), run)) as RegressionModel;
    expect(one.mean.rmse).toBe(evaluate(model, inOrder(table, test)).rmse);
    const grid = { maxDepth: [2] };
    const found = await gridSearch(({ maxDepth }) => boosting({ maxDepth, rounds: 4 }), grid, table, {
      ...run,
      folds: 3,
      metric: "rmse",
    });
    const same = await crossValidate(boosting<"regression">({ maxDepth: 2, rounds: 4, loss: squaredError() }), table, {
      ...run,
      folds: 3,
    });
    expect(found.best.value).toBe(same.mean.rmse);
  });

  it("keeps it in a dataset and in its bytes", async () => {
    const dataset = await createDataset(table, { ...run, maxBins: 32 });
    const loaded = await loadDataset(dataset.toBytes());
    expect(loaded).toEqual(dataset);
    const learner = boosting({ rounds: 3, splitter: "histogram", maxBins: 32 });
    expect(digest(await learner.fit(loaded))).toBe(digest(await learner.fit(table, run)));
    const plain = await createDataset(without(table, "off"), { target: "y" });
    expect(Buffer.from(plain.toBytes()).includes("offset")).toBe(false);
  });

  it("weighs classes without losing it", async () => {
    const model = await boosting({ rounds: 2, classWeights: "balanced" }).fit({ ...table, y: pairs }, run);
    expect((model as ClassificationModel).offset).toEqual(["off"]);
  });

  it.each<[string, () => unknown, string]>([
    [
      "a column that is not there",
      () => boosting().fit(table, { target: "y", offset: "of" }),
      'unknown-column | cambium: offset: the table has no column "of"; did you mean "off"? there are "a", "b", "c", "off", "y"',
    ],
    [
      "numbers, which prediction would forget",
      () => boosting().fit(table, { target: "y", offset: off as never }),
      "bad-option | cambium: boosting.fit: offset expects the name of a column, or a list of one for each class, which a model can find again when it predicts, got",
    ],
    [
      "another library's name",
      () => boosting().fit(table, { target: "y", base_margin: off } as never),
      'unknown-option | cambium: boosting.fit has no option "base_margin"; it is called offset here; it takes',
    ],
    [
      "the name that starts are given under there",
      () => boosting().fit(table, { target: "y", init_score: off } as never),
      'unknown-option | cambium: boosting.fit has no option "init_score"; it is called offset here; it takes',
    ],
    [
      "the target",
      () => boosting().fit(table, { target: "y", offset: "y" }),
      'bad-option | cambium: offset: "y" is the target, it can not be the offset too',
    ],
    [
      "a feature",
      () => boosting().fit(table, { ...run, features: ["a", "off"] }),
      'bad-option | cambium: features: "off" is the offset, it can not be a feature too',
    ],
    [
      "the log of no exposure",
      () => boosting().fit({ ...table, off: off.map((_, row) => (row === 1 ? Math.log(0) : 0)) }, run),
      'bad-offset | cambium: offset: column "off" has -Infinity in row 2; expected a finite number, up to 2^200, to add to the score of the row; the log of an exposure needs exposures above 0',
    ],
    [
      "several columns where there is one score",
      () => boosting().fit(table, { target: "y", offset: ["off", "a"] }),
      'bad-option | cambium: boosting: offset: the loss squaredError expects one column, got "off", "a"',
    ],
    [
      "a list of none",
      () => boosting().fit(table, { target: "y", offset: [] }),
      "bad-option | cambium: boosting.fit: offset expects the name of a column, or a list of one for each class",
    ],
  ])("refuses %s", async (_what, misuse, message) => {
    expect((await failureOf(misuse)).slice(0, message.length)).toBe(message);
  });

  it.each<[string, Learner]>([
    ["cart", cart()],
    ["id3", id3()],
    ["c45", c45()],
    ["bagging", bagging(cart())],
    ["randomForest", randomForest()],
    ["adaBoost", adaBoost()],
  ])("refuses it in %s, whose rows have no scores", async (_name, learner) => {
    const sentence =
      'bad-option | cambium: fit: offset: "off" would be added to the scores of rows, which boosting alone has; leave it out, or use boosting';
    const classes = { c, d: c, off, y: pairs };
    expect(await failureOf(() => learner.fit(classes, run))).toBe(sentence);
    expect(await failureOf(async () => learner.fit(await createDataset(classes, run)))).toBe(sentence);
  });
});
