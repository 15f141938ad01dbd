import { configureKernels } from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { boosting, extraTrees, type Learner, randomForest } from "../../src/index.ts";
import { digest } from "../support/digest.ts";
import { randomNumbers } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

const next = randomNumbers(11);
const ROWS = 3000;
const columnOf = (of: () => unknown) => Array.from({ length: ROWS }, of);
const columns = {
  a: columnOf(next),
  b: columnOf(() => Math.floor(9 * next())),
  c: columnOf(() => (next() < 0.2 ? Number.NaN : next())),
  d: columnOf(() => "qwertyuiop"[Math.floor(10 * next())]),
  e: columnOf(() => 7),
  f: columnOf(() => (next() < 0.1 ? null : "asd"[Math.floor(3 * next())])),
  g: columnOf(() => Math.floor(2 * next())),
  h: columnOf(() => next() - 0.5),
};
const sum = columns.a.map((a, row) => (a as number) * 3 + (columns.b[row] as number) / 4 + next());
const classes = sum.map((value) => (value > 3 ? "high" : value > 1.5 ? "middle" : "low"));

/** The same bytes on any number of threads, and where nothing is compiled. */
async function expectSame(learner: Learner, target: readonly unknown[]) {
  const digestOn = async (threads: number) =>
    digest(await learner.fit({ ...columns, y: target }, { target: "y", threads }));
  configureKernels({});
  const expected = await digestOn(1);
  for (const threads of [2, 3, 8]) expect(await digestOn(threads)).toBe(expected);
  configureKernels({ module: null });
  expect(await digestOn(1)).toBe(expected);
}

const shares = fc.constantFrom(0.4, 0.7, 1);

const boostingOptions = fc.record(
  {
    maxLeaves: fc.constantFrom(2, 9, 60),
    maxDepth: fc.constantFrom(3, 9),
    columnSample: fc.record({ tree: shares, level: shares, node: shares }),
    monotone: fc.constant({ a: 1, c: -1 } as const),
    gainFactors: fc.constant({ a: 0.5, d: 0.2, b: 0 }),
    interactions: fc.constantFrom(
      [
        ["a", "b"],
        ["b", "d", "h"],
      ],
      [],
    ),
    l1: fc.constantFrom(0, 2),
    maxDeltaStep: fc.constant(0.3),
    minRowsLeaf: fc.constant(20),
    categorical: fc.constant("oneVsRest" as const),
    rowSample: fc.constant(0.6),
  },
  { requiredKeys: [] },
);

const forestOptions = fc.record(
  {
    maxLeaves: fc.constantFrom(3, 40, 400),
    columnSample: fc.record({ tree: shares, node: shares }),
    criterion: fc.constantFrom("gini" as const, "entropy" as const),
    minRowsLeaf: fc.constant(5),
    classWeights: fc.constant("balanced" as const),
  },
  { requiredKeys: [] },
);

describe("trees that are grown whole are the same on 1, 2, 3 and 8 threads, and without kernels", () => {
  it("in boosting, where threads share each", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(boostingOptions, fc.boolean(), (options, hasClasses) =>
        expectSame(boosting({ rounds: 2, splitter: "exact", ...options }), hasClasses ? classes : sum),
      ),
      { numRuns: 25 },
    );
  });

  it.each([["randomForest", randomForest] as const, ["extraTrees", extraTrees] as const])(
    "in %s, where each grows its own",
    { timeout: 120_000 },
    async (_name, forest) => {
      await fc.assert(
        fc.asyncProperty(forestOptions, (options) => expectSame(forest({ trees: 4, ...options }), classes)),
        { numRuns: 8 },
      );
    },
  );

  it("and a limit on leaves keeps no forest on one thread", async () => {
    const model = await randomForest({ trees: 4, maxLeaves: 30 }).fit(
      { ...columns, y: classes },
      { target: "y", threads: 3 },
    );
    expect(model.report.join()).toContain("3 threads");
  });
});
