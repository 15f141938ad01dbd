import { boosting, encodeTable, exp, type Loss, leafOf, log, type RegressionModel, type Tree } from "@cambium/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gamma, poisson, tweedie } from "../src/index.ts";

/** What is summed over a row's exposure, and the columns that say something of it. */
interface Exposed {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly exposure: Float64Array;
  readonly sum: Float64Array;
}

/** Sizes that no two sides of a cut share, so that no two cuts are as good but for how they are rounded. */
const exposed: fc.Arbitrary<Exposed> = fc
  .array(
    fc.record({
      a: fc.integer({ min: 0, max: 12 }),
      b: fc.integer({ min: 0, max: 5 }),
      exposure: fc.double({ min: 0.05, max: 4, noNaN: true }),
      size: fc.double({ min: 0.5, max: 8, noNaN: true }),
      isZero: fc.boolean(),
    }),
    { minLength: 20, maxLength: 80 },
  )
  .map((rows) => ({
    a: Float64Array.from(rows, ({ a }) => a),
    b: Float64Array.from(rows, ({ b }) => b),
    exposure: Float64Array.from(rows, ({ exposure }) => exposure),
    // The first row has something, so that no target is 0 throughout.
    sum: Float64Array.from(rows, ({ a, size, exposure, isZero }, row) =>
      isZero && row > 0 ? 0 : size * exposure * (1 + a / 6),
    ),
  }));

const above = ({ sum, exposure }: Exposed) => sum.map((y, row) => (y > 0 ? y : exposure[row] / 64));
const total = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((all, number) => all + number, 0);

/** With an offset, and as rates whose rows weigh what the exposure is to the power of 2 - p. */
async function bothForms(loss: Loss<"regression">, power: number, rows: Exposed, sum: Float64Array) {
  const { a, b, exposure } = rows;
  const options = { loss, rounds: 6, maxDepth: 3, learningRate: 0.3, minChildWeight: 0.01 } as const;
  const logs = exposure.map(log);
  const byOffset = (await boosting(options).fit(
    { a, b, sum, logs },
    { target: "sum", offset: "logs" },
  )) as RegressionModel;
  const rate = sum.map((y, row) => y / exposure[row]);
  const weight = exposure.map((e) => exp((2 - power) * log(e)));
  const byWeight = (await boosting(options).fit({ a, b, rate }, { target: "rate", weight })) as RegressionModel;
  const parts = (model: RegressionModel) => {
    const encoded = encodeTable(model, { a, b, logs });
    return model.ensemble.trees.map((tree: Tree) => a.map((_, row) => leafOf(tree, encoded, row)));
  };
  return { byOffset, byWeight, partsByOffset: parts(byOffset), partsByWeight: parts(byWeight), logs };
}

describe.each([
  ["poisson: the exposure", poisson(), 1, ({ sum }: Exposed) => sum],
  ["poisson without a bound: the exposure", poisson({ maxDeltaStep: 0 }), 1, ({ sum }: Exposed) => sum],
  ["tweedie of 1.2: its power of 0.8", tweedie({ power: 1.2 }), 1.2, ({ sum }: Exposed) => sum],
  ["tweedie of 1.5: its root", tweedie(), 1.5, ({ sum }: Exposed) => sum],
  ["gamma: 1", gamma(), 2, above],
] as const)("an offset of log(exposure) is a rate that weighs, by %s", (_name, loss, power, sumOf) => {
  it("has the same cuts and leaves, tree after tree", async () => {
    await fc.assert(
      fc.asyncProperty(exposed, async (rows) => {
        const { byOffset, byWeight, partsByOffset, partsByWeight, logs } = await bothForms(
          loss,
          power,
          rows,
          sumOf(rows),
        );
        expect(partsByOffset).toEqual(partsByWeight);
        expect(byOffset.ensemble.initialScore[0]).toBeCloseTo(byWeight.ensemble.initialScore[0], 9);
        for (const [round, tree] of byOffset.ensemble.trees.entries()) {
          const other = byWeight.ensemble.trees[round];
          expect(tree.feature).toEqual(other.feature);
          for (const [node, value] of tree.value.entries()) {
            expect(Math.abs(value - other.value[node])).toBeLessThan(1e-9);
          }
        }
        const { a, b, exposure } = rows;
        const sums = byOffset.predict({ a, b, logs });
        for (const [row, rate] of byWeight.predict({ a, b }).entries()) {
          expect(Math.abs(sums[row] / (rate * exposure[row]) - 1)).toBeLessThan(1e-8);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("poisson expects as many as there were", () => {
  const expectedOf = async (rows: Exposed, options: object) => {
    const { a, b, exposure, sum } = rows;
    const table = { a, b, logs: exposure.map(log), sum };
    const learner = boosting({ loss: poisson(), rounds: 10, maxDepth: 3, ...options });
    const model = (await learner.fit(table, { target: "sum", offset: "logs" })) as RegressionModel;
    return total(model.predict(table)) / total(sum);
  };

  it("where leaves are searched for, and steps are whole", async () => {
    await fc.assert(
      fc.asyncProperty(exposed, async (rows) => {
        // A leaf that nothing happened in leaves a millionth of its slope.
        expect(Math.abs((await expectedOf(rows, { order: 1, learningRate: 1 })) - 1)).toBeLessThan(2e-6);
      }),
      { numRuns: 40 },
    );
  });

  it("and never more, where steps are shorter: the mean of what was and is expected is geometric", async () => {
    await fc.assert(
      fc.asyncProperty(exposed, fc.constantFrom(0.1, 0.3, 0.7), async (rows, learningRate) => {
        const share = await expectedOf(rows, { order: 1, learningRate });
        expect(share).toBeLessThan(1 + 2e-6);
        expect(share).toBeGreaterThan(0.5);
      }),
      { numRuns: 40 },
    );
  });
});
