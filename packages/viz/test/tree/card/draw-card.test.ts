import { describe, expect, test } from "vitest";
import { type TreePlotSpec, treePlot } from "../../../src/index.ts";
import { textWidth } from "../../../src/text/text-width.ts";
import { fontSize } from "../../../src/theme/theme.ts";
import { card, chartCard, innerWidth } from "../../../src/tree/card/card-geometry.ts";
import type { BoxPart, RulePart, TextPart } from "../../../src/tree/card/card-parts.ts";
import { flowersModel, flowersTable, pricesModel, pricesTable } from "../../support/example-models.ts";
import { makeTree, type Sketch } from "../../support/make-tree.ts";

const long = "a name that is much too long for any card, ".repeat(3);

function longNames(): TreePlotSpec {
  const model = flowersModel();
  const categories = ["chalk", "clay", "loam", "sand"].map((name) => name + long);
  const classes = ["crocus", "iris", "lily"].map((name) => name + long);
  const [petal, soil] = [`petal ${long}`, `soil ${long}`];
  const table = flowersTable();
  const data = {
    [petal]: table.petal_length_mm,
    [soil]: table.soil.map((name) => (name === null ? null : name + long)),
    kind: table.kind.map((name) => name + long),
  };
  const features = [
    { name: petal, kind: "numeric" },
    { name: soil, kind: "categorical", categories },
  ] as const;
  return treePlot({ ...model, features, classes }, { data, row: 0, title: long.repeat(9) });
}

const plots: [name: string, plot: () => TreePlotSpec][] = [
  ["classes", () => treePlot(flowersModel(), { data: flowersTable(), row: 3 })],
  ["classes without data", () => treePlot(flowersModel())],
  ["numbers", () => treePlot(pricesModel(), { data: pricesTable() })],
  ["long names", longNames],
];

describe.each(plots)("the cards of %s", (_, plot) => {
  const spec = plot();
  const { boxes, rules, texts, links } = spec.datasets as unknown as {
    boxes: BoxPart[];
    rules: RulePart[];
    texts: TextPart[];
    links: { label: string; room: number }[];
  };

  test("hold everything that is drawn in them", () => {
    for (const { dx, dx2, dy, dy2 } of [...boxes, ...rules]) {
      for (const x of [dx, dx2]) expect(x).toBe(Math.min(card.width - card.padding, Math.max(card.padding, x)));
      for (const y of [dy, dy2]) expect(y).toBe(Math.min(chartCard.height, Math.max(0, y)));
    }
  });

  test("have headings and labels that were cut where they did not fit, since a renderer without fonts can not", () => {
    const sizes = { title: fontSize.card, value: fontSize.card, count: fontSize.small } as const;
    const widthOf = ({ text, kind }: TextPart): number =>
      textWidth(text, sizes[kind as keyof typeof sizes], kind === "title");
    for (const title of texts.filter(({ kind }) => kind === "title")) {
      const beside = texts.find(
        ({ path, open, kind }) => path === title.path && open === title.open && (kind === "value" || kind === "count"),
      );
      expect(widthOf(title) + (beside === undefined ? 0 : widthOf(beside))).toBeLessThanOrEqual(innerWidth);
    }
    for (const { room } of links) expect(room).toBeLessThanOrEqual(card.width);
    expect(JSON.stringify(spec.layer)).not.toContain('"limit"');
  });

  test("have headings of the plot that are no wider than the plot", () => {
    expect(textWidth(spec.title.text, fontSize.title, true)).toBeLessThanOrEqual(Math.max(480, spec.width));
    expect(textWidth(spec.title.subtitle, fontSize.subtitle)).toBeLessThanOrEqual(Math.max(480, spec.width));
  });
});

test("the bar of a card has each class in proportion", () => {
  const { boxes } = treePlot(flowersModel()).datasets as unknown as { boxes: BoxPart[] };
  const root = boxes.filter(({ path, open }) => path === "·" && open);
  expect(root.map(({ dx, dx2, c }) => [c, (dx2 - dx) / innerWidth])).toEqual([
    [0, 0.5],
    [1, 0.25],
    [2, 0.25],
  ]);
});

test("splits below the last level that can be shown are not drawn, but told", () => {
  const model = pricesModel();
  const leaf = { value: [1], rows: 1 };
  const grow = (depth: number): Sketch =>
    depth === 0
      ? leaf
      : { ...leaf, split: { feature: 0, threshold: depth, first: grow(depth - 1), second: grow(depth - 1) } };
  const deep = { ...model, ensemble: { ...model.ensemble, trees: [makeTree(grow(7))] } };
  const { datasets, params, title } = treePlot(deep, { data: pricesTable() });
  const { nodes, rules } = datasets as unknown as { nodes: { path: string; tip: object }[]; rules: RulePart[] };
  expect(params[0]).toMatchObject({ value: 5, bind: { max: 5 } });
  expect(nodes).toHaveLength(63);
  expect(title.subtitle).toContain("the first 5 of 7 levels");
  expect(rules.filter(({ open }) => open).every(({ path }) => path.length <= 5)).toBe(true);
  expect(nodes.at(-1)?.tip).toHaveProperty(["Splits on"], "area ≤ 2");
});
