import { configureKernels, createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goalOfTarget } from "../../src/criterion/goal-of-target.ts";
import { measureOf } from "../../src/criterion/measure-of.ts";
import { chooseEngine, openEngine } from "../../src/engine/open-engine.ts";
import { openReferenceEngine } from "../../src/engine/reference-engine.ts";
import type { EnginePlan } from "../../src/engine/tree-engine.ts";
import {
  type Criterion,
  createDataset,
  type Dataset,
  depthGrower,
  entropy,
  exactSplitter,
  gini,
  leafGrower,
  maxDepth,
  minChildWeight as minChildWeightRule,
  minGain,
  minRowsLeaf as minRowsLeafRule,
  minRowsSplit,
  misclassification,
  newton,
  type PrePruning,
  poissonDeviance,
  purity,
  type Tree,
} from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const uncompiled = (criterion: Criterion): Criterion => ({
  ...criterion,
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
  /** Null: any number, and by depth. */
  readonly maxLeaves?: number | null;
  readonly featuresPerLevel?: number;
  readonly interactions?: readonly (readonly number[])[] | undefined;
  readonly gainFactors?: boolean;
  /** Of Newton steps. */
  readonly l1?: number;
  readonly maxDeltaStep?: number;
  readonly isMonotone?: boolean;
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
    const groups = fc.array(fc.subarray([0, 1, 2, 3, 4], { minLength: 1 }), { maxLength: 3 });
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
      maxLeaves: fc.constantFrom(null, null, 1, 2, 3, 6, 15),
      featuresPerLevel: fc.constantFrom(2, 4, 6, 6),
      interactions: fc.option(groups, { freq: 3, nil: undefined }),
      gainFactors: fc.boolean(),
      l1: fc.constantFrom(0, 0, 0.4),
      maxDeltaStep: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.5),
      isMonotone: fc.boolean(),
    });
  });
}

/** What is asked of an engine. */
function planOf(one: Case, criterion: Criterion, dataset: Dataset): EnginePlan {
  const { columns } = dataset;
  const { featuresPerNode, drawsConstants, randomThresholds, categorical } = one;
  const { smoothing = 0, mostCategories = Number.POSITIVE_INFINITY, maxLeaves = null, interactions } = one;
  const groups = interactions?.map((group) => group.filter((feature) => feature < columns.length));
  const monotone = columns.map(({ kind }, feature) => (kind === "numeric" ? [1, -1, 0][feature % 3] : 0));
  return {
    ...{ dataset, criterion, featuresPerNode, drawsConstants, randomThresholds, categorical },
    ...{ smoothing, mostCategories, splitter: exactSplitter(), pacer: createPacer() },
    ...(one.featuresPerLevel !== undefined && { featuresPerLevel: one.featuresPerLevel }),
    ...(groups && { interactions: groups }),
    ...(one.gainFactors && {
      gainFactors: Float64Array.from(columns, (_, feature) => [0.7, 1, 1.3, 0, 2][feature % 5]),
    }),
    ...(one.isMonotone && criterion.gainWithin && { monotone: Int8Array.from(monotone) }),
    grower: maxLeaves === null ? depthGrower() : leafGrower(maxLeaves),
    rules: [...one.rules, minRowsLeafRule(one.minRowsLeaf), minChildWeightRule(one.minChildWeight)],
  };
}

