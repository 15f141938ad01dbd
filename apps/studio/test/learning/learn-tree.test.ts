import { readFileSync } from "node:fs";
import { parseCsv } from "cambium/io";
import { expect, test } from "vitest";
import { learnTree, type TreeSettings } from "../../src/learning/learn-tree.ts";

const penguins = parseCsv(readFileSync(new URL("../../../../fixtures/datasets/penguins.csv", import.meta.url), "utf8"));
const settings: TreeSettings = { target: "species", task: "auto", maxDepth: 8, minRowsLeaf: 5, pruning: "1se" };

test("a quarter of the rows is kept apart, with as many of each class", async () => {
  const { train, scores } = await learnTree(penguins, settings);
  expect([train.rowCount, scores.rows]).toEqual([258, 86]);
  const species = Array.from(train.column("species"));
  const counts = ["Adelie", "Chinstrap", "Gentoo"].map((name) => species.filter((value) => value === name).length);
  expect(counts).toEqual([114, 51, 93]); // Three quarters of 152, 68 and 124.
});

test("the tree beats the commonest class, which is 38 of the 86", async () => {
  const { scores, guess } = await learnTree(penguins, settings);
  expect(guess).toEqual({ label: "Adelie", accuracy: 38 / 86 });
  expect("accuracy" in scores && scores.accuracy).toBeGreaterThan(0.9);
});

test("rows without the target are left out, and that is said", async () => {
  const { train, scores, guess, notes } = await learnTree(penguins, { ...settings, target: "body_mass_g" });
  expect(train.rowCount + scores.rows).toBe(342);
  expect(notes[0]).toBe("left out 2 of 344 rows, which have no body_mass_g");
  expect(guess).toBeNull();
});

test("numbers are learned as classes when that is asked for", async () => {
  const table = parseCsv(`x,y\n${Array.from({ length: 40 }, (_, i) => `${i},${i < 20 ? 0 : 1}`).join("\n")}`);
  const asked = { ...settings, target: "y", pruning: "none" } as const;
  expect((await learnTree(table, asked)).model.task).toBe("regression");
  const { model, scores } = await learnTree(table, { ...asked, task: "classification" });
  expect(model.task).toBe("classification");
  expect(scores).toMatchObject({ accuracy: 1, auc: 1 });
});

test("a handful of rows is enough, with as many folds as there are", async () => {
  const table = parseCsv("x,y\n1,a\n2,a\n3,b\n4,b");
  const { model, scores } = await learnTree(table, { ...settings, target: "y", minRowsLeaf: 1 });
  expect([model.pruningPath[0].leaves, scores.rows]).toEqual([2, 2]);
});

test("a column of names, each in one row, can not be tried on anything", async () => {
  const table = parseCsv("x,name\n1,a\n2,b\n3,c");
  await expect(learnTree(table, { ...settings, target: "name" })).rejects.toThrow(
    "A quarter of the rows is kept apart to try the tree on, and each class needs rows in both parts. The values of “name” stand in too few rows for that (3 rows in all); choose another target.",
  );
});

test("a run that was aborted ends with the signal's reason", async () => {
  const reason = new Error("changed my mind");
  await expect(learnTree(penguins, settings, AbortSignal.abort(reason))).rejects.toBe(reason);
});
