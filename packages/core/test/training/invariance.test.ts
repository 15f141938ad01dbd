import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  boosting,
  cart,
  configureKernels,
  costComplexity,
  createDataset,
  type Model,
  type TableInput,
} from "../../src/index.ts";
import { compareModels } from "../support/compare-trees.ts";
import { digest } from "../support/digest.ts";
import { everyLearner, type LearnerCase, named } from "../support/every-learner.ts";
import { inOrder } from "../support/in-order.ts";
import { partitionOf } from "../support/partitions.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";
import { fitArguments, type SmallTable, smallTables, type TargetKind } from "../support/random-tables.ts";

/** Features of 150 rows, and what is to be learned from them: decimals, categories and missing values, all but free of ties. */
const ROWS = 150;
const everyRow = Array.from({ length: ROWS }, (_, row) => row);
const random = randomNumbers(1);
const letters = (count: number) => everyRow.map(() => "pqrstuvw"[Math.floor(random() * count)]);
const a = everyRow.map(() => roughlyNormal(random));
const b = everyRow.map(() => (random() < 0.1 ? null : roughlyNormal(random)));
const [c, d, e] = [letters(6), letters(3), letters(8)];
const signal = everyRow.map(
  (row) => 2 * a[row] + ((b[row] ?? 0) > 0 ? 1 : 0) + (c[row] < "r" ? 2 : 0) + (e[row] > "t" ? 1 : 0),
);
const numbers = signal.map((value) => Math.max(0, 6 + value + roughlyNormal(random)));
const targets = {
  numbers,
  classes: numbers.map((value) => (value > 8 ? "high" : value > 6 ? "middle" : "low")),
  pairs: numbers.map((value) => value > 7),
};
const weight = everyRow.map((row) => 1 + (row % 3));

type Columns = Readonly<Record<string, readonly unknown[]>>;

/** What a learner is told of the rows, without the target. */
const featuresFor = ({ namesOnly }: LearnerCase): Columns => (namesOnly ? { c, d, e } : { a, b, c });

const mapped = (columns: Columns, change: Readonly<Record<string, (value: never) => unknown>>): Columns =>
  Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [
      name,
      values.map((value) => (value === null || change[name] === undefined ? value : change[name](value as never))),
    ]),
  );

function grow(
  { learner, target }: LearnerCase,
  features: Columns,
  given: { readonly y?: readonly unknown[]; readonly weight?: readonly number[] } = {},
): Promise<Model> {
  const { y = targets[target], weight } = given;
  return learner.fit({ ...features, y }, { target: "y", ...(weight && { weight }) } as { target: string });
}

/** How much two leaves may differ: 1e-9 of the largest gradient, which is at most 1 for classes. */
const largest = Math.max(...numbers);
const slackOf = ({ target }: LearnerCase) => 1e-9 * (target === "numbers" ? largest : 1);

const but = (isLeftOut: (each: LearnerCase) => boolean) => named(everyLearner.filter((each) => !isLeftOut(each)));
const drawsRows = ({ draws }: LearnerCase) => draws === "rows" || draws === "both";
const drawsColumns = ({ draws }: LearnerCase) => draws === "columns" || draws === "both";

/** Holds two models of the same rows together; the nodes that gain the same by other cuts are as many as `ties` says. */
function expectAlike(
  each: LearnerCase,
  models: readonly [Model, Model],
  tables: readonly [Columns, Columns],
  ties: Readonly<Record<string, number>> = {},
): void {
  const found = compareModels(models, tables as unknown as [TableInput, TableInput]);
  expect(found.ties).toBe(ties[each.name] ?? 0);
  expect(found.difference).toBeLessThanOrEqual(slackOf(each));
  if (found.ties > 0) return;
  const [one, other] = models.map(({ ensemble }) => [...ensemble.initialScore, ...(ensemble.combine?.weights ?? [])]);
  one.forEach((value, i) => void expect(Math.abs(value - other[i])).toBeLessThanOrEqual(slackOf(each)));
}

