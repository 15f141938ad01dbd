import {
  adaBoost,
  boosting,
  CambiumError,
  c45,
  cart,
  type Learner,
  loadModel,
  type Model,
  randomForest,
} from "@cambium/core";
import {
  expectile,
  exponential,
  gamma,
  huber,
  logistic,
  oneVsAll,
  poisson,
  quantile,
  softmax,
  squaredError,
  tweedie,
} from "@cambium/losses";
import fc from "fast-check";
import { expect, it } from "vitest";

/** Near the least number, near the limits of targets and weights, and in between. */
const scales = [1, 1, 1e-300, 1e-150, 1e30, 2 ** 199];
const hardValues = [0, 1, -1, 5e-324, 1e300, -1.7e308, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, 2, 3];
const hardWeights = [0, 1, 3, 2 ** 60, 2 ** -60, 1e-300];

const numbersOnly = [
  squaredError(),
  poisson(),
  gamma(),
  tweedie({ power: 1.5 }),
  huber({ delta: 1 }),
  quantile({ level: 0.9 }),
];
const ofClasses = [logistic(), exponential(), softmax(), oneVsAll()];

const boostingOptions = fc.record(
  {
    rounds: fc.constantFrom(1, 3),
    learningRate: fc.constantFrom(1, 0.5, 1e-300),
    baseScore: fc.constantFrom(2 ** 200, -(2 ** 200), 700, -1000, 1e-300),
    l1: fc.constantFrom(0, 1e308, 1e-300),
    l2: fc.constantFrom(0, 1, 1e308, 1e-300),
    maxDeltaStep: fc.constantFrom(1e308, 1e-300, 0.7),
    order: fc.constantFrom(1 as const, 2 as const),
    splitter: fc.constantFrom("exact" as const, "histogram" as const),
    gainFactors: fc.constantFrom({ a: 2 ** 60, b: 0 }, { c: 1e-300 }),
    treesPerRound: fc.constantFrom(1, 2),
  },
  { requiredKeys: ["rounds"] },
);

const learners: fc.Arbitrary<() => Learner> = fc.oneof(
  fc.tuple(boostingOptions, fc.constantFrom(undefined, ...numbersOnly, ...ofClasses)).map(
    ([options, loss]) =>
      () =>
        boosting({ ...options, ...(loss && { loss: loss as never }) }),
  ),
  fc
    .record(
      {
        criterion: fc.constantFrom("poisson", "absoluteError", "entropy", "gini"),
        classWeights: fc.constantFrom({ p: 2 ** 30 }, { p: 0 }, { p: 2 ** -60 }),
        cost: fc.constantFrom({ p: { q: 2 ** 30 } }, { p: { q: 2 ** -60 } }),
      },
      { requiredKeys: [] },
    )
    .map((options) => () => cart(options as never)),
  fc.constantFrom(10, 5, 1e-300, 5e-324).map((learningRate) => () => adaBoost({ rounds: 4, learningRate })),
  fc.constantFrom(
    () => c45({ prune: [] }),
    () => randomForest({ trees: 2 }),
  ),
);

const tables = fc.integer({ min: 3, max: 12 }).chain((rows) => {
  const column = <T>(values: readonly T[]) =>
    fc.array(fc.constantFrom(...values), { minLength: rows, maxLength: rows });
  return fc.record({
    a: column(hardValues),
    b: column([0, 0.25, 0.5, 0.75, 1]),
    c: column(["x", "y", null]),
    labels: column(["p", "q", "r"]),
    numbers: column([0, 1, -1, 0.5, 2]),
    scale: fc.constantFrom(...scales),
    weight: fc.option(column(hardWeights)),
    task: fc.constantFrom("numbers", "positive", "labels"),
  });
});

type Table = typeof tables extends fc.Arbitrary<infer T> ? T : never;

/** Null where the fit refuses what it was given. */
async function modelOf(
  make: () => Learner,
  { labels, numbers, scale, weight, task, ...columns }: Table,
): Promise<Model | null> {
  const y =
    task === "labels" ? labels : numbers.map((value) => scale * (task === "positive" ? Math.abs(value) : value));
  try {
    return await make().fit({ ...columns, y }, { target: "y", ...(weight && { weight }) });
  } catch (error) {
    if (error instanceof CambiumError) return null;
    throw error;
  }
}

it("whatever trains can be saved, and predicts finite numbers that are the same after it was loaded", async () => {
  let trained = 0;
  await fc.assert(
    fc.asyncProperty(learners, tables, async (make, table) => {
      const model = await modelOf(make, table);
      if (model === null) return;
      trained++;
      const again = loadModel(model.toBytes());
      const { a, b, c } = table;
      const numbersOf = (of: Model) => [
        ...of.predictScore({ a, b, c }),
        ...(of.task === "classification" ? of.predictProbability({ a, b, c }) : of.predict({ a, b, c })),
      ];
      expect(numbersOf(again)).toEqual(numbersOf(model));
      expect(numbersOf(model).every(Number.isFinite)).toBe(true);
      expect(again.toBytes()).toEqual(model.toBytes());
    }),
    { numRuns: 300 },
  );
  expect(trained).toBeGreaterThan(60);
});

it("refuses factors of gains that no model could hold", async () => {
  const options = { gainFactors: { a: 1e300 } };
  expect(() => boosting(options)).toThrow("gainFactors expects a number from 0 to 2^60");
});

it("ends the search for a step near the least number", async () => {
  const learner = boosting({ rounds: 2, order: 1, l2: 0, loss: quantile({ level: 0.3 }) });
  for (const loss of [huber({ delta: 1 }), expectile({ level: 0.3 })]) {
    for (const scale of [1e-300, 5e-324]) {
      const y = [0.5, 1, 0.5].map((value) => value * scale);
      await boosting({ rounds: 2, order: 1, l2: 0, loss }).fit({ a: [1, 2, 3], y }, { target: "y" });
      await learner.fit({ a: [1, 2, 3], y }, { target: "y" });
    }
  }
});
