import type { Model } from "@cambium/core";
import type { View } from "vega";
import { describe, expect, test } from "vitest";
import { type TreePlotOptions, type TreePlotSpec, treePlot } from "../../src/index.ts";
import { flowersModel, flowersTable, pricesModel, pricesTable } from "../support/example-models.ts";
import { expectValidSpec } from "../support/expect-valid-spec.ts";
import { boosted, regressionModel } from "../support/make-model.ts";
import { makeTree } from "../support/make-tree.ts";
import { cardsIn, drawnItems, renderSpec } from "../support/render-spec.ts";

const stump = makeTree({ value: [3], rows: 5 });
const everyPlot: [name: string, plot: () => TreePlotSpec][] = [
  ["a classification without data", () => treePlot(flowersModel())],
  ["a classification with data", () => treePlot(flowersModel(), { data: flowersTable() })],
  ["a path in the dark", () => treePlot(flowersModel(), { data: flowersTable(), row: 3, theme: "dark" })],
  ["data without the target", () => treePlot(flowersModel(), { data: withoutTarget(), row: 0 })],
  ["no rows", () => treePlot(flowersModel(), { data: { petal_length_mm: [], soil: [], kind: [] } })],
  ["a regression without data", () => treePlot(pricesModel(), { depth: 1 })],
  ["a regression with data", () => treePlot(pricesModel(), { data: pricesTable(), row: 20 })],
  ["a tree of boosting", () => treePlot(boosted(pricesModel()), { data: pricesTable() })],
  ["a single leaf", () => treePlot(regressionModel({ features: [], trees: [stump] }))],
];

function withoutTarget(): Record<string, unknown[]> {
  const { kind, ...rest } = flowersTable();
  return rest;
}

describe.each(everyPlot)("the plot of %s", (_, plot) => {
  test("is valid by the schema of Vega-Lite 6", () => {
    expectValidSpec(plot());
  });

  test("compiles and renders without a complaint, and without a number that is none", async () => {
    const { view, complaints } = await renderSpec(plot());
    expect(complaints).toEqual([]);
    expect(drawnItems(view).length).toBeGreaterThan(2);
    expect(await view.toSVG()).not.toMatch(/NaN|undefined|Infinity/);
  });

  test("is plain JSON and the same each time", () => {
    expect(JSON.parse(JSON.stringify(plot()))).toEqual(plot());
    expect(JSON.stringify(plot())).toBe(JSON.stringify(plot()));
  });
});

interface Hovered {
  readonly path: string;
  readonly ink: string;
}

/** As a pointer would, but there is none: what Vega-Lite stores of the datum under it. */
function hover(view: View, { path, ink }: Hovered): void {
  const fields = ["path", "ink"].map((field) => ({ type: "E", field }));
  view.data("hover_store", [{ unit: "", fields, values: [path, ink] }]);
}

async function drawn(options: TreePlotOptions, signals: Record<string, unknown> = {}, hovered?: Hovered) {
  const { view } = await renderSpec(treePlot(flowersModel(), { data: flowersTable(), ...options }));
  for (const [name, value] of Object.entries(signals)) view.signal(name, value);
  if (hovered !== undefined) hover(view, hovered);
  await view.runAsync();
  return drawnItems(view);
}

const textsOf = (items: Awaited<ReturnType<typeof drawn>>): unknown[] =>
  items.filter(({ type }) => type === "text").map(({ text }) => text);

