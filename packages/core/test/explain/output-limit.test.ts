import { describe, expect, it } from "vitest";
import {
  decisionPath,
  importance,
  leafIndices,
  type Model,
  predictStages,
  regions,
  treeRules,
} from "../../src/index.ts";
import { chainModel } from "../support/deep-models.ts";

const rowOf = (model: Model) => Object.fromEntries(model.features.map(({ name }) => [name, null]));
const items = (of: ReturnType<typeof regions>) =>
  of
    .flatMap(({ conditions }) => conditions)
    .reduce((sum, condition) => {
      return sum + 1 + (condition.kind === "categories" ? condition.categories.length : 0);
    }, 0);

describe("explanations of a chain of thousands of splits", () => {
  it("end, and have the path of a row to the last leaf", async () => {
    const model = await chainModel({ depth: 20_000, features: 3 });
    const row = rowOf(model);
    expect(decisionPath(model, [row], 0)).toHaveLength(20_001);
    expect(leafIndices(model, [row])).toEqual(Uint32Array.of(40_000));
    expect([...predictStages(model, [row])]).toHaveLength(1);
    expect(importance(model)).toHaveLength(3);
    const all = regions(model);
    expect(all).toHaveLength(20_001);
    expect(all.every(({ omitted }) => omitted === undefined)).toBe(true);
    expect(treeRules(model).at(-1)?.text).toContain("if (0 > 19998 or missing) and (1 > 19999 or missing)");
  });

  it("leave out conditions beyond the limit, and say how many", async () => {
    const model = await chainModel({ depth: 6000, features: 6000 });
    const all = regions(model);
    const most = Math.max(1_000_000, 64 * 12_001);
    expect(all).toHaveLength(6001);
    expect(items(all)).toBeLessThanOrEqual(most);
    // The leaf of the k-th split, counted from 1, is known by k features.
    const shown = all.filter(({ omitted }) => omitted === undefined);
    expect(shown).toHaveLength(1413);
    expect(all.at(-1)).toMatchObject({ conditions: [], omitted: 6000 });
    const rule = treeRules(model).find(({ leaf }) => leaf === 12_000);
    expect(rule?.text).toBe(
      "a rule of 6000 conditions, whose text is left out: the texts of all rules would be too long",
    );
  });

  it("count the names of categories, too", async () => {
    const model = await chainModel({ depth: 4000, features: 2, categories: 1000 });
    expect(items(regions(model))).toBeLessThanOrEqual(1_000_000);
    const path = decisionPath(model, [rowOf(model)], 0);
    const conditions = path.flatMap(({ branch }) => branch?.condition ?? []);
    const listed = conditions.flatMap((condition) => (condition.kind === "categories" ? condition.categories : []));
    expect(listed.length).toBeLessThanOrEqual(1_000_000);
    expect(conditions.at(-1)).toMatchObject({ categories: [], omitted: 999 });
    expect(path.at(-2)?.branch?.text).toMatch(/^\(1n* is one of 999 categories or missing\)$/);
  });

  it("do not repeat a long name in every text", async () => {
    const model = await chainModel({ depth: 3000, features: 1, nameLength: 100_000 });
    const texts = treeRules(model).map(({ text }) => text);
    const most = Math.max(10_000_000, 512 * 6001);
    expect(texts.join("").length).toBeLessThan(most + 1_000_000);
    expect(texts.at(-1)).toBe(
      "a rule of 1 condition, whose text is left out: the texts of all rules would be too long",
    );
    const steps = decisionPath(model, [rowOf(model)], 0);
    expect(steps.at(-2)?.branch?.text).toBe("left out: the texts of all steps would be too long");
  });
});
