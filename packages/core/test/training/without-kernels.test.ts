import { configureKernels } from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  c45,
  cart,
  costComplexity,
  createDataset,
  extraTrees,
  type Learner,
  type Model,
  randomForest,
} from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const shapes = fc.record({
  seed: fc.nat(1e6),
  rows: fc.constantFrom(3, 40, 300, 300, 1500),
  columns: fc.integer({ min: 1, max: 5 }),
  grain: fc.constantFrom(2, 9, 300, 1e9),
  missing: fc.constantFrom(0, 0.2, 0.9),
  /** Of two columns; 0 for none. */
  categories: fc.constantFrom(0, 3, 12, 40),
  /** 0 for numbers. */
  classes: fc.constantFrom(0, 2, 5),
  weights: fc.constantFrom<readonly number[]>([1], [0, 1, 3], [0.1, 0.3, 7.7]),
});

type Shape = typeof shapes extends fc.Arbitrary<infer T> ? T : never;

/** What trees of all learners may be asked. */
const sizes = {
  splitter: fc.constantFrom("exact" as const, "histogram" as const),
  maxBins: sometimes(fc.constantFrom(2, 16, 300)),
  maxDepth: sometimes(fc.constantFrom(1, 4, 9)),
  maxLeaves: sometimes(fc.integer({ min: 2, max: 30 })),
  minRowsLeaf: sometimes(fc.integer({ min: 1, max: 20 })),
  minRowsSplit: sometimes(fc.constantFrom(2, 30)),
  minChildWeight: sometimes(fc.constantFrom(0.5, 8)),
  minGain: sometimes(fc.constantFrom(0, 0.01)),
};

const drawn = { ...sizes, seed: fc.nat(50), columnSample: sometimes(fc.record({ node: fc.constantFrom(0.4, 0.8) })) };
const criterion = sometimes(fc.constantFrom("gini", "entropy", "misclassification", "squaredError", "poisson"));
const categorical = sometimes(fc.constantFrom("partition", "oneVsRest"));

/** A learner and its options, some of which do not go together: then what is said has to be the same. */
const learners: fc.Arbitrary<() => Learner> = fc.oneof(
  of(
    {
      ...{ ...sizes, criterion, categorical, missing: sometimes(fc.constantFrom("learn", "surrogate")) },
      prune: sometimes(fc.constant(costComplexity({ alpha: 0.01 }))),
    },
    cart,
  ),
  of({ ...drawn, criterion, rowSample: sometimes(fc.constant(0.6)) }, (options) =>
    randomForest({ trees: 3, ...options }),
  ),
  of(drawn, (options) => extraTrees({ trees: 3, ...options })),
  of(sizes, (options) => bagging(cart(options), { trees: 2 })),
  of(sizes, (options) => adaBoost(cart(options), { rounds: 3 })),
  of({ minRowsLeaf: sizes.minRowsLeaf }, c45),
  of(
    {
      ...{ ...sizes, growth: sometimes(fc.constantFrom("leaf", "symmetric")), seed: fc.nat(50) },
      ...{ l1: sometimes(fc.constant(0.3)), l2: sometimes(fc.constantFrom(0, 3)), order: sometimes(fc.constant(1)) },
      rowSample: sometimes(fc.constantFrom(0.5, { largest: 0.2, others: 0.3 })),
      columnSample: sometimes(fc.record({ tree: fc.constant(0.8), level: fc.constant(0.8), node: fc.constant(0.6) })),
      categorical: sometimes(fc.constantFrom("partition", "oneVsRest", { smoothing: 5, mostCategories: 2 })),
      gradientBits: sometimes(fc.constantFrom("auto", 16, "wide")),
      monotone: sometimes(fc.constantFrom({ x0: 1 }, { x0: -1 })),
      gainFactors: sometimes(fc.constant({ x0: 0.4 })),
      interactions: sometimes(fc.constant([["x0"]])),
    },
    (options) => boosting({ rounds: 3, ...options }),
  ),
);

function of(
  options: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  make: (options: Record<string, never>) => Learner,
): fc.Arbitrary<() => Learner> {
  return fc.record(options).map((all) => () => {
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return make(Object.fromEntries(given) as Record<string, never>);
  });
}

type Table = Record<string, unknown[]>;

function tableOf({ seed, rows, columns, grain, missing, categories, classes, weights }: Shape): Table {
  const next = randomNumbers(seed);
  const list = <T>(make: (row: number) => T): T[] => Array.from({ length: rows }, (_, row) => make(row));
  const table: Table = {};
  for (let column = 0; column < columns; column++) {
    table[`x${column}`] = list(() => (next() < missing ? null : Math.floor(next() * grain) / grain));
  }
  const codes = list(() => Math.floor(next() * Math.max(1, categories)));
  if (categories > 0) table.kind = codes.map((code) => (next() < missing ? null : `k${code}`));
  if (categories > 0) table.other = list(() => `o${Math.floor(next() * 3)}`);
  table.y = list((row) => {
    const signal = (Number(table.x0[row]) || 0.5) + 0.3 * ((codes[row] * 7) % 5) + next();
    // The first classes occur.
    return classes === 0 ? signal : `c${row < 2 ? row : Math.floor(signal * classes) % classes}`;
  });
  table.weight = list((row) => (row < 2 ? 1 : weights[Math.floor(next() * weights.length)]));
  return table;
}

/** The bytes of the model and its predictions, or what was wrong. */
async function outcomeOf(learnerOf: () => Learner, table: Table): Promise<string> {
  try {
    const model: Model = await learnerOf().fit(await createDataset(table, { target: "y", weight: "weight" }));
    const { y: _, weight: __, ...columns } = table;
    const told = [model.toBytes(), new Uint8Array(model.predictScore(columns as never).buffer)];
    if (model.task === "classification") told.push(new Uint8Array(model.predictProbability(columns as never).buffer));
    return told.map((bytes) => Buffer.from(bytes).toString("base64")).join();
  } catch (error) {
    return String(error);
  }
}

it("a host without the kernels comes to the same models and predictions, whatever is asked", async () => {
  // Ten at a time, since the kernels are compiled again after every change of their settings.
  const ten = fc.array(fc.record({ learnerOf: learners, shape: shapes }), { minLength: 10, maxLength: 10 });
  let fitted = 0;
  await fc.assert(
    fc.asyncProperty(ten, async (all) => {
      const tables = all.map(({ shape }) => tableOf(shape));
      const outcomes = async () => {
        const found: string[] = [];
        for (const [i, { learnerOf }] of all.entries()) found.push(await outcomeOf(learnerOf, tables[i]));
        return found;
      };
      configureKernels({});
      const compiled = await outcomes();
      configureKernels({ module: null });
      expect(await outcomes()).toEqual(compiled);
      fitted += compiled.filter((outcome) => !outcome.includes("Error")).length;
    }),
    { numRuns: 25 },
  );
  expect(fitted).toBeGreaterThan(100);
});
