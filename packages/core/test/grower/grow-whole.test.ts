import { configureKernels, createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { goalOfTarget } from "../../src/criterion/goal-of-target.ts";
import { measureOf } from "../../src/criterion/measure-of.ts";
import {
  type Criterion,
  createDataset,
  depthGrower,
  entropy,
  exactSplitter,
  type GrowPlan,
  gini,
  maxDepth,
  minGain,
  minRowsSplit,
  misclassification,
  newton,
  type PrePruning,
  poissonDeviance,
  purity,
  type Tree,
} from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { withoutWhole } from "../support/without-whole.ts";

afterEach(() => configureKernels({}));

const withoutKernel = ({ kernel: _, ...criterion }: Criterion): Criterion => criterion;

const uncompiled = (criterion: Criterion): Criterion => ({
  ...withoutKernel(criterion),
  gain: (...records) => criterion.gain(...records),
});

/** A table, and everything that a tree on it may be asked. */
interface Case {
  readonly columns: readonly (readonly number[] | readonly (string | null)[])[];
  readonly target: readonly (number | string)[];
  readonly weights: readonly number[] | null;
  readonly inBag: readonly boolean[];
  readonly rules: readonly PrePruning[];
  readonly minRowsLeaf: number;
  readonly minChildWeight: number;
  readonly featuresPerNode: number;
  readonly drawsConstants: boolean;
  readonly key: number | null;
  readonly l2: number;
  readonly randomThresholds: boolean;
  readonly categorical: "partition" | "oneVsRest";
  readonly smoothing?: number;
  readonly mostCategories?: number;
}

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }) },
  { weight: 4, arbitrary: fc.double({ noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0) },
);

/** Columns of numbers without gaps, with gaps, of one value, without any value; and of up to 14 categories. */
function columnOf(count: number): fc.Arbitrary<Case["columns"][number]> {
  const of = <T>(cell: fc.Arbitrary<T>) => fc.array(cell, { minLength: count, maxLength: count });
  const gap = fc.constant(Number.NaN);
  const categories = fc.integer({ min: 1, max: 14 }).chain((most) => {
    const category = fc.integer({ min: 0, max: most - 1 }).map((code) => "qwertyuiopasdf"[code]);
    const rare = fc.oneof({ weight: 5, arbitrary: category }, { weight: 1, arbitrary: fc.constant(null) });
    // Text in the first place, or a column without any is taken for one of numbers.
    return fc.oneof(of(category), of<string | null>(rare)).map((cells) => ["q", ...cells.slice(1)]);
  });
  return fc.oneof(
    { weight: 6, arbitrary: categories },
    { weight: 4, arbitrary: of(value) },
    { weight: 3, arbitrary: of(fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: gap })) },
    { weight: 1, arbitrary: of(fc.constant(7)) },
    { weight: 1, arbitrary: of(gap) },
  );
}

const targets = {
  numbers: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -9, max: 9, noNaN: true })),
  counts: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ min: 0, max: 9, noNaN: true })),
  twoClasses: fc.constantFrom("no", "yes"),
  fiveClasses: fc.constantFrom("a", "b", "c", "d", "e"),
};

function cases(kind: keyof typeof targets): fc.Arbitrary<Case> {
  return fc.integer({ min: 1, max: 60 }).chain((count) => {
    const of = <T>(cell: fc.Arbitrary<T>) => fc.array(cell, { minLength: count, maxLength: count });
    const whole = of(fc.integer({ min: 0, max: 3 }));
    const broken = of(fc.double({ min: 0, max: 2, noNaN: true }));
    return fc.record({
      columns: fc.array(columnOf(count), { minLength: 1, maxLength: 5 }),
      target: of<number | string>(targets[kind]),
      weights: fc.option(fc.oneof(whole, broken).filter((all) => all.some((weight) => weight > 0.1))),
      inBag: fc.oneof(of(fc.constant(true)), of(fc.boolean())).map((all) => [true, ...all.slice(1)]),
      rules: fc.subarray([maxDepth(3), minRowsSplit(5), minGain(0.05), purity(0.8)]),
      minRowsLeaf: fc.integer({ min: 1, max: 3 }),
      minChildWeight: fc.constantFrom(0, 0, 1.5),
      featuresPerNode: fc.integer({ min: 1, max: 6 }),
      drawsConstants: fc.boolean(),
      key: fc.option(fc.nat()),
      l2: fc.constantFrom(0, 0, 0.7),
      randomThresholds: fc.boolean(),
      categorical: fc.constantFrom("partition" as const, "partition" as const, "oneVsRest" as const),
      smoothing: fc.constantFrom(0, 10),
      mostCategories: fc.constantFrom(1, 2, 4, Number.POSITIVE_INFINITY),
    });
  });
}