describe("the bytes of a model", () => {
  afterEach(() => configureKernels({}));

  // Bags are drawn by the places of the rows.
  it.each(but(drawsRows))("do not depend on the order of the rows (%s)", async (_name, each) => {
    const columns = featuresFor(each);
    const order = everyRow.map((row) => (row * 67 + 11) % ROWS);
    const mixed = {
      y: order.map((row) => targets[each.target][row]),
      weight: order.map((row) => weight[row] / 3),
    };
    const straight = { weight: weight.map((value) => value / 3) };
    expect(digest(await grow(each, inOrder(columns, order), mixed))).toBe(digest(await grow(each, columns, straight)));
  });

  it.each(named(everyLearner))("are the same with the kernels and without them (%s)", async (_name, each) => {
    const compiled = await grow(each, featuresFor(each));
    configureKernels({ module: null });
    const plain = await grow(each, featuresFor(each));
    expect(digest(plain)).toBe(digest(compiled));
    const isRefused = ({ report }: Model) => report.join().includes("this host refuses WebAssembly");
    expect(isRefused(compiled)).toBe(false);
    // Trees with many branches compile nothing.
    expect(isRefused(plain)).toBe(!compiled.report.join().includes("into many branches"));
  });

  it.each(named(everyLearner))("are the same for two fits at once on one dataset (%s)", async (_name, each) => {
    const open = () => createDataset({ ...featuresFor(each), y: targets[each.target] }, { target: "y" });
    const alone = digest(await each.learner.fit(await open()));
    const shared = await open();
    const both = await Promise.all([each.learner.fit(shared), each.learner.fit(shared)]);
    expect(both.map(digest)).toEqual([alone, alone]);
  });

  it("are the same for columns, typed columns and rows", async () => {
    const y = numbers;
    const typed = { a: Float64Array.from(a), y: Float64Array.from(y) };
    const tables: TableInput[] = [{ a, y }, typed, a.map((x, row) => ({ a: x, y: y[row] }))];
    const models = await Promise.all(tables.map((table) => cart().fit(table, { target: "y" })));
    expect(new Set(models.map(digest)).size).toBe(1);
  });
});

describe("the partition of the training rows", () => {
  // The places of the columns are what chance draws by. In small nodes, and with whole numbers of errors, cuts of two columns
  // often part other rows and gain the same: then the first of them wins, and in a forest a drawn one.
  const ties = {
    cart: 2,
    "cart by entropy": 2,
    "cart by errors": 1,
    "cart with surrogates": 2,
    "cart of one against the rest": 7,
    "cart by absolute error": 2,
    "cart by histograms": 5,
    "bagging of cart": 4,
    "bagging of half the rows": 9,
    "bagging of all rows": 3,
    boosting: 1,
  };
  it.each(but(drawsColumns))("does not depend on the order of the columns (%s)", async (_name, each) => {
    const columns = featuresFor(each);
    const reversed = Object.fromEntries(Object.entries(columns).reverse());
    expectAlike(each, [await grow(each, columns), await grow(each, reversed)], [columns, columns], ties);
  });

  // Of copies each has a place of its own in the draw of a bag.
  it.each(but(drawsRows))("with weight k is that with k copies (%s)", async (_name, each) => {
    const columns = featuresFor(each);
    const copies = everyRow.flatMap((row) => new Array<number>(weight[row]).fill(row));
    const copied = await grow(each, inOrder(columns, copies), { y: copies.map((row) => targets[each.target][row]) });
    expectAlike(each, [await grow(each, columns, { weight }), copied], [columns, columns]);
  });

  // Thresholds that are drawn between the ends of a node depend on how far apart its values are.
  it.each(but(({ learner }) => learner.name === "extraTrees"))(
    "survives any increasing transform of a feature (%s)",
    async (_name, each) => {
      const columns = featuresFor(each);
      const cubes = mapped(columns, {
        a: (value: number) => value * value * value + 10,
        b: (value: number) => 5 * value - 1,
        c: (value: string) => `${value}, as it were`,
      });
      expectAlike(each, [await grow(each, columns), await grow(each, cubes)], [columns, cubes]);
    },
  );

  // The deviance of counts asks how large they are, and not only how they differ.
  it.each(but(({ target, name }) => target !== "numbers" || name === "cart by Poisson deviance"))(
    "of y = 10^9 + noise is that of the noise (%s)",
    async (_name, each) => {
      const columns = featuresFor(each);
      const far = numbers.map((value) => value + 1e9);
      const near = far.map((value) => value - 1e9);
      const models = [await grow(each, columns, { y: near }), await grow(each, columns, { y: far })] as const;
      const isStepwise = each.learner.name === "boosting";
      const found = compareModels(
        models,
        [columns, columns] as unknown as [TableInput, TableInput],
        isStepwise ? 0 : 1e9,
      );
      expect(found.ties).toBe(0);
      // Two units in the last place of 10^9.
      expect(found.difference).toBeLessThan(2 ** -22);
      const [expected, came] = models.map((model) => model.predictScore(columns as unknown as TableInput));
      for (const [row, value] of came.entries()) expect(Math.abs(value - 1e9 - expected[row])).toBeLessThan(1e-6);
    },
  );

  it("does not change when targets and weights are scaled by powers of two", async () => {
    const tree = (targetScale: number, weightScale: number) =>
      cart().fit(
        { a, b, c, y: numbers.map((value) => value * targetScale) },
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
        expect(digest(other)).toBe(digest(one));
      }),
    );
  });
});
