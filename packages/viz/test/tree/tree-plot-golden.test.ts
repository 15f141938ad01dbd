import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type TreePlotSpec, treePlot } from "../../src/index.ts";
import { flowersModel, flowersTable, pricesModel, pricesTable } from "../support/example-models.ts";

/** `UPDATE_GOLDEN=1` writes the files anew; look at the difference, and at the pictures, before you commit it. */
const update = process.env.UPDATE_GOLDEN === "1";

const plots: [name: string, plot: () => TreePlotSpec][] = [
  ["flowers", () => treePlot(flowersModel(), { data: flowersTable(), row: 3 })],
  ["prices-dark", () => treePlot(pricesModel(), { data: pricesTable(), theme: "dark" })],
];

test.each(plots)("the specification of %s has not changed", (name, plot) => {
  const path = fileURLToPath(new URL(`../golden/${name}.golden`, import.meta.url));
  const written = `${JSON.stringify(plot(), null, 1)}\n`;
  if (update) writeFileSync(path, written);
  expect(written).toBe(readFileSync(path, "utf8"));
});
