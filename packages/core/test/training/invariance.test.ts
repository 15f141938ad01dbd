import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  boosting,
  cart,
  configureKernels,
  costComplexity,
  createDataset,
  type Learner,
  type Model,
  type TableInput,
} from "../../src/index.ts";
import { partitionOf, samePartition } from "../support/partitions.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";
import { fitArguments, type SmallTable, smallTables, type TargetKind } from "../support/random-tables.ts";

/** A table of decimals, categories and missing values, on which ties are all but impossible. */
function noisyTable(rows: number, seed: number) {
  const random = randomNumbers(seed);
  const a = Float64Array.from({ length: rows }, () => roughlyNormal(random));
  const b = Float64Array.from({ length: rows }, () => (random() < 0.1 ? Number.NaN : roughlyNormal(random)));
  const c = Array.from({ length: rows }, () => "pqrstu"[Math.floor(random() * 6)]);
  const y = Float64Array.from(
    a,
    (x, row) => x * 2 + (b[row] > 0 ? 1 : 0) + (c[row] < "r" ? 1 : 0) + roughlyNormal(random),
  );
  const label = Array.from(y, (value) => (value > 1 ? "high" : value > 0 ? "middle" : "low"));
  return { a, b, c, y, label, sign: label.map((text) => text !== "low") };
}

type Noisy = ReturnType<typeof noisyTable>;

function mapColumns(table: Noisy, rows: readonly number[]) {
  return {
    a: Float64Array.from(rows, (row) => table.a[row]),
    b: Float64Array.from(rows, (row) => table.b[row]),
    c: rows.map((row) => table.c[row]),
    y: Float64Array.from(rows, (row) => table.y[row]),
    label: rows.map((row) => table.label[row]),
    sign: rows.map((row) => table.sign[row]),
  };
}

const features = ["a", "b", "c"];
const learners: [string, Learner, string][] = [
  ["cart on numbers", cart(), "y"],
  ["cart on three classes", cart({ minRowsLeaf: 2 }), "label"],
  ["boosting on numbers", boosting({ rounds: 5, maxDepth: 4 }), "y"],
  ["boosting on two classes", boosting({ rounds: 5, maxDepth: 4 }), "sign"],
];

const bytesOf = (model: Model) => Buffer.from(model.toBytes()).toString("hex");

describe("the bytes of a model", () => {
  afterEach(() => configureKernels({}));

  it.each(learners)("do not depend on the order of the rows (%s)", async (_name, learner, target) => {
    const table = noisyTable(300, 1);
    const random = randomNumbers(99);
    const order = [...table.y.keys()]
      .map((row) => [random(), row])
      .sort(([x], [y]) => x - y)
      .map(([, row]) => row);
    const weight = Float64Array.from(table.y, (_, row) => 1 + (row % 7) / 3);
    const straight = await learner.fit(table, { target, features, weight });
    const mixed = await learner.fit(mapColumns(table, order), {
      target,
      features,
      weight: Float64Array.from(order, (row) => weight[row]),
    });
    expect(bytesOf(mixed)).toBe(bytesOf(straight));
  });

  it.each(learners)("are the same from WebAssembly and from its twin (%s)", async (_name, learner, target) => {
    const table = noisyTable(300, 2);
    const compiled = await learner.fit(table, { target, features });
    configureKernels({ module: null });
    const twin = await learner.fit(table, { target, features });
    expect(bytesOf(twin)).toBe(bytesOf(compiled));
    expect(compiled.report.at(-1)).toBe("split search ran as WebAssembly");
    expect(twin.report.at(-1)).toBe("split search ran as plain JavaScript");
  });

  it.each(learners)("are the same for two fits at once on one dataset (%s)", async (_name, learner, target) => {
    const dataset = await createDataset(noisyTable(300, 3), { target, features });
    const alone = bytesOf(await learner.fit(dataset));
    const fresh = await createDataset(noisyTable(300, 3), { target, features });
    const both = await Promise.all([learner.fit(fresh), learner.fit(fresh)]);
    expect(both.map(bytesOf)).toEqual([alone, alone]);
  });

  it("are the same for columns, typed columns and rows", async () => {
    const { a, y } = noisyTable(50, 4);
    const tables: TableInput[] = [{ a, y }, { a: [...a], y: [...y] }, Array.from(a, (x, row) => ({ a: x, y: y[row] }))];
    const models = await Promise.all(tables.map((table) => cart().fit(table, { target: "y" })));
    expect(new Set(models.map(bytesOf)).size).toBe(1);
  });
});

