import type { ClassificationModel } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { type TreePlotSpec, treePlot, treeText } from "../../src/index.ts";
import { flowersModel, flowersTable } from "../support/example-models.ts";
import { drawnItems, renderSpec } from "../support/render-spec.ts";

const hostile = [
  "'); alert(1)//",
  "</script><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "datum.path] + hover",
  "\u001b[31mred\nline\u202egnp",
  "__proto__",
  "constructor",
] as const;

/** The flowers, with every name replaced. */
function renamed(): { model: ClassificationModel; data: Record<string, unknown[]> } {
  const model = flowersModel();
  const categories = [hostile[0], hostile[1], hostile[2], hostile[5]];
  const classes = [hostile[1], hostile[3], hostile[4]];
  const { petal_length_mm, soil, kind } = flowersTable();
  const rename = (values: unknown[], from: readonly unknown[], to: readonly unknown[]): unknown[] =>
    values.map((value) => (from.includes(value) ? to[from.indexOf(value)] : value));
  return {
    model: {
      ...model,
      target: hostile[6],
      classes,
      features: [
        { name: hostile[0], kind: "numeric" },
        { name: hostile[4], kind: "categorical", categories },
      ],
    },
    data: {
      [hostile[0]]: petal_length_mm,
      [hostile[4]]: rename(soil, ["chalk", "clay", "loam", "sand"], categories),
      [hostile[6]]: rename(kind, ["crocus", "iris", "lily"], classes),
    },
  };
}

/** What a renderer may evaluate or take for code: the specification without the places where text is only text. */
function code({ datasets, title, description, ...rest }: TreePlotSpec): string {
  return JSON.stringify(rest);
}

const { model, data } = renamed();
const options = { data, row: 4 };
const spec = treePlot(model, options);

describe("hostile names", () => {
  test("change no expression: all that is evaluated is the same for every model of this shape", () => {
    expect(code(spec)).toBe(code(treePlot(flowersModel(), { data: flowersTable(), row: 4 })));
  });

  test("reach the drawing as the text they are, and nothing else", async () => {
    const { view, complaints } = await renderSpec(spec);
    expect(complaints).toEqual([]);
    const texts = drawnItems(view).map(({ text }) => text);
    expect(texts).toContain(hostile[0]);
    const svg = await view.toSVG();
    expect(svg).not.toMatch(/<script|<img/);
    expect(svg).toContain("&lt;/script");
  });

  test("can neither break a line nor steer a terminal", () => {
    const written = treeText(model);
    expect(written).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
    expect(written.split("\n")).toHaveLength(treeText(flowersModel()).split("\n").length);
    expect(JSON.stringify(spec)).not.toMatch(/\\u001b|\\n|\u202e/);
  });
});