describe("what is drawn", () => {
  test("a card a node, and both branches of every split labelled", async () => {
    const items = await drawn({});
    expect(cardsIn(items)).toHaveLength(9);
    const texts = textsOf(items);
    for (const label of ["≤ 24.5", "> 24.5", "≤ 43.35", "> 43.35", "chalk, sand", "clay, loam", "clay", "loam"]) {
      expect(texts).toContain(label);
    }
  });

  test("cards never overlap, whatever the depth", async () => {
    for (const depth of [1, 2, 3]) {
      const cards = cardsIn(await drawn({ depth }));
      for (const a of cards) {
        for (const b of cards) {
          if (a === b) continue;
          const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
          expect(apart).toBe(true);
        }
      }
    }
  });

  test("the slider lays the tree out anew, and folded branches become leaves", async () => {
    const deep = await drawn({});
    const folded = await drawn({}, { depth: 2 });
    expect(cardsIn(folded)).toHaveLength(5);
    expect(distance(folded, "·21", "·22")).toBeLessThan(distance(deep, "·21", "·22"));
    const root = await drawn({}, { depth: 1 });
    expect(cardsIn(root)).toHaveLength(3);
    expect(textsOf(root)).toContain(`${rowsBeyond(24.5)} rows`);
  });

  test("the depth that is asked for is where the slider stands", async () => {
    expect(cardsIn(await drawn({ depth: 1 }))).toHaveLength(3);
    expect(cardsIn(await drawn({ depth: 99 }))).toHaveLength(9);
  });

  test("without a row nothing is dimmed; hovering a node leaves its path and what is below it", async () => {
    const still = await drawn({});
    expect(cardsIn(still).every(({ opacity }) => opacity === 1)).toBe(true);
    const hovered = await drawn({}, {}, { path: "·21", ink: "#0072b2" });
    const clear = cardsIn(hovered).filter(({ opacity }) => opacity === 1);
    expect(clear.map(({ datum }) => datum.path)).toEqual(["·", "·2", "·21", "·211", "·212"]);
    const traced = hovered.filter(
      ({ type, stroke, opacity }) => type === "line" && stroke === "#0072b2" && opacity === 1,
    );
    expect(new Set(traced.map(({ datum }) => datum.path))).toEqual(new Set(["·2", "·21"]));
  });

  test("the path of a row is lit, marked in each of its splits, and ends where the row ends", async () => {
    // 36.5 mm on sand: over 24.5, then chalk or sand, then at most 43.35.
    const table = flowersTable();
    const row = 5;
    table.petal_length_mm[row] = 36.5;
    table.soil[row] = "sand";
    const items = await drawn({ data: table, row });
    const lit = cardsIn(items).filter(({ opacity }) => opacity === 1);
    expect(lit.map(({ datum }) => datum.path)).toEqual(["·", "·2", "·21", "·211"]);
    const markers = items.filter(({ type, fill }) => type === "symbol" && fill === "#d5005b");
    expect(markers.map(({ datum }) => datum.path)).toEqual(["·", "·2", "·21"]);
  });

  test("a value that the row lacks is said in place of the marker", async () => {
    const row = flowersTable().petal_length_mm.findIndex((value) => Number.isNaN(value));
    expect(textsOf(await drawn({ row }))).toContain("missing");
  });

  test("cards tell screen readers their rule and their rows", async () => {
    const [, first] = cardsIn(await drawn({}));
    expect(first.description).toMatch(/^petal_length_mm ≤ 24\.5: \d+ rows/);
  });
});

function distance(items: Awaited<ReturnType<typeof drawn>>, a: string, b: string): number {
  const leftOf = (path: string): number => cardsIn(items).find(({ datum }) => datum.path === path)?.x ?? Number.NaN;
  return Math.abs(leftOf(a) - leftOf(b));
}

function rowsBeyond(threshold: number): number {
  const values = flowersTable().petal_length_mm as number[];
  return values.filter((value) => value > threshold).length;
}

describe("what the tooltip says", () => {
  const tips = (spec: TreePlotSpec): Record<string, string>[] =>
    spec.datasets.nodes.map((node) => (node as { tip: Record<string, string> }).tip);

  test("every digit of the threshold, where missing values go, and the merged rule of the path", () => {
    const all = tips(treePlot(flowersModel()));
    const split = all.find((tip) => tip["Splits on"]?.includes("43.349999999999994"));
    expect(split?.["Missing values"]).toBe("go to ≤ 43.35");
    const last = all.find((tip) => tip.Path?.includes("43.349999999999994 < petal_length_mm"));
    expect(last).toBeUndefined();
    expect(all.map((tip) => tip.Path)).toContain(
      "24.5 < petal_length_mm ≤ 43.349999999999994 and soil in {chalk, sand}",
    );
    expect(all.map((tip) => tip.Path)).toContain("petal_length_mm > 24.5 and soil is loam");
  });

  test("a model that refuses missing values says so", () => {
    const [root] = tips(treePlot({ ...flowersModel(), missing: "error" }));
    expect(root["Missing values"]).toBe("are refused");
  });

  test("Gini of the shares of the model", () => {
    expect(tips(treePlot(flowersModel()))[0].Gini).toBe((1 - 0.25 - 0.0625 - 0.0625).toFixed(3));
  });
});

describe("what is refused", () => {
  test.each([
    [
      "a row without data",
      { row: 1 },
      "cambium: treePlot: row names a row of data, and there is none; pass data as well",
    ],
    [
      "a row beyond the last",
      { data: pricesTable(), row: 60 },
      "cambium: treePlot: row expects a whole number from 0 to 59, got 60",
    ],
    ["a tree beyond the last", { tree: 1 }, "cambium: treePlot: tree expects 0, its only tree, got 1"],
    ["no depth", { depth: 0 }, "cambium: treePlot: depth expects a whole number >= 1, or Infinity for no limit, got 0"],
    ["an unknown theme", { theme: "sepia" }, 'cambium: treePlot: theme expects "light" or "dark", got "sepia"'],
    [
      "an unknown option",
      { rows: 3 },
      'cambium: treePlot has no option "rows"; did you mean "row"? it takes "data", "row", "tree", "depth", "theme", "title"',
    ],
  ])("%s", (_, options, message) => {
    expect(() => treePlot(pricesModel(), options as TreePlotOptions)).toThrow(message);
  });

  test("a table in the place of the model, and nothing at all", () => {
    const message = "cambium: treePlot: expected a model, as fit or loadModel gives, got";
    expect(() => treePlot(pricesTable() as unknown as Model)).toThrow(`${message} an object`);
    expect(() => treePlot(undefined as unknown as Model)).toThrow(`${message} undefined`);
  });
});
