import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boosting, c45, cart, decisionPath, leafIndices, regions } from "../../src/index.ts";
import { ensembles } from "../support/ensembles.ts";
import { failureOf } from "../support/failure-of.ts";
import { holds } from "../support/holds.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

describe("decisionPath", () => {
  it("goes from the root to the leaf of the row, by conditions that the row meets", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("twoClasses"), async (small) => {
        const [table, options] = fitArguments(small);
        const model = await boosting({ rounds: 2 })
          .fit(table, options)
          .catch(() => cart().fit(table, options));
        const { trees } = model.ensemble;
        const leaves = leafIndices(model, table);
        small.target.forEach((_, row) => {
          trees.forEach((tree, t) => {
            const steps = decisionPath(model, table, row, t);
            expect(steps[0].node).toBe(0);
            expect(steps.at(-1)).toMatchObject({ node: leaves[row * trees.length + t], branch: null });
            steps.slice(0, -1).forEach(({ node, branch }, i) => {
              if (branch === null) throw new Error("a path ends before its leaf");
              expect(steps[i + 1].node - tree.firstChild[node]).toBeOneOf([0, 1]);
              expect(branch.condition.feature).toBe(model.features[tree.feature[node]].name);
              expect(branch.actual).toBe(small.columns[branch.condition.feature][row]);
              expect(holds(branch.condition, branch.actual)).toBe(true);
            });
          });
        });
      }),
      { numRuns: 25 },
    );
  });

  it("follows the heaviest branch where the row goes down every one", async () => {
    const sky = "grey grey grey blue blue blue blue red red red".split(" ");
    const walk = ["off", "off", "off", "on", "on", "on", "on", "off", "off", "off"];
    const model = await c45({ prune: [] }).fit({ sky, walk }, { target: "walk" });
    const steps = decisionPath(model, { sky: [null] }, 0);
    expect(steps.map(({ cover, branch }) => [cover, branch?.text, branch?.actual])).toEqual([
      [10, "(sky is blue or missing)", null],
      [4, undefined, undefined],
    ]);
    expect(leafIndices(model, { sky: [null] })[0]).toBe(steps[1].node);
    // The leaf says "on"; the three leaves together say "off".
    expect(model.predict({ sky: [null] })).toEqual(["off"]);
  });

  it.each(ensembles)(
    "goes down every tree of %s, into the box of the leaf that holds the row",
    async (_, learner, { table, target }) => {
      const model = await learner.fit(table, { target });
      const { trees } = model.ensemble;
      expect(trees.length).toBeGreaterThan(1);
      const leaves = leafIndices(model, table);
      trees.forEach((tree, t) => {
        const boxes = new Map(regions(model, t).map((region) => [region.leaf, region]));
        for (let row = 0; row < table.sky.length; row++) {
          const steps = decisionPath(model, table, row, t);
          const { node, value } = steps[steps.length - 1];
          expect(node).toBe(leaves[row * trees.length + t]);
          expect(boxes.get(node)?.value).toEqual(value);
          steps.slice(0, -1).forEach(({ node: above, branch }, i) => {
            if (branch === null) throw new Error("a path ends before its leaf");
            expect(holds(branch.condition, branch.actual)).toBe(true);
            expect(steps[i + 1].node).toBeGreaterThanOrEqual(tree.firstChild[above]);
            expect(steps[i + 1].node).toBeLessThan(tree.firstChild[above] + tree.childCount[above]);
            expect(steps[i + 1].cover).toBeLessThanOrEqual(steps[i].cover);
          });
          for (const condition of boxes.get(node)?.conditions ?? []) {
            const asked = steps.find(({ branch }) => branch?.condition.feature === condition.feature)?.branch;
            expect(holds(condition, asked?.actual ?? null)).toBe(true);
          }
        }
      });
    },
  );

  it("tells of each node what it would say, and of each branch what the row has", async () => {
    const table = { colour: ["red", "red", "blue", "green"], size: [1, 2, 5, 5], price: [1, 3, 8, 8] };
    const model = await cart({ missing: "error" }).fit(table, { target: "price" });
    expect(decisionPath(model, table, 1)).toEqual([
      {
        node: 0,
        value: [5],
        cover: 4,
        rowCount: 4,
        branch: {
          condition: { kind: "categories", feature: "colour", categories: ["red"], missing: false },
          actual: "red",
          surrogate: null,
          text: "colour is red",
        },
      },
      {
        node: expect.any(Number),
        value: [2],
        cover: 2,
        rowCount: 2,
        branch: {
          condition: { kind: "interval", feature: "size", above: 1.5, atMost: null, missing: false },
          actual: 2,
          surrogate: null,
          text: "size > 1.5",
        },
      },
      { node: expect.any(Number), value: [3], cover: 1, rowCount: 1, branch: null },
    ]);
  });

  it("refuses a row that is not there", async () => {
    const model = await cart().fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    expect(await failureOf(() => decisionPath(model, { x: [1, 2] }, 2))).toBe(
      "bad-option | cambium: decisionPath: row expects a whole number from 0 to 1, got 2",
    );
    expect(await failureOf(() => decisionPath(model, { x: [] }, 0))).toBe(
      "bad-option | cambium: decisionPath: row expects a table with rows, got 0",
    );
    expect(await failureOf(() => decisionPath(model, { x: [1] }, 0, 1))).toBe(
      "bad-option | cambium: decisionPath: tree expects 0, its only tree, got 1",
    );
  });
});