async function treeOf(one: Case, criterion: Criterion, stepByStep: boolean): Promise<Tree> {
  const table = { ...one.columns, y: one.target };
  const dataset = await createDataset(table, { target: "y", ...(one.weights && { weight: one.weights }) });
  const rows = Uint32Array.from([...one.inBag.keys()].filter((row) => one.inBag[row]));
  const { goal } = goalOfTarget(criterion, dataset.target, rows);
  const { minRowsLeaf, minChildWeight, featuresPerNode, drawsConstants, randomThresholds, categorical } = one;
  const { smoothing = 0, mostCategories = Number.POSITIVE_INFINITY } = one;
  const pacer = createPacer();
  const search = await exactSplitter().begin({
    dataset,
    criterion,
    minRowsLeaf,
    minChildWeight,
    featuresPerNode,
    drawsConstants,
    randomThresholds,
    categorical,
    smoothing,
    mostCategories,
    pacer,
  });
  try {
    expect(search.growWhole === undefined).toBe(measureOf(criterion) === undefined);
    const plan: GrowPlan = {
      search: stepByStep ? withoutWhole(search) : search,
      criterion,
      goal,
      rows,
      ...(one.key !== null && { draw: { key: one.key } }),
      rules: one.rules,
      gainUnit: 3,
      rootImpurity: 1,
      pacer,
    };
    return await depthGrower().grow(plan);
  } finally {
    search.end();
  }
}

async function treesOf(
  all: readonly Case[],
  criterionOf: (one: Case) => Criterion,
  stepByStep: boolean,
): Promise<Tree[]> {
  const trees = [];
  for (const one of all) trees.push(await treeOf(one, criterionOf(one), stepByStep));
  return trees;
}

describe.each<[keyof typeof targets, string, (l2: number) => Criterion]>([
  ["numbers", "newton", (l2) => newton({ l2 })],
  ["counts", "poisson", () => poissonDeviance()],
  ["twoClasses", "gini", () => gini()],
  ["fiveClasses", "gini", () => gini()],
  ["twoClasses", "entropy", () => entropy()],
  ["fiveClasses", "entropy", () => entropy()],
  ["twoClasses", "misclassification", () => misclassification()],
  ["fiveClasses", "misclassification", () => misclassification()],
])("a tree of %s by %s that is grown whole", (kind, _name, criterionOf) => {
  it("is the tree of the steps, and that of a criterion which is called for every cut, to the bit", async () => {
    await fc.assert(
      fc.asyncProperty(cases(kind), async (one) => {
        const criterion = criterionOf(one.l2);
        const whole = await treeOf(one, criterion, false);
        expect(whole).toEqual(await treeOf(one, criterion, true));
        expect(whole).toEqual(await treeOf(one, uncompiled(criterion), true));
        expect(whole).toEqual(await treeOf(one, withoutKernel(criterion), false));
      }),
      { numRuns: 200 },
    );
  });

  it("is the same where the twins run", async () => {
    // Ten at a time, since the kernels are compiled again after every change of their settings.
    const ten = fc.array(cases(kind), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(ten, async (all) => {
        configureKernels({});
        const compiled = await treesOf(all, (one) => criterionOf(one.l2), false);
        configureKernels({ module: null });
        expect(await treesOf(all, (one) => criterionOf(one.l2), false)).toEqual(compiled);
      }),
      { numRuns: 30 },
    );
  });
});

