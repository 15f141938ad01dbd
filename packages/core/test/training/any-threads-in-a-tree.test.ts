import { configureKernels } from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type BoostingOptions, boosting } from "../../src/index.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });

const tables = fc.record({
  seed: fc.nat(1e6),
  /** A task has 4096 rows at least: those of the largest are shared out. */
  rows: fc.constantFrom<number>(2, 40, 400, 900, 9000),
  columns: fc.integer({ min: 1, max: 6 }),
  /** Different values in a column: from 300 on they need bins of two bytes, or are cut. */
  grain: fc.constantFrom(2, 9, 255, 256, 1e9),
  missing: fc.constantFrom(0, 0.2, 0.9),
  /** Of two columns; 0 for none. */
  categories: fc.constantFrom(0, 0, 3, 40, 300),
  /** 0 for numbers; with more than two, two trees grow at the same time. */
  classes: fc.constantFrom(0, 2, 5),
  /** The scale of the target, and how much larger its first number is. */
  scale: fc.constantFrom(1, 1, 1e-30, 1e30),
  outlier: fc.constantFrom(1, 1, 1e6),
  weights: fc.constantFrom<readonly number[]>([1], [0, 1, 3], [0.1, 0.3, 7.7], [1e-5, 1e5]),
});

type Shape = typeof tables extends fc.Arbitrary<infer T> ? T : never;

const options = fc.record({
  growth: fc.constantFrom("depth" as const, "leaf" as const, "symmetric" as const),
  maxDepth: fc.constantFrom(1, 3, 5, 9),
  maxLeaves: sometimes(fc.integer({ min: 2, max: 40 })),
  maxBins: fc.constantFrom(2, 16, 255, 255, 1000),
  minRowsLeaf: sometimes(fc.integer({ min: 1, max: 60 })),
  minChildWeight: sometimes(fc.constantFrom(0, 0.5, 20)),
  minGain: seldom(fc.constantFrom(0, 0.01)),
  l1: seldom(fc.constantFrom(0.1, 3)),
  l2: sometimes(fc.constantFrom(0, 0.5, 10)),
  maxDeltaStep: seldom(fc.constantFrom(0.1, 2)),
  learningRate: sometimes(fc.constantFrom(0.3, 1)),
  columnSample: seldom(
    fc.record({ tree: fc.constant(0.8), level: fc.constantFrom(0.7, 1), node: fc.constantFrom(0.6, 1) }),
  ),
  rowSample: sometimes(fc.constantFrom(0.3, 0.8)),
  seed: fc.nat(100),
  gradientBits: sometimes(fc.constantFrom("auto" as const, 16 as const, "wide" as const)),
  categorical: sometimes(
    fc.constantFrom(
      "partition" as const,
      "oneVsRest" as const,
      { smoothing: 10, mostCategories: 4 },
      { smoothing: 0.5, mostCategories: 100 },
    ),
  ),
});

const cases = fc.record({
  shape: tables,
  options,
  /** By column, -1, 0 or 1. */
  directions: seldom(fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 6, maxLength: 6 })),
  isInteracting: fc.constantFrom(false, false, true),
  hasGainFactors: fc.constantFrom(false, false, true),
  rowKey: fc.boolean(),
  validation: fc.boolean(),
  rounds: fc.integer({ min: 1, max: 3 }),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;
type Table = Record<string, unknown[]>;

