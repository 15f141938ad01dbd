import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bagging,
  type CartOptions,
  cart,
  chiSquare,
  extraTrees,
  type Learner,
  type Model,
  purity,
  type RandomForestOptions,
  randomForest,
} from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const tables = fc.record({
  seed: fc.nat(1e6),
  rows: fc.constantFrom<number>(1, 2, 3, 40, 300, 1500),
  columns: fc.integer({ min: 1, max: 5 }),
  /** Different values in a column: 2 makes ties, and columns that say the same. */
  grain: fc.constantFrom(2, 7, 1e9),
  offset: fc.constantFrom(0, 1e9),
  missing: fc.constantFrom(0, 0.2, 0.7),
  categories: fc.constantFrom(0, 0, 0, 0, 0, 3),
  /** 0 for numbers. */
  classes: fc.constantFrom(0, 2, 3, 6),
  weights: fc.constantFrom<readonly number[]>([1], [0, 1, 3], [0.1, 0.3, 7.7]),
});

type Shape = typeof tables extends fc.Arbitrary<infer T> ? T : never;

const bases = fc.record({
  maxDepth: sometimes(fc.integer({ min: 1, max: 6 })),
  maxLeaves: fc.option(fc.integer({ min: 2, max: 20 }), { nil: undefined, freq: 1 }),
  minRowsLeaf: sometimes(fc.integer({ min: 1, max: 9 })),
  minRowsSplit: sometimes(fc.integer({ min: 2, max: 20 })),
  minChildWeight: sometimes(fc.constantFrom(0.5, 4)),
  minGain: sometimes(fc.constantFrom(0, 0.003)),
  missing: fc.option(fc.constant("surrogate" as const), { nil: undefined, freq: 1 }),
  categorical: fc.constantFrom("partition" as const, "oneVsRest" as const),
});

const ofClasses = fc.record({
  criterion: sometimes(fc.constantFrom("gini" as const, "entropy" as const, "misclassification" as const)),
  prune: fc.constantFrom(undefined, purity(0.8), chiSquare({ level: 0.1 })),
});

const samplings = fc.record({
  trees: fc.constantFrom(2, 5, 12, 20),
  seed: fc.nat(1000),
  bootstrap: sometimes(fc.boolean()),
  rowSample: sometimes(fc.constantFrom(0.1, 0.63)),
});

const cases = fc.record({
  kind: fc.constantFrom("randomForest", "randomForest", "extraTrees", "bagging"),
  shape: tables,
  base: bases,
  ofClasses,
  sampling: samplings,
  vote: fc.constantFrom("probability" as const, "majority" as const),
  columnSample: fc.constantFrom(undefined, { node: 0.5 }, { tree: 0.5, node: "sqrt" as const }),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** Columns, a target that depends on the first of them, and weights of which one at least is above 0. */
function tableOf({ seed, rows, columns, grain, offset, missing, categories, classes, weights }: Shape) {
  const next = randomNumbers(seed);
  const table: Record<string, unknown> = {};
  const first = Float64Array.from({ length: rows }, () => Math.floor(next() * grain) / grain);
  for (let column = 0; column < columns; column++) {
    const values = column === 0 ? first : Float64Array.from(first, () => Math.floor(next() * grain) / grain);
    table[`x${column}`] = values.map((value) => (next() < missing ? Number.NaN : value + offset));
  }
  if (categories > 0) table.kind = Array.from(first, () => `k${Math.floor(next() * categories)}`);
  const signal = Array.from(first, (value) => (value + next()) / 2);
  table.y = classes > 0 ? signal.map((value) => `c${Math.floor(value * classes)}`) : signal;
  const weight = Float64Array.from(first, () => weights[Math.floor(next() * weights.length)]);
  weight[0] = 1;
  return { table, weight };
}

function learnerOf({ kind, shape, base, ofClasses, sampling, vote, columnSample }: Case): Learner<Model, object> {
  const given = <T extends object>(options: T) =>
    Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const isClasses = shape.classes > 0;
  const treeOptions: CartOptions = given({ ...base, ...(isClasses && ofClasses) });
  const forestOptions: RandomForestOptions = given({ ...sampling, ...(isClasses && { vote }) });
  if (kind === "bagging") return bagging(cart(treeOptions), forestOptions);
  const options = { ...treeOptions, ...forestOptions, ...(columnSample && { columnSample }) };
  return kind === "extraTrees" ? extraTrees(options) : randomForest(options);
}

/** The bytes of the model, or what was wrong. */
async function outcomeOf(theCase: Case, threads: number): Promise<string> {
  const { table, weight } = tableOf(theCase.shape);
  const task = theCase.shape.classes > 0 ? ("classification" as const) : ("regression" as const);
  try {
    const model = await learnerOf(theCase).fit(table as never, { target: "y", task, weight, threads } as never);
    return Buffer.from(model.toBytes()).toString("base64");
  } catch (error) {
    return String(error);
  }
}

describe("one seed is one forest", () => {
  it("on any number of threads, whatever is asked of it and of whatever table", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (theCase) => {
        const alone = await outcomeOf(theCase, 1);
        for (const threads of [2, 3, 8, 17]) expect(await outcomeOf(theCase, threads)).toBe(alone);
      }),
      { numRuns: 60 },
    );
  });

  it("while another forest grows beside it, and while a third is stopped", async () => {
    await fc.assert(
      fc.asyncProperty(cases, cases, fc.nat(30), async (one, other, milliseconds) => {
        const [alone, otherAlone] = [await outcomeOf(one, 1), await outcomeOf(other, 1)];
        const stop = new AbortController();
        const { table } = tableOf({ ...one.shape, rows: 20_000, classes: 2 });
        const reason = new Error("enough");
        const stopped = randomForest({ trees: 2000 }).fit(table as never, {
          target: "y",
          threads: 3,
          signal: stop.signal,
        });
        setTimeout(() => stop.abort(reason), milliseconds);
        const together = Promise.all([outcomeOf(one, 2), outcomeOf(other, 3), outcomeOf(one, 1)]);
        await expect(stopped).rejects.toBe(reason);
        expect(await together).toEqual([alone, otherAlone, alone]);
      }),
      { numRuns: 8 },
    );
  });
});
