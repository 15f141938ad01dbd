import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BoostingOptions, boosting, type Tree } from "../../src/index.ts";
import { expectByHand, type StepsByHand } from "../support/boosting-by-hand.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";
import { referenceLosses } from "../support/reference-boosting.ts";

const features = ["n", "m"];

/** What leaves and cuts may be asked for. */
const steps = fc.record({
  learningRate: fc.constantFrom(0.3, 1),
  l2: fc.constantFrom(0, 0.25, 1, 4),
  minGain: fc.constantFrom(0, 0, 0.5),
  minChildWeight: fc.constantFrom(0, 0, 0.4, 2.5),
  minRowsLeaf: fc.constantFrom(1, 1, 3),
  l1: fc.constantFrom(0, 0, 0.3, 2),
  maxDeltaStep: fc.constantFrom(1e9, 1e9, 0.4, 2),
  monotone: fc.constantFrom<NonNullable<StepsByHand["monotone"]>>({}, {}, { n: 1 }, { n: -1, m: 1 }),
});
const growth = fc.oneof(
  fc.record({ maxDepth: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ maxLeaves: fc.integer({ min: 2, max: 7 }), maxDepth: fc.constantFrom(3, 30) }),
);
const options: fc.Arbitrary<StepsByHand> = fc
  .tuple(steps, growth)
  .map(([ofSteps, ofGrowth]) => ({ ...ofSteps, ...ofGrowth }));

const withoutThresholds = ({ threshold: _, ...rest }: Tree) => rest;

describe.each(["numbers", "twoClasses"] as const)("boosting in histograms with a bin for each value, of %s", (kind) => {
  // Rows without any weight decide nothing, not even which of two sides missing values are on, and all weigh something here.
  const tables = smallTables(kind, { weighted: true, rows: 26 })
    .filter(({ target }) => kind === "numbers" || new Set(target).size === 2)
    .map((table) => ({ ...table, weights: table.weights?.map((weight) => weight + 0.5) ?? null }));

  it("finds at every node the best of all cuts, and says in leaves what the formulas say", async () => {
    await fc.assert(
      fc.asyncProperty(tables, options, async (given, asked) => {
        const [table, run] = fitArguments(given);
        const learner = boosting({
          rounds: 4,
          baseScore: 0.25,
          splitter: "histogram",
          gradientBits: "wide",
          ...asked,
        } as BoostingOptions);
        const model = await learner.fit(table, {
          ...run,
          features,
          task: kind === "numbers" ? "regression" : "classification",
        });
        const numbers = (name: "n" | "m") =>
          given.columns[name].map((value) => (value === null ? Number.NaN : Number(value)));
        const [, positive] = model.task === "classification" ? model.classes : [];
        const y = given.target.map((value) => (kind === "numbers" ? Number(value) : Number(value === positive)));
        const rows = { columns: { n: numbers("n"), m: numbers("m") }, y, weights: given.weights ?? y.map(() => 1) };
        expectByHand(model, rows, referenceLosses[kind === "numbers" ? "squaredError" : "logistic"], asked);
      }),
      { numRuns: 100 },
    );
  });

  it("grows the trees of the exact splitter", async () => {
    await fc.assert(
      fc.asyncProperty(tables, options, async (given, asked) => {
        const [table, run] = fitArguments(given);
        const both = { rounds: 4, ...asked } as BoostingOptions;
        const exact = await boosting(both).fit(table, { ...run, features });
        const binned = await boosting({ ...both, splitter: "histogram", gradientBits: "wide" }).fit(table, {
          ...run,
          features,
        });
        expect(binned.ensemble.trees.map(withoutThresholds)).toEqual(exact.ensemble.trees.map(withoutThresholds));
      }),
      { numRuns: 60 },
    );
  });
});