async function treeOf(one: Case, criterion: Criterion, stepByStep: boolean): Promise<Tree> {
  const table = { ...one.columns, y: one.target };
  const dataset = await createDataset(table, { target: "y", ...(one.weights && { weight: one.weights }) });
  const rows = Uint32Array.from([...one.inBag.keys()].filter((row) => one.inBag[row]));
  const { goal } = goalOfTarget(criterion, dataset.target, rows);
  const plan = planOf(one, criterion, dataset);
  expect(chooseEngine(plan).name).toBe(measureOf(criterion) === undefined ? "reference" : "exact");
  const engine = await (stepByStep ? openReferenceEngine(plan, []) : openEngine(plan));
  try {
    const draw = one.key === null ? {} : { draw: { key: one.key } };
    return await engine.grow({ goal, rows, ...draw, gainUnit: 3, rootImpurity: 1 });
  } finally {
    engine.end();
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

function heldNewton({ l1 = 0, l2, maxDeltaStep = Number.POSITIVE_INFINITY }: Case): Criterion {
  return newton({ l1, l2, ...(Number.isFinite(maxDeltaStep) && { maxDeltaStep }) });
}

describe.each<[keyof typeof targets, string, (one: Case) => Criterion]>([
  ["numbers", "newton", ({ l2 }) => newton({ l2 })],
  ["numbers", "newton whose leaves are held back", heldNewton],
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
        const criterion = criterionOf(one);
        const whole = await treeOf(one, criterion, false);
        expect(whole).toEqual(await treeOf(one, criterion, true));
        expect(whole).toEqual(await treeOf(one, uncompiled(criterion), true));
      }),
      { numRuns: 200 },
    );
  });

  it("is the same where nothing is compiled", async () => {
    // Ten at a time, since the kernels are compiled again after every change of their settings.
    const ten = fc.array(cases(kind), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(ten, async (all) => {
        configureKernels({});
        const compiled = await treesOf(all, (one) => criterionOf(one), false);
        configureKernels({ module: null });
        expect(await treesOf(all, (one) => criterionOf(one), false)).toEqual(compiled);
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

describe("a tree of random thresholds whose nodes have many rows", () => {
  /** By what a column's values are made of random numbers: even, in heaps, with a long tail, without an end, of a range beyond that of a double. */
  const kinds: readonly ((x: number, y: number) => number)[] = [
    (x) => x,
    (x) => Math.floor(5 * x),
    (x, y) => (y < 0.5 ? 0 : (1 / (1 - x)) ** 4),
    (x, y) => (y < 0.05 ? Number.POSITIVE_INFINITY : y < 0.1 ? Number.NEGATIVE_INFINITY : x),
    (x, y) => (y < 0.3 ? -1.7e308 : 1.7e308 * x),
    (x, y) => (y < 0.1 ? 0 : y < 0.2 ? -0 : x < 0.5 ? -x : Math.floor(3 * x)),
    (x) => 1 + Math.floor(900 * x) * 2 ** -52,
    () => 4,
  ];
  const many = fc.record({
    seed: fc.nat(1e6),
    count: fc.integer({ min: 65, max: 700 }),
    of: fc.array(fc.nat(kinds.length - 1), { minLength: 1, maxLength: 9 }),
    missing: fc.constantFrom(0, 0, 0.1, 0.7),
    weights: fc.constantFrom(null, 3, 0.7),
    featuresPerNode: fc.integer({ min: 1, max: 9 }),
    drawsConstants: fc.boolean(),
    minRowsLeaf: fc.constantFrom(1, 20),
    maxLeaves: fc.constantFrom(null, 12),
    gainFactors: fc.boolean(),
    interactions: fc.constantFrom(undefined, [
      [0, 1, 2],
      [2, 3],
    ]),
  });

  it.each([
    ["numbers", newton({ l2: 0 }), (x: number) => x],
    ["two classes", gini(), (x: number) => (x > 0.6 ? "yes" : "no")],
    ["five classes", entropy(), (x: number) => "abcde"[Math.min(4, Math.floor(5 * x))]],
  ] as const)("is the tree of the steps (%s)", async (_name, criterion, targetOf) => {
    await fc.assert(
      fc.asyncProperty(many, async ({ seed, count, of, missing, weights, ...asked }) => {
        const next = randomNumbers(seed);
        const rows = Array.from({ length: count });
        const one: Case = {
          ...{
            ...asked,
            key: seed,
            rules: [],
            minChildWeight: 0,
            l2: 0,
            randomThresholds: true,
            categorical: "partition",
          },
          columns: of.map((kind) => rows.map(() => (next() < missing ? Number.NaN : kinds[kind](next(), next())))),
          target: rows.map(() => targetOf(next())),
          weights:
            weights === null ? null : rows.map(() => (weights < 1 ? next() + 0.1 : 1 + Math.floor(weights * next()))),
          inBag: rows.map((_, row) => row === 0 || seed % 2 === 0 || next() < 0.8),
        };
        expect(await treeOf(one, criterion, false)).toEqual(await treeOf(one, criterion, true));
      }),
      { numRuns: 150 },
    );
  });
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
    });
  });
});
