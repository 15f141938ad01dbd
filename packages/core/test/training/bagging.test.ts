import { describe, expect, it } from "vitest";
import {
  bagging,
  boosting,
  cart,
  costComplexity,
  createDataset,
  encodeTable,
  evaluateOutOfBag,
  leafOf,
  maxDepth,
  outOfBagPredictions,
  type RegressionScores,
  randomForest,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const random = randomNumbers(77);
const rows = Array.from({ length: 200 }, () => {
  const [a, b] = [Math.floor(40 * random()), random() < 0.1 ? null : Math.floor(30 * random())];
  return { a, b, c: "uvwx"[Math.floor(4 * random())], d: random(), y: a + (b ?? 12) + Math.floor(9 * random()) };
});
const classes = rows.map(({ y, ...row }) => ({ ...row, y: y > 40 ? "high" : y > 25 ? "middle" : "low" }));
const run = { target: "y" };

describe.each([
  ["numbers", rows],
  ["classes", classes],
] as const)("a forest of %s", (_name, table) => {
  it("has the same bytes for the same seed, and others for another", async () => {
    const bytes = async (seed: number) => (await randomForest({ trees: 5, seed }).fit(table, run)).toBytes();
    expect(await bytes(3)).toEqual(await bytes(3));
    expect(await bytes(3)).not.toEqual(await bytes(4));
  });

  it("keeps its first trees when it is given more", async () => {
    const options = { columnSample: { tree: 0.7, node: 0.5 }, rowSample: 0.8, seed: 1 };
    const few = await randomForest({ ...options, trees: 3 }).fit(table, run);
    const many = await randomForest({ ...options, trees: 6 }).fit(table, run);
    expect(many.ensemble.trees.slice(0, 3)).toEqual(few.ensemble.trees);
  });

  it("is the tree of cart, as often as it is asked for, where nothing is left to chance", async () => {
    // Leaves so large that no two columns tie: among those that do a forest draws.
    const [tree] = (await cart({ minRowsLeaf: 20 }).fit(table, run)).ensemble.trees;
    const bagged = await bagging(cart({ minRowsLeaf: 20 }), { trees: 3, bootstrap: false }).fit(table, run);
    expect(bagged.ensemble.trees).toEqual([tree, tree, tree]);
    const options = { trees: 2, bootstrap: false, columnSample: { node: 1 }, minRowsLeaf: 20 };
    expect((await randomForest(options).fit(table, run)).ensemble.trees).toEqual([tree, tree]);
  });

  it("says the mean of what its trees say", async () => {
    const model = await randomForest({ trees: 7, seed: 2, minRowsLeaf: 2 }).fit(table, run);
    const { trees, initialScore } = model.ensemble;
    const width = initialScore.length;
    const encoded = encodeTable(model, table);
    const scores = model.predictScore(table);
    for (let row = 0; row < table.length; row++) {
      for (let k = 0; k < width; k++) {
        const said = trees.map((tree) => tree.value[leafOf(tree, encoded, row) * width + k]);
        expect(scores[row * width + k]).toBeCloseTo(said.reduce((sum, value) => sum + value, 0) / 7, 12);
      }
    }
  });

  it("asks of each row the trees that did not see it, which are those whose bag it is not in", async () => {
    const model = await randomForest({ trees: 12, seed: 5 }).fit(table, run);
    const { trees, initialScore } = model.ensemble;
    const width = initialScore.length;
    const encoded = encodeTable(model, table);
    const outOf = trees.map((_, index) => new Set(model.outOfBag?.rowsOutOf(index)));
    for (const [index, tree] of trees.entries()) expect(tree.rowCount[0] + outOf[index].size).toBe(table.length);
    const said = outOfBagPredictions(model);
    for (let row = 0; row < table.length; row++) {
      const judges = trees.filter((_, index) => outOf[index].has(row));
      for (let k = 0; k < width; k++) {
        const values = judges.map((tree) => tree.value[leafOf(tree, encoded, row) * width + k]);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        if (values.length === 0) expect(said[row * width + k]).toBeNaN();
        else expect(said[row * width + k]).toBeCloseTo(mean, 12);
      }
    }
  });

  it("searches no tree by a column that it was not given", async () => {
    const model = await bagging(cart(), { trees: 8, columnSample: { tree: 0.5 } }).fit(table, run);
    const used = model.ensemble.trees.map((tree) => new Set(tree.feature.filter((feature) => feature >= 0)).size);
    expect(Math.max(...used)).toBe(2);
  });
});

describe("bags", () => {
  it("leave out e^-1 of the rows, each row as often as any other", async () => {
    const many = { x: Array.from({ length: 400 }, (_, i) => i), y: Array.from({ length: 400 }, (_, i) => i % 7) };
    const model = await bagging(cart({ maxDepth: 1 }), { trees: 500 }).fit(many, run);
    const times = new Float64Array(400);
    for (let tree = 0; tree < 500; tree++) for (const row of model.outOfBag?.rowsOutOf(tree) ?? []) times[row]++;
    const left = times.reduce((sum, count) => sum + count, 0) / (400 * 500);
    // The share of one bag has a standard deviation of about 0.0156 at 400 rows; the mean of 500 bags of 0.0007.
    expect(Math.abs(left - (1 - 1 / 400) ** 400)).toBeLessThan(0.003);
    // Of one row: binomial of 500, five deviations of 10.8.
    expect(Math.max(...times.map((count) => Math.abs(count - 500 * left)))).toBeLessThan(54);
  });

  it("have each row with the chance that was asked for, where none is drawn twice", async () => {
    const learner = bagging(cart({ maxDepth: 1 }), { trees: 200, bootstrap: false, rowSample: 0.3 });
    const model = await learner.fit(rows, run);
    const sizes = model.ensemble.trees.map((tree) => tree.rowCount[0]);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / 200;
    expect(Math.abs(mean - 60)).toBeLessThan(3);
    expect(model.ensemble.trees.every((tree) => tree.cover[0] === tree.rowCount[0])).toBe(true);
  });

  it("never have rows without weight only", async () => {
    const weight = rows.map((_, row) => (row === 17 ? 1 : 0));
    const model = await randomForest({ trees: 20 }).fit(rows, { ...run, weight });
    expect(model.ensemble.trees.every((tree) => tree.rowCount[0] === 1 && tree.cover[0] === 1)).toBe(true);
    const thin = bagging(cart(), { trees: 20, bootstrap: false, rowSample: 1e-6 });
    expect((await thin.fit(rows, run)).ensemble.trees.every((tree) => tree.rowCount[0] === 1)).toBe(true);
  });

  it("judge their own rows nearly as a test set would", async () => {
    const model = await randomForest({ trees: 60, seed: 9 }).fit(rows.slice(0, 120), run);
    const others = await randomForest({ trees: 60, seed: 9 }).fit(rows.slice(0, 120), run);
    const scores = evaluateOutOfBag(model);
    expect(scores.rows).toBe(120);
    expect(evaluateOutOfBag(others)).toEqual(scores);
    const predicted = model.predict(rows.slice(120)) as Float64Array;
    const squares = rows.slice(120).map(({ y }, i) => (y - predicted[i]) ** 2);
    const testError = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    const rmse = "rmse" in scores ? scores.rmse : Number.NaN;
    expect(Math.abs(rmse / testError - 1)).toBeLessThan(0.25);
  });

  it("judge them with their weights, also where some rows are in every sample", async () => {
    const weight = Float64Array.from(rows, (_, row) => 1 + (row % 5));
    const numbers = await randomForest({ trees: 4, seed: 2 }).fit(rows, { ...run, weight });
    const scores = evaluateOutOfBag(numbers) as RegressionScores;
    let [squares, total, count] = [0, 0, 0];
    outOfBagPredictions(numbers).forEach((told, row) => {
      if (Number.isNaN(told)) return;
      squares += weight[row] * (rows[row].y - told) ** 2;
      total += weight[row];
      count++;
    });
    expect(count).toBeLessThan(rows.length);
    expect([scores.rows, scores.rmse]).toEqual([count, expect.closeTo(Math.sqrt(squares / total), 12)]);
  });
});

describe("votes", () => {
  it("are counted: probabilities are shares of the trees", async () => {
    const model = await randomForest({ trees: 10, vote: "majority", seed: 3 }).fit(classes, run);
    if (model.task !== "classification") throw new Error("a classification was asked for");
    const shares = model.predictProbability(classes);
    expect(shares.every((share) => Number.isInteger(10 * share))).toBe(true);
    const single = await randomForest({ trees: 10, seed: 3 }).fit(classes, run);
    const encoded = encodeTable(single, classes);
    const votes = single.ensemble.trees.filter((tree) => {
      const at = 3 * leafOf(tree, encoded, 0);
      const said = [...tree.value.subarray(at, at + 3)];
      return said.indexOf(Math.max(...said)) === 1;
    });
    expect(shares[1]).toBe(votes.length / 10);
  });
});

describe("a forest in trouble", () => {
  const validated = cart({ prune: costComplexity({ by: "validation" }) });
  const noValidation =
    "the trees of an ensemble have no validation set, which pruning by costComplexity asks for; choose by folds, or leave it out";
  it.each<[string, () => unknown, string]>([
    [
      "no tree",
      () => randomForest({ trees: 0 }),
      "bad-option | cambium: randomForest: trees expects a whole number >= 1, got 0",
    ],
    [
      "a peer's name of trees",
      () => bagging(cart(), { n_estimators: 5 } as never),
      'unknown-option | cambium: bagging has no option "n_estimators"; it is called trees here; it takes "trees", "bootstrap", "rowSample", "vote", "seed", "columnSample"',
    ],
    [
      "a peer's name of drawn columns",
      () => bagging(cart(), { colsample_bytree: 0.5 } as never),
      'unknown-option | cambium: bagging has no option "colsample_bytree"; it is called columnSample: { tree } here; it takes "trees", "bootstrap", "rowSample", "vote", "seed", "columnSample"',
    ],
    [
      "no base",
      () => bagging(undefined as never),
      "bad-option | cambium: bagging expects a learner of single trees, such as cart(), got undefined",
    ],
    [
      "a base of many trees",
      () => bagging(boosting() as never),
      "bad-option | cambium: bagging expects a learner of single trees, such as cart(), got boosting, which is none",
    ],
    ["a base that needs a validation set", () => bagging(validated), `bad-option | cambium: bagging: ${noValidation}`],
    [
      "pruning by a validation set",
      () => randomForest({ prune: [maxDepth(3), costComplexity({ by: "validation" })] }),
      `bad-option | cambium: randomForest: ${noValidation}`,
    ],
    [
      "votes on numbers",
      () => randomForest({ vote: "majority" }).fit(rows, run),
      'bad-option | cambium: randomForest: vote: "majority" is for classification, but the target "y" is taken for regression, where trees are averaged; leave it out, or pass task: "classification" to fit',
    ],
    [
      "a count for a share",
      () => randomForest({ columnSample: { node: 3 } }),
      'bad-option | cambium: randomForest: columnSample expects an object with tree or node: a share above 0 and up to 1, "sqrt" or "log2", got an object',
    ],
    [
      "columns by node of a base that knows no such thing",
      () => bagging(cart(), { columnSample: { node: 0.5 } as never }),
      'bad-option | cambium: bagging: columnSample expects an object with tree: a share above 0 and up to 1, "sqrt" or "log2", got an object',
    ],
    [
      "no row",
      () => bagging(cart(), { rowSample: 0 }),
      "bad-option | cambium: bagging: rowSample expects a number above 0 and up to 1, got 0",
    ],
    [
      "out of bag, of a model that left nothing out",
      async () => evaluateOutOfBag(await bagging(cart(), { bootstrap: false }).fit(rows, run)),
      "bad-model | cambium: evaluateOutOfBag asks for rows that trees did not see; this model has none: it is no forest whose trees leave rows out, or it was loaded from its bytes",
    ],
  ])("says so: %s", async (_name, attempt, message) => {
    expect(await failureOf(attempt)).toBe(message);
  });

  it("learns from one row, and from one class", async () => {
    const one = await randomForest({ trees: 3 }).fit({ x: [1], y: [7] }, run);
    expect(one.predictOne({ x: 5 })).toBe(7);
    const only = await randomForest({ trees: 3 }).fit({ x: [1, 2, 3], y: ["a", "a", "a"] }, run);
    expect(only.predict({ x: [9] })).toEqual(["a"]);
  });

  it("tells of each tree, and ends with the reason of an abort", async () => {
    const told: number[] = [];
    const dataset = await createDataset(rows, run);
    await randomForest({ trees: 4 }).fit(dataset, { onTree: ({ tree, trees }) => told.push(tree / trees) });
    expect(told).toEqual([0.25, 0.5, 0.75, 1]);
    const controller = new AbortController();
    const reason = new Error("enough");
    const aborted = randomForest({ trees: 5000 }).fit(dataset, {
      signal: controller.signal,
      onTree: ({ tree }) => tree === 2 && controller.abort(reason),
    });
    await expect(aborted).rejects.toBe(reason);
  });
});

it("bagging is for the task that its base is for, which takes numbers for classes", async () => {
  const base = Object.freeze({ ...cart(), task: "classification" as const });
  const learner = bagging(base, { trees: 2 });
  expect(learner.task).toBe("classification");
  const model = await learner.fit({ x: [1, 2, 3, 4], y: [0, 1, 0, 1] }, run);
  expect(model.task).toBe("classification");
  expect("task" in bagging(cart())).toBe(false);
});
