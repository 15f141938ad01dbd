import { cart } from "@cambium/core";
import { expect, test } from "vitest";
import { treePlot, treeText } from "../../src/index.ts";

const y = ["no", "no", "no", "yes", "yes", "yes", "yes"];

test("a split of present against missing numbers says so, and draws all bars on one side", async () => {
  const table = { x: [1, 2, 3, null, null, null, null], y };
  const model = await cart().fit(table, { target: "y" });
  expect(treeText(model)).toMatch(/x has a value .*\n.*x has none /);
  const spec = JSON.stringify(treePlot(model, { data: table }));
  expect(spec).toContain('"has a value"');
  expect(spec).toContain("x has no value");
  expect(spec).not.toMatch(/∞|NaN/);
  expect(JSON.stringify(treePlot(model, { data: table }).datasets)).not.toContain("null");
});

test("a split of present against missing categories says so too", async () => {
  const table = { x: ["p", "q", "p", null, null, null, null], y };
  const model = await cart().fit(table, { target: "y" });
  expect(treeText(model)).toMatch(/x has a value .*\n.*x has none /);
  expect(JSON.stringify(treePlot(model, { data: table }))).toContain('"has none"');
});