/** Columns, a target that depends on the first of them, and weights of which one at least is above 0. */
function tableOf({ seed, rows, columns, grain, missing, categories, classes, scale, outlier, weights }: Shape): Table {
  const next = randomNumbers(seed);
  const list = <T>(make: (row: number) => T): T[] => Array.from({ length: rows }, (_, row) => make(row));
  const table: Table = {};
  for (let column = 0; column < columns; column++) {
    table[`x${column}`] = list(() => (next() < missing ? Number.NaN : Math.floor(next() * grain) / grain));
  }
  const codes = list(() => Math.floor(next() * Math.max(1, categories)));
  if (categories > 0) {
    table.kind = codes.map((code) => (next() < missing ? null : `k${code}`));
    table.other = list(() => `o${Math.floor(next() * 3)}`);
  }
  const signal = list((row) => (Number(table.x0[row]) || 0.5) + 0.3 * ((codes[row] * 7) % 5) + next());
  const sorted = [...signal].sort((a, b) => a - b);
  const edges = Array.from(
    { length: Math.max(0, classes - 1) },
    (_, i) => sorted[Math.floor(((i + 1) * rows) / classes)],
  );
  table.y = signal.map((value, row) => {
    // Both classes occur.
    if (classes > 0) return row < 2 ? row : edges.filter((edge) => value > edge).length;
    return value * scale * (row === 0 ? outlier : 1);
  });
  table.weight = list((row) => (row < 2 ? 1 : weights[Math.floor(next() * weights.length)]));
  table.key = list((row) => row);
  return table;
}

/** What the case asks of boosting, as far as it may stand together. */
function learnerOf({ shape, options: all, directions, isInteracting, hasGainFactors, validation, rounds }: Case) {
  const { columns, categories } = shape;
  const names = Array.from({ length: columns }, (_, column) => `x${column}`);
  const options: Record<string, unknown> = { ...all };
  if (all.growth === "symmetric") delete options.maxLeaves;
  if (all.growth !== "leaf") delete options.growth;
  if (all.growth === "symmetric" && categories === 0) options.growth = all.growth;
  if (categories === 0) delete options.categorical;
  if (directions !== undefined && options.growth !== "symmetric") {
    options.monotone = Object.fromEntries(
      names.flatMap((name, i) => (directions[i] === 0 ? [] : [[name, directions[i]]])),
    );
  }
  if (isInteracting && columns > 2) options.interactions = [names.slice(0, 2), names.slice(1)];
  if (hasGainFactors) options.gainFactors = { x0: 0.3 };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const stopping = validation ? { earlyStopping: { patience: 1 } } : {};
  return boosting({ ...(Object.fromEntries(given) as BoostingOptions), splitter: "histogram", rounds, ...stopping });
}

/** The bytes of the model, or what was wrong. */
async function outcomeOf(theCase: Case, table: Table, threads: number): Promise<string> {
  const { shape, validation, rowKey } = theCase;
  const { key, ...columns } = table;
  const run = {
    ...{ target: "y", task: shape.classes > 0 ? "classification" : "regression", weight: "weight", threads },
    ...(rowKey && { rowKey: "key" }),
    ...(validation && { validation: tableOf({ ...shape, seed: shape.seed + 1, rows: 300 }) }),
  };
  try {
    const data = rowKey ? { ...columns, key } : columns;
    const model = await learnerOf(theCase).fit(data as never, run as never);
    return Buffer.from(model.toBytes()).toString("base64");
  } catch (error) {
    return String(error);
  }
}

/** The same rows in another order. */
function shuffled(table: Table, seed: number): Table {
  const next = randomNumbers(seed + 5);
  const order = table.y.map((_, row) => ({ row, by: next() })).sort((a, b) => a.by - b.by);
  return inOrder(
    table,
    order.map(({ row }) => row),
  );
}

describe("one seed is one boosted model on bins", () => {
  it("on any number of threads, in plain JavaScript, and for the rows in any order, whatever is asked", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (theCase) => {
        const table = tableOf(theCase.shape);
        const alone = await outcomeOf(theCase, table, 1);
        for (const threads of [2, 3, 8]) expect(await outcomeOf(theCase, table, threads)).toBe(alone);
        // Where rows are drawn by their places, another order is another draw.
        if (theCase.rowKey || (theCase.options.rowSample ?? 1) === 1) {
          expect(await outcomeOf(theCase, shuffled(table, theCase.shape.seed), 2)).toBe(alone);
        }
        configureKernels({ module: null });
        expect(await outcomeOf(theCase, table, 2)).toBe(alone);
        configureKernels({});
      }),
      { numRuns: 20 },
    );
  });
});
