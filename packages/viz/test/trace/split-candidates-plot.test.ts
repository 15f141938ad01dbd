import { cart, type NodeTrace } from "@cambium/core";
import { expect, test } from "vitest";
import { splitCandidatesPlot } from "../../src/index.ts";
import { expectValidSpec } from "../support/expect-valid-spec.ts";
import { drawnItems, renderSpec } from "../support/render-spec.ts";

const table = {
  outlook: ["sunny", "sunny", "overcast", "rain", "rain", "rain", "overcast", "sunny"],
  humidity: [85, 90, 78, 96, 80, 70, 65, 95],
  "wind\n'+alert(1)": ["weak", "strong", "weak", "weak", "weak", "strong", "strong", "weak"],
  always: [1, 1, 1, 1, 1, 1, 1, 1],
  play: ["no", "no", "yes", "yes", "yes", "no", "yes", "no"],
};

async function grown() {
  const traces: NodeTrace[] = [];
  const model = await cart({ maxDepth: 2 }).fit(table, { target: "play", onNode: (node) => traces.push(node) });
  return { model, traces };
}

test("every node's plot is valid by the schema of Vega-Lite 6, renders without a complaint, and is plain JSON", async () => {
  const { model, traces } = await grown();
  for (const trace of traces) {
    for (const theme of ["light", "dark"] as const) {
      const spec = splitCandidatesPlot(model, trace, { theme });
      expectValidSpec(spec);
      expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
      const { view, complaints } = await renderSpec(spec);
      expect(complaints).toEqual([]);
      expect(await view.toSVG()).not.toMatch(/NaN|undefined|Infinity/);
    }
  }
});

test("bars have the gains of the trace, as long as they are large, and the one that was taken has its colour", async () => {
  const { model, traces } = await grown();
  const [root] = traces;
  const spec = splitCandidatesPlot(model, root);
  const [best, ...others] = spec.data.values;
  expect([best.feature, best.chosen, best.gain]).toEqual(["outlook", true, model.ensemble.trees[0].gain[0]]);
  expect(others.map(({ feature, chosen }) => [feature, chosen])).toEqual([
    ["humidity", false],
    ["wind '+alert(1)", false],
    ["always", false],
  ]);
  expect(others.map(({ gain }) => gain)).toEqual([
    ...root.candidates.filter(({ feature }) => feature > 0).map(({ gain }) => gain),
    0,
  ]);
  expect(others.at(-1)?.note).toBe("no cut gains");
  const bars = drawnItems((await renderSpec(spec)).view).filter(({ type }) => type === "rect");
  for (const { width, datum } of bars) expect(width / 360).toBeCloseTo(Number(datum.gain) / best.gain, 9);
  expect(new Set(bars.map(({ fill }) => fill)).size).toBe(2);
});

test("the line below the title says what became of the node, and which rule refused", async () => {
  const { model, traces } = await grown();
  expect(traces.map((trace) => splitCandidatesPlot(model, trace).title.subtitle)).toEqual([
    "the root, 8 rows: the cut on outlook was taken",
    "node root → 1, 3 rows: a leaf, since no cut gains",
    "node root → 2, 5 rows: the cut on humidity was taken",
    expect.stringMatching(/^node root → 2 → 1, \d rows?: a leaf, since maxDepth refused any cut$/),
    expect.stringMatching(/^node root → 2 → 2, \d rows?: a leaf, since maxDepth refused any cut$/),
  ]);
});

test("features whose names look alike have bars of their own", async () => {
  const traces: NodeTrace[] = [];
  const twins = { "a b": [1, 2, 3, 4], "a\tb": [1, 2, 4, 3], y: [0, 0, 1, 1] };
  const model = await cart().fit(twins, { target: "y", onNode: (node) => traces.push(node) });
  expect(splitCandidatesPlot(model, traces[0]).data.values.map(({ feature }) => feature)).toEqual([
    "a b (1)",
    "a b (2)",
  ]);
});

test("an option that it has no use for is refused", async () => {
  const { model, traces } = await grown();
  expect(() => splitCandidatesPlot(model, traces[0], { depth: 2 } as never)).toThrow(
    'splitCandidatesPlot has no option "depth"',
  );
});
