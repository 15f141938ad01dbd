import { c45, id3 } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { treePlot } from "../../src/tree/tree-plot.ts";
import { treeText } from "../../src/tree/tree-text.ts";
import { expectValidSpec } from "../support/expect-valid-spec.ts";
import { renderSpec } from "../support/render-spec.ts";

/** Quinlan 1986, table 1. */
const tennis = {
  outlook: "sunny sunny overcast rain rain rain overcast sunny sunny rain sunny overcast overcast rain".split(" "),
  humidity: "high high high high normal normal normal high normal normal normal high normal high".split(" "),
  wind: "weak strong weak weak weak strong strong weak weak weak strong strong weak strong".split(" "),
  play: "no no yes yes yes no yes no yes yes yes yes yes no".split(" "),
};

describe("a tree with more than two branches", () => {
  test("is told line by line", async () => {
    const text = treeText(await id3().fit(tennis, { target: "play" }));
    expect(text.split("\n").slice(2, 10)).toEqual([
      "all rows                  14  100%    yes 64%",
      "├─ outlook is overcast     4   29%  → yes 100%",
      "├─ outlook is rain         5   36%    yes 60%",
      "│  ├─ wind is strong       2   14%  → no 100%",
      "│  └─ wind is weak         3   21%  → yes 100%",
      "└─ outlook is sunny        5   36%    no 60%",
      "   ├─ humidity is high     3   21%  → no 100%",
      "   └─ humidity is normal   2   14%  → yes 100%",
    ]);
  });

  test("is drawn with a branch for each category, with and without rows", async () => {
    const model = await c45({ prune: [] }).fit(tennis, { target: "play" });
    for (const options of [{}, { data: tennis, row: 0 }]) {
      const spec = treePlot(model, options);
      expectValidSpec(spec);
      expect((await renderSpec(spec)).complaints).toEqual([]);
      expect(JSON.stringify(spec)).toContain("outlook is overcast");
      expect(JSON.stringify(spec)).toContain("by its share");
    }
  });

  test("has the answer of a row's largest part for what it is, where the model averages the parts", async () => {
    const sky = "grey grey grey blue blue blue blue red red red".split(" ");
    const walk = ["off", "off", "off", "on", "on", "on", "on", "off", "off", "off"];
    const model = await c45({ prune: [] }).fit({ sky, walk }, { target: "walk" });
    const data = [
      { sky: null, walk: "off" },
      { sky: "blue", walk: "on" },
    ];
    expect(JSON.stringify(treePlot(model, { data, row: 0 }))).toContain("Largest part of row 0 → on · sky missing");
    expect(JSON.stringify(treePlot(model, { data, row: 1 }))).toContain('"Row 1 → on · sky blue');
  });
});
