import { readFileSync } from "node:fs";
import { tableFromArrays } from "apache-arrow";
import {
  boosting,
  cart,
  costComplexity,
  createDataset,
  evaluate,
  loadModel,
  logistic,
  squaredError,
  trainTestSplit,
} from "cambium";
import { fromArrow, parseCsv, readCsv } from "cambium/io";
import { treePlot, treeText } from "cambium/viz";
import { expect, test } from "vitest";

const path = new URL("../../../fixtures/datasets/penguins.csv", import.meta.url);

test("a tree from a file: read, split, train with pruning, evaluate, save, load, tell and draw", async () => {
  const table = await readCsv(path.href);
  const { train, test: held } = trainTestSplit(table, { test: 0.25, seed: 1, stratify: "species" });
  const tree = await cart({ minRowsLeaf: 5, prune: costComplexity({ folds: 10, rule: "1se", seed: 1 }) }).fit(train, {
    target: "species",
  });
  expect(evaluate(tree, held)).toMatchObject({ rows: held.rowCount, accuracy: expect.closeTo(0.95, 1) });
  expect(tree.pruningPath[0]).toMatchObject({ alpha: 0, standardError: expect.any(Number) });
  const same = loadModel(tree.toBytes());
  expect(same.predict(held)).toEqual(tree.predict(held));
  expect(treeText(same)).toContain("flipper_length_mm ≤");
  expect(treePlot(same, { data: held, row: 0 }).$schema).toContain("vega-lite/v6");
});

test("boosting to the probability of a class, with a report a round", async () => {
  const rounds: number[] = [];
  const table = parseCsv(readFileSync(path, "utf8"));
  const sex = table.column("sex");
  const known = Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => sex[row] !== null);
  const columns = Object.fromEntries(
    table.columnNames.map((name) => [name, known.map((row) => table.column(name)[row])]),
  );
  const model = await boosting({ loss: logistic(), rounds: 10, learningRate: 0.3, maxDepth: 3 }).fit(columns, {
    target: "sex",
    onRound: ({ round }) => rounds.push(round),
  });
  expect(rounds).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(model.classes).toEqual(["female", "male"]);
  const shares = model.predictProbability(columns);
  expect(shares.length).toBe(2 * known.length);
  for (let row = 0; row < known.length; row++) expect(shares[2 * row] + shares[2 * row + 1]).toBeCloseTo(1, 15);
  expect(evaluate(model, columns).auc).toBeGreaterThan(0.98);
});

test("arrays, row objects, an Arrow table and a dataset give the same bytes", async () => {
  const x = Float64Array.of(1, 2, 3, 4, 5, 6);
  const y = Float64Array.of(1, 1, 2, 8, 9, 9);
  const learner = boosting({ loss: squaredError(), rounds: 3 });
  const bytes = (await learner.fit({ x, y }, { target: "y" })).toBytes();
  const rows = Array.from(x, (value, row) => ({ x: value, y: y[row] }));
  const tables = [rows, tableFromArrays({ x, y }), fromArrow(tableFromArrays({ x, y }))];
  for (const table of tables) expect((await learner.fit(table, { target: "y" })).toBytes()).toEqual(bytes);
  const dataset = await createDataset({ x, y }, { target: "y" });
  expect((await learner.fit(dataset)).toBytes()).toEqual(bytes);
});
