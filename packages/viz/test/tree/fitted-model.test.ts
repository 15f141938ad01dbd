import { cart, loadModel } from "@cambium/core";
import { expect, test } from "vitest";
import { type TreePlotSpec, treePlot, treeText } from "../../src/index.ts";
import { flowersTable } from "../support/example-models.ts";

function rowsOf(spec: TreePlotSpec): string[] {
  return spec.datasets.nodes.map((node) => (node as { tip: { Rows: string } }).tip.Rows);
}

test("the rows that a tree was fitted to go where it counted them", async () => {
  const table = flowersTable();
  const model = await cart({ minRowsLeaf: 3 }).fit(table, { target: "kind" });
  expect(rowsOf(treePlot(model, { data: table }))).toEqual(rowsOf(treePlot(model)));
  expect(rowsOf(treePlot(model)).length).toBeGreaterThan(5);
});

test("a loaded model draws the same plot and writes the same text", async () => {
  const table = flowersTable();
  const model = await cart({ maxDepth: 3 }).fit(table, { target: "kind" });
  const again = loadModel(model.toBytes());
  expect(treePlot(again, { data: table, row: 1 })).toEqual(treePlot(model, { data: table, row: 1 }));
  expect(treeText(again)).toBe(treeText(model));
});
