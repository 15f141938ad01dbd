import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cart, costComplexity, encodeTable, type Model, type RegressionModel, routeRow } from "../../src/index.ts";
import { everySplit } from "../support/best-splits.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";
import { fitArguments, type SmallTable, smallTables } from "../support/random-tables.ts";

/** Σ w·|y - m|, least of all m, of which one is among the targets. */
function deviation(rows: readonly number[], { target }: SmallTable, weights: readonly number[]): number {
  const off = (m: number) => rows.reduce((sum, row) => sum + weights[row] * Math.abs(Number(target[row]) - m), 0);
  return rows.length === 0 ? 0 : Math.min(...rows.map((row) => off(Number(target[row]))));
}

function gainOf(table: SmallTable, isLeft: readonly boolean[]): number {
  const weights = table.weights ?? table.target.map(() => 1);
  const rows = [...table.target.keys()];
  const of = (side: readonly number[]) => deviation(side, table, weights);
  return of(rows) - of(rows.filter((row) => isLeft[row])) - of(rows.filter((row) => !isLeft[row]));
}

const grow = (table: SmallTable, options = {}) =>
  cart({ criterion: "absoluteError", ...options }).fit(...fitArguments(table)) as Promise<RegressionModel>;

function sidesOf(model: Model, table: SmallTable): boolean[] {
  const rows = encodeTable(model, table.columns as Record<string, ArrayLike<unknown>>);
  const [tree] = model.ensemble.trees;
  return table.target.map((_, row) => routeRow(tree, rows, row, 0) === tree.firstChild[0]);
}

describe("absoluteErrorSplitter", () => {
  it.each([1, 3])(
    "finds the best of all numeric splits with %i rows on each side, weights and missing values",
    async (minRowsLeaf) => {
      await fc.assert(
        fc.asyncProperty(smallTables("numbers"), async ({ columns: { n, m }, target, weights }) => {
          const table = { columns: { n, m }, target, weights };
          const best = everySplit(table, minRowsLeaf, false).reduce(
            (most, { isLeft }) => Math.max(most, gainOf(table, isLeft)),
            0,
          );
          const model = await grow(table, { maxDepth: 1, minRowsLeaf });
          const [tree] = model.ensemble.trees;
          expect(tree.gain[0] * tree.cover[0]).toBeCloseTo(best, 9);
          if (tree.nodeCount === 1) expect(best).toBe(0);
          else expect(gainOf(table, sidesOf(model, table))).toBeCloseTo(best, 9);
        }),
        { numRuns: 200 },
      );
    },
  );

  it("tells the truth of the gains of splits on categories, sorted by their medians", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers"), async ({ columns: { c }, target, weights }) => {
        const table = { columns: { c }, target, weights };
        const model = await grow(table, { maxDepth: 1 });
        const [tree] = model.ensemble.trees;
        if (tree.nodeCount > 1)
          expect(tree.gain[0] * tree.cover[0]).toBeCloseTo(gainOf(table, sidesOf(model, table)), 9);
      }),
      { numRuns: 150 },
    );
  });

  it("predicts the weighted median of a leaf, halfway where it is two values", async () => {
    const leaf = async (y: number[], weight?: number[]) =>
      (
        await cart({ criterion: "absoluteError", maxDepth: 0 }).fit(
          { x: y, y },
          { target: "y", ...(weight && { weight }) },
        )
      ).predictOne({ x: 0 });
    expect(await leaf([5, 1, 100])).toBe(5);
    expect(await leaf([5, 1, 100, 8])).toBe(6.5);
    expect(await leaf([5, 1, 100], [1, 1, 3])).toBe(100);
    expect(await leaf([5, 1, 100], [1, 1, 2])).toBe(52.5);
    expect(await leaf([5, 1, 100], [1, 0, 0])).toBe(5);
  });

  it("grows trees whose gains add up to what the deviations lose", async () => {
    await fc.assert(
      fc.asyncProperty(smallTables("numbers"), async (table) => {
        const model = await grow(table);
        const [tree] = model.ensemble.trees;
        const weights = table.weights ?? table.target.map(() => 1);
        const total = weights.reduce((sum, w) => sum + w, 0);
        const predicted = model.predict(table.columns as Record<string, ArrayLike<unknown>>);
        const left = predicted.reduce((sum, m, row) => sum + weights[row] * Math.abs(Number(table.target[row]) - m), 0);
        const gained = tree.gain.reduce((sum, gain) => sum + gain, 0);
        expect(tree.rootImpurity - gained).toBeCloseTo(left / total, 9);
      }),
      { numRuns: 100 },
    );
  });

  const random = randomNumbers(12);
  const a = Float64Array.from({ length: 200 }, random);
  const b = Float64Array.from({ length: 200 }, () => Math.round(6 * random()));
  const y = a.map((value, row) => 3 * value + b[row] + roughlyNormal(random));
  const learner = cart({ criterion: "absoluteError", minRowsLeaf: 3 });
  it("refuses surrogates, which it does not look for", async () => {
    const surrogates = cart({ criterion: "absoluteError", missing: "surrogate" });
    expect(await failureOf(() => surrogates.fit({ a, b, y }, { target: "y" }))).toBe(
      'bad-option | cambium: cart: missing "surrogate" has no use beside the criterion "absoluteError"; choose another criterion, or missing: "learn"',
    );
  });

  it("refuses to try one category against the rest, since it sorts them by their medians", async () => {
    const oneVsRest = cart({ criterion: "absoluteError", categorical: "oneVsRest" });
    expect(await failureOf(() => oneVsRest.fit({ a, b, y }, { target: "y" }))).toBe(
      'bad-option | cambium: cart: categorical "oneVsRest" has no use beside the criterion "absoluteError"; choose another criterion, or categorical: "partition"',
    );
  });

  it("is pruned by its costs, and refuses classes", async () => {
    const pruned = await cart({ criterion: "absoluteError", prune: costComplexity({ folds: 5, rule: "1se" }) }).fit(
      { a, b, y },
      { target: "y" },
    );
    expect(pruned.pruningPath.length).toBeGreaterThan(5);
    expect(pruned.pruningPath.at(-1)?.impurity).toBeCloseTo(pruned.ensemble.trees[0].rootImpurity, 12);
    expect(await failureOf(() => learner.fit({ x: [1, 2], y: ["p", "q"] }, { target: "y" }))).toMatch(
      /^bad-option \| cambium: cart: criterion "absoluteError" is for regression/,
    );
  });
});
