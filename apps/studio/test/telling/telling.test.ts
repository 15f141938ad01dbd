import { readFileSync } from "node:fs";
import { parseCsv } from "cambium/io";
import { expect, test } from "vitest";
import { learnTree } from "../../src/learning/learn-tree.ts";
import { formatNumber, formatShare } from "../../src/telling/format-number.ts";
import { leavesOf, pruningHeadings, pruningRows } from "../../src/telling/pruning-rows.ts";
import { scoreEntries } from "../../src/telling/score-entries.ts";

const penguins = parseCsv(readFileSync(new URL("../../../../fixtures/datasets/penguins.csv", import.meta.url), "utf8"));
const settings = { target: "species", task: "auto", maxDepth: 8, minRowsLeaf: 5, pruning: "1se" } as const;

test("numbers keep four digits that count", () => {
  expect([0, 0.041666, 33_120.4, -1.5, 1e-7].map(formatNumber)).toEqual(["0", "0.04167", "33,120", "-1.5", "1.0e-7"]);
  expect([0, 0.9651, 1].map(formatShare)).toEqual(["0.0 %", "96.5 %", "100.0 %"]);
});

test("the pruning path has one row a tree, from the full one to its root, and marks the one that was taken", async () => {
  const { model } = await learnTree(penguins, settings);
  const rows = pruningRows(model);
  const leaves = rows.map((row) => Number(row.leaves));
  expect(leaves).toEqual([...leaves].sort((a, b) => b - a));
  expect(leaves.at(-1)).toBe(1);
  expect(rows.filter(({ isChosen }) => isChosen).map((row) => row.leaves)).toEqual([String(leavesOf(model))]);
  expect(rows.every(({ heldOutError }) => /^\d+\.\d % ± \d+\.\d %$/.test(heldOutError))).toBe(true);
  expect(pruningHeadings(model)[3]).toBe("Wrong in the folds");
});

test("a tree that was not pruned has no path", async () => {
  const { model } = await learnTree(penguins, { ...settings, pruning: "none" });
  expect(pruningRows(model)).toEqual([]);
});

test("two classes have an AUC, unless the rows are of one class only", () => {
  const scores = { rows: 10, accuracy: 0.9, logLoss: 0.25, auc: 0.875 };
  const guess = { label: "no", accuracy: 0.5 };
  expect(scoreEntries(scores, guess).map(({ name, value }) => `${name} ${value}`)).toEqual([
    "Accuracy 90.0 %",
    "Log loss 0.25",
    "AUC 0.875",
  ]);
  expect(scoreEntries(scores, guess)[0].meaning).toBe("of the answers are right; always “no”: 50.0 %");
  expect(scoreEntries({ ...scores, auc: Number.NaN }, guess)).toHaveLength(2);
});