describe("a tree whose children differ in weight by many digits", () => {
  const limits = {
    inBag: [],
    rules: [],
    minRowsLeaf: 1,
    minChildWeight: 0,
    featuresPerNode: 1,
    drawsConstants: false,
    key: 0,
    l2: 0,
  };
  const one = { ...limits, randomThresholds: false, categorical: "partition" as const };

  type Given = Pick<Case, "columns" | "target" | "weights">;

  async function expectSteps(criterion: Criterion, tables: readonly Given[]) {
    const all = tables.map((table) => ({ ...one, ...table, inBag: table.target.map(() => true) }));
    const whole = await treesOf(all, () => criterion, false);
    expect(whole).toEqual(await treesOf(all, () => criterion, true));
    configureKernels({ module: null });
    expect(await treesOf(all, () => criterion, false)).toEqual(whole);
    return whole;
  }

  it("parts five rows of three classes to the last, of which one has the weight 6e-14", async () => {
    const columns = [[0, 0, 1, 2, 3]];
    const weights = [1.2, 0.7, 1.1e-8, 4.9e-7, 6.4e-14];
    const [tree] = await expectSteps(gini(), [{ columns, target: ["a", "c", "a", "e", "c"], weights }]);
    expect(tree.nodeCount).toBe(7);
  });

  it("parts rows of many weights as the steps do", async () => {
    const random = randomNumbers(7);
    const tables = Array.from({ length: 300 }, () => {
      const rows = Array.from({ length: 2 + Math.floor(40 * random()) });
      const power = 4 + Math.floor(50 * random());
      const columns = [rows.map(() => Math.floor(30 * random()))];
      const weights = rows.map(() => 2 ** (-power * random()) * random());
      return { columns, weights, target: rows.map(() => "abcde"[Math.floor(5 * random())]) };
    });
    await expectSteps(gini(), tables);
  });

  it.each([1e-152, 1e-156, 1e-160, 1e-162])(
    "cuts targets around %d, whose squares lose digits, as the steps do",
    async (unit) => {
      const random = randomNumbers(3);
      const tables = Array.from({ length: 50 }, () => {
        const rows = Array.from({ length: 30 });
        const columns = [rows.map(() => Math.floor(20 * random()))];
        return { columns, weights: null, target: rows.map(() => unit * random()) };
      });
      await expectSteps(newton({ l2: 0 }), tables);
    },
  );
});

describe("a tree of more rows than one call handles", () => {
  const random = randomNumbers(5);
  const count = 40_000;
  const gap = (share: number, x: number) => (random() < share ? Number.NaN : x);
  const columns = [
    Array.from({ length: count }, () => random()),
    Array.from({ length: count }, () => gap(0.3, Math.floor(50 * random()))),
    Array.from({ length: count }, () => gap(0.95, random())),
  ];
  const categories = Array.from({ length: count }, (_, row) => (random() < 0.1 ? null : `c${(row * 7919) % 600}`));
  const few = Array.from({ length: count }, () => "qwertyuiopas"[Math.floor(12 * random())]);
  const limits = {
    minRowsLeaf: 5,
    minChildWeight: 0,
    featuresPerNode: 3,
    drawsConstants: true,
    key: 1,
    l2: 0,
    rules: [],
  };

  describe.each([false, true])("with random thresholds: %j", (randomThresholds) => {
    it.each([
      [
        "numbers",
        newton({ l2: 0 }),
        Array.from({ length: count }, (_, row) => columns[0][row] + Math.floor(9 * random())),
      ],
      ["counts", poissonDeviance(), Array.from({ length: count }, () => Math.floor(5 * random()))],
      ["classes", gini(), Array.from({ length: count }, () => "abc"[Math.floor(3 * random())])],
      ["classes by entropy", entropy(), Array.from({ length: count }, () => "abc"[Math.floor(3 * random())])],
    ] as const)("is the tree of the steps (%s)", async (_name, criterion, target) => {
      const inBag = target.map((_, row) => row % 17 !== 0);
      const weights = target.map((_, row) => 1 + (row % 3) / 2);
      const kinds = { randomThresholds, categorical: "partition" as const, smoothing: 10, mostCategories: 4 };
      const one: Case = { columns: [...columns, categories, few], target, weights, inBag, ...limits, ...kinds };
      const whole = await treeOf(one, criterion, false);
      expect(whole.nodeCount).toBeGreaterThan(5_000);
      expect(whole).toEqual(await treeOf(one, criterion, true));
      configureKernels({ module: null });
      expect(await treeOf(one, criterion, false)).toEqual(whole);
    });
  });
});