describe("the partition of the training rows", () => {
  it("of y = 10^9 + noise is that of the noise", async () => {
    const { a, b, c, y } = noisyTable(400, 5);
    const far = y.map((value) => value + 1e9);
    const near = far.map((value) => value - 1e9);
    const tree = (target: Float64Array) => cart({ minRowsLeaf: 3 }).fit({ a, b, c, y: target }, { target: "y" });
    const [one, other] = [await tree(far), await tree(near)];
    expect(samePartition(partitionOf(one, { a, b, c }), partitionOf(other, { a, b, c }))).toBe(true);
    const difference = one.predict({ a, b, c }) as Float64Array;
    const expected = other.predict({ a, b, c }) as Float64Array;
    for (const [row, value] of difference.entries()) expect(value - 1e9).toBeCloseTo(expected[row], 5);
  });

  it("with weight k is that with k copies", async () => {
    const table = noisyTable(120, 6);
    const weight = Float64Array.from(table.y, (_, row) => 1 + (row % 3));
    const copies = [...table.y.keys()].flatMap((row) => new Array<number>(weight[row]).fill(row));
    for (const target of ["y", "label"]) {
      const weighted = await cart({ maxDepth: 4 }).fit(table, { target, features, weight });
      const copied = await cart({ maxDepth: 4 }).fit(mapColumns(table, copies), { target, features });
      expect(samePartition(partitionOf(weighted, table), partitionOf(copied, table))).toBe(true);
      weighted.ensemble.trees[0].gain.forEach((gain, node) => {
        expect(copied.ensemble.trees[0].gain[node]).toBeCloseTo(gain, 10);
      });
    }
  });

  it("does not depend on the order of the columns, but for ties", async () => {
    let ties = 0;
    for (let seed = 10; seed < 30; seed++) {
      const { a, b, c, y } = noisyTable(100, seed);
      const tree = (columns: Record<string, ArrayLike<unknown>>) =>
        cart({ minRowsLeaf: 2 }).fit(columns, { target: "y" });
      const [one, other] = [await tree({ a, b, c, y }), await tree({ c, b, a, y })];
      if (!samePartition(partitionOf(one, { a, b, c }), partitionOf(other, { a, b, c }))) ties++;
    }
    expect(ties).toBeLessThanOrEqual(2);
  });

  it("survives any increasing transform of a feature", async () => {
    const { a, b, c, y } = noisyTable(300, 7);
    const tree = (x: Float64Array) => cart({ minRowsLeaf: 2 }).fit({ a: x, b, c, y }, { target: "y" });
    const cubes = a.map((value) => value ** 3 + 10);
    const [one, other] = [await tree(a), await tree(cubes)];
    expect(partitionOf(other, { a: cubes, b, c })).toEqual(partitionOf(one, { a, b, c }));
  });

  it("does not change when targets and weights are scaled by powers of two", async () => {
    const { a, b, c, y } = noisyTable(200, 8);
    const weight = Float64Array.from(y, (_, row) => 1 + (row % 5));
    const tree = (targetScale: number, weightScale: number) =>
      cart().fit(
        { a, b, c, y: y.map((value) => value * targetScale) },
        { target: "y", weight: weight.map((value) => value * weightScale) },
      );
    const plain = partitionOf(await tree(1, 1), { a, b, c });
    for (const [targetScale, weightScale] of [
      [2 ** 190, 1],
      [2 ** -200, 1],
      [1, 2 ** 50],
      [1, 2 ** -50],
      [2 ** 190, 2 ** 57],
    ]) {
      expect(partitionOf(await tree(targetScale, weightScale), { a, b, c })).toEqual(plain);
    }
  });
});

describe("a fit of finite numbers", () => {
  it("gives back whole-numbered targets exactly in pure leaves", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { minLength: 1, maxLength: 30 }),
        async (y) => {
          const x = y.map((_, row) => row);
          const model = await cart().fit({ x, y }, { target: "y", task: "regression" });
          expect([...(model.predict({ x }) as Float64Array)]).toEqual(y);
        },
      ),
    );
  });

  const finite = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -2, max: 2 }),
    fc.constantFrom(null, Number.POSITIVE_INFINITY, 5e-324),
  );
  const target = fc.oneof(
    fc.double({ min: -1e60, max: 1e60, noNaN: true }),
    fc.constantFrom(1e-150, -1e-150, 5e-324, 1e60, 0, 0.1),
  );
  const weight = fc.oneof(fc.constantFrom(0, 1, 1e-15, 1e15), fc.double({ min: 0, max: 1e18, noNaN: true }));

  it("never predicts NaN, whatever the columns", async () => {
    const table = fc.integer({ min: 1, max: 12 }).chain((rows) => {
      const of = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: rows, maxLength: rows });
      return fc.record({
        any: of(finite),
        constant: of(fc.constant(3)),
        missing: of(fc.constant(null)),
        category: of(fc.constantFrom("a", "b", null)),
        y: of(target),
        weight: of(weight).filter((all) => all.some((w) => w >= 1e-15)),
        label: of(fc.constantFrom("p", "q")),
      });
    });
    const prune = costComplexity({ folds: 2, rule: "1se" });
    await fc.assert(
      fc.asyncProperty(table, async ({ weight: weights, label, y, ...columns }) => {
        const run = { target: "y", weight: weights } as const;
        const numbers = { ...columns, y };
        const models = [
          await cart(y.length > 1 ? { prune } : {}).fit(numbers, run),
          await boosting({ rounds: 3 }).fit(numbers, run),
          await cart().fit({ ...columns, y: label }, run),
        ];
        if (new Set(label).size === 2) models.push(await boosting({ rounds: 3 }).fit({ ...columns, y: label }, run));
        for (const model of models) {
          expect(model.predictScore(columns).every(Number.isFinite)).toBe(true);
          const [tree] = model.ensemble.trees;
          for (const numbersOf of [tree.gain, tree.cover, tree.value])
            expect(numbersOf.every(Number.isFinite)).toBe(true);
          expect(
            model.pruningPath.every((step) => Object.values(step).every((x) => x === null || Number.isFinite(x))),
          ).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("small tables of whole numbers", () => {
  const kinds: TargetKind[] = ["numbers", "twoClasses", "threeClasses"];

  it.each(kinds)("give the same bytes in reversed order, ties and all (%s)", async (kind) => {
    await fc.assert(
      fc.asyncProperty(smallTables(kind, { weighted: true, rows: 25 }), async (table) => {
        const reversed: SmallTable = {
          columns: Object.fromEntries(
            Object.entries(table.columns).map(([name, values]) => [name, [...values].reverse()]),
          ),
          target: [...table.target].reverse(),
          weights: table.weights && [...table.weights].reverse(),
        };
        const [one, other] = [await cart().fit(...fitArguments(table)), await cart().fit(...fitArguments(reversed))];
        expect(bytesOf(other)).toBe(bytesOf(one));
      }),
    );
  });
});
