import { configureKernels, createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { openBinnedTrees } from "../../src/engine/binned/open-binned-trees.ts";
import { treeOf as treeFrom, wholePlanOf } from "../../src/engine/whole-tree.ts";
import { gradientGoal } from "../../src/goal/gradient-goal.ts";
import { symmetricGrower } from "../../src/grower/growers.ts";
import {
  boosting,
  classGoal,
  createDataset,
  depthGrower,
  type Grower,
  type GrowTask,
  gini,
  histogramSplitter,
  leafGrower,
  leastSquaresGoal,
  maxDepth,
  minChildWeight,
  minGain,
  minRowsLeaf,
  minRowsSplit,
  newton,
  type PrePruning,
  purity,
  softmax,
  type Tree,
} from "../../src/index.ts";
import { searchLimits } from "../../src/pruning/limits.ts";
import type { SearchPlan } from "../../src/splitter/splitter.ts";
import { atOnce } from "../../src/util/turns.ts";
import { digest } from "../support/digest.ts";
import { randomNumbers } from "../support/random-numbers.ts";

afterEach(() => configureKernels({}));

/** A table, what a tree is to fit on it, and the rules. */
interface Case {
  readonly seed: number;
  readonly rows: number;
  /** By column, how many values it has: columns of few stand together as one. Those of categories follow. */
  readonly values: readonly number[];
  readonly categories: readonly number[];
  readonly missing: number;
  readonly inBag: number;
  /** Whether gradients and hessians have few values, so that gains and weights tie. */
  readonly isCoarse: boolean;
  readonly maxBins: number;
  /** That may be kept: nodes that find none are summed anew. */
  readonly histograms: number;
  readonly gradientBits: "auto" | 16 | "wide";
  /** Of classes, whose number this is; 0: gradients, 1: numbers that are targets. */
  readonly goal: number;
  readonly rules: readonly PrePruning[];
  readonly l1: number;
  readonly l2: number;
  readonly maxDeltaStep: number;
  readonly gainFactors: boolean;
  readonly categorical: "partition" | "oneVsRest";
  readonly smoothing: number;
  readonly mostCategories: number;
  readonly monotone: readonly number[] | null;
  readonly interactions: readonly (readonly number[])[] | null;
  /** Chance decides between features that tie; of this share of the features that the tree may use, and the nodes of these. */
  readonly key: number | null;
  readonly ofTree: number;
  readonly ofLevel: number;
  readonly ofNode: number;
  readonly drawsConstants: boolean;
  readonly grower: Grower;
}

const INFINITY = Number.POSITIVE_INFINITY;

const cases: fc.Arbitrary<Case> = fc.record({
  seed: fc.nat(1e6),
  rows: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(300, 2500, 20_000)),
  values: fc.array(fc.constantFrom(1, 2, 2, 2, 3, 8, 1000), { minLength: 1, maxLength: 9 }),
  categories: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(1, 2, 5, 40, 300), { maxLength: 3 })),
  missing: fc.constantFrom(0, 0, 0.1, 0.9),
  inBag: fc.constantFrom(1, 1, 0.6),
  isCoarse: fc.boolean(),
  maxBins: fc.constantFrom(4, 255, 400),
  histograms: fc.constantFrom(3, 6, 512, 512),
  gradientBits: fc.constantFrom<Case["gradientBits"]>("auto", 16, "wide"),
  goal: fc.constantFrom(0, 0, 0, 1, 2, 3, 5),
  rules: fc.subarray([maxDepth(5), minRowsSplit(9), minGain(2 / 3), minChildWeight(1.5), minRowsLeaf(4), purity(0.8)]),
  l1: fc.constantFrom(0, 0, 0.3),
  l2: fc.constantFrom(0, 1, 0.7),
  maxDeltaStep: fc.constantFrom(INFINITY, INFINITY, 0.2),
  gainFactors: fc.boolean(),
  categorical: fc.constantFrom("partition", "oneVsRest"),
  smoothing: fc.constantFrom(0, 0, 2),
  mostCategories: fc.constantFrom(0, 0, 1, 3),
  monotone: fc.option(fc.array(fc.constantFrom(-1, 0, 1), { minLength: 12, maxLength: 12 })),
  interactions: fc.option(fc.array(fc.uniqueArray(fc.nat(11), { maxLength: 6 }), { maxLength: 4 })),
  key: fc.option(fc.nat()),
  ofTree: fc.constantFrom(1, 1, 0.6),
  ofLevel: fc.constantFrom(1, 1, 0.7),
  ofNode: fc.constantFrom(1, 1, 0.5, 0.3),
  drawsConstants: fc.boolean(),
  grower: fc.constantFrom(leafGrower(1), leafGrower(2), leafGrower(7), leafGrower(40), leafGrower(900), depthGrower()),
});

/** Levels are split alike between the bins of numbers, by gradients and in no order of values. */
const symmetricCases = cases.map(
  (one): Case => ({ ...one, grower: symmetricGrower(), categories: [], goal: 0, monotone: null }),
);

/** Its root has blocks of rows for several threads, and several turns of the caller's. */
const large: Case = {
  ...{
    seed: 5,
    rows: 400_000,
    values: [1000, 3],
    categories: [40],
    missing: 0.1,
    inBag: 1,
    isCoarse: false,
    maxBins: 255,
  },
  ...{
    histograms: 512,
    gradientBits: 16,
    goal: 0,
    rules: [],
    l1: 0,
    l2: 1,
    maxDeltaStep: INFINITY,
    gainFactors: false,
  },
  ...{ categorical: "partition", smoothing: 0, mostCategories: 0, monotone: null, interactions: null },
  ...{ key: null, ofTree: 1, ofLevel: 1, ofNode: 1, drawsConstants: false, grower: leafGrower(7) },
};

/** The columns of a case by name, and what its rows have to do with the first of them. */
function tableOf({ seed, rows: rowCount, values, categories, missing, goal, isCoarse, inBag }: Case) {
  const next = randomNumbers(seed);
  const numbers = values.map((most) =>
    Float64Array.from({ length: rowCount }, () => (next() < missing ? Number.NaN : Math.floor(next() * most))),
  );
  // Classes are searched between the bins of numbers only.
  const names = (goal > 1 ? [] : categories).map((most) =>
    Array.from({ length: rowCount }, () => (next() < missing ? null : `c${Math.floor(next() * most)}`)),
  );
  const weightOf = (name: string | null) => (name === null ? 0 : ((Number(name.slice(1)) * 7) % 5) / 9);
  const signal = Float64Array.from({ length: rowCount }, (_, row) => {
    const ofNames = names.length > 0 ? weightOf(names[0][row]) : 0;
    return next() - 0.5 + (numbers[0][row] || 0) / 50 + ofNames;
  });
  const gradients = isCoarse ? signal.map((value) => Math.round(3 * value)) : signal;
  const hessians = Float64Array.from(gradients, () => (isCoarse ? 1 : next() < 0.1 ? 0 : next()));
  const weights = hessians.map((value, row) => (row === 0 ? 1 : Math.ceil(4 * value) / (isCoarse ? 1 : 3)));
  const rows = Uint32Array.from([...gradients.keys()].filter((row) => row === 0 || next() < inBag));
  const columns = [...numbers, ...names.map((column) => ["c0", ...column.slice(1)])];
  return { columns, gradients, hessians, weights, rows };
}

async function goalOf(one: Case, { columns, gradients, hessians, weights, rows }: ReturnType<typeof tableOf>) {
  const { goal, l1, l2, maxDeltaStep, monotone } = one;
  if (goal > 1) {
    const y = Array.from(gradients, (value, row) => `k${row < goal ? row : Math.abs(Math.round(3 * value)) % goal}`);
    const dataset = await createDataset({ ...columns, w: weights, y }, { target: "y", weight: "w" });
    const { target } = dataset;
    if (target.task !== "classification") throw new Error("unreachable");
    return { dataset, goal: classGoal(target, rows), criterion: gini() };
  }
  const dataset = await createDataset({ ...columns, y: gradients }, { target: "y" });
  const { target } = dataset;
  if (target.task !== "regression") throw new Error("unreachable");
  const criterion = newton({ l1, l2, ...(Number.isFinite(maxDeltaStep) && { maxDeltaStep }) });
  // An order is for gradients of which every leaf is a step.
  if (goal === 1 && monotone === null) return { dataset, goal: leastSquaresGoal(target, rows).goal, criterion };
  return { dataset, goal: gradientGoal(gradients, hessians, null, rows), criterion };
}

/** The tree of the kernel on so many threads; on none, that of the reference. */
async function treeOf(one: Case, threads: number): Promise<Tree> {
  const { rules, categorical, smoothing, mostCategories, monotone, interactions, grower } = one;
  const table = tableOf(one);
  const { rows } = table;
  // Which rule is asked does not matter where the depth of growth by depth would have no end.
  const limited = grower.name === "leaf" ? rules : [...rules, maxDepth(6)];
  const { dataset, goal, criterion } = await goalOf(one, table);
  // Without those that differ in every row.
  const { columns } = dataset;
  const pacer = createPacer();
  const shareOf = (count: number, share: number) => Math.max(1, Math.round(count * share));
  const features = [...columns.keys()].slice(-shareOf(columns.length, one.ofTree));
  const perLevel = shareOf(features.length, one.ofLevel);
  const isNumber = (column: number) => columns[column].kind === "numeric";
  const forGradients = goal.kind === "gradients";
  const plan: SearchPlan = {
    ...{ dataset, criterion, pacer, threads, gradientBits: one.gradientBits, ...searchLimits(limited) },
    symmetric: grower.name === "symmetric",
    ...{ categorical, smoothing, ...(mostCategories > 0 && { mostCategories }) },
    ...(one.ofLevel < 1 && { featuresPerLevel: perLevel }),
    ...(one.ofNode < 1 && { featuresPerNode: shareOf(perLevel, one.ofNode), drawsConstants: one.drawsConstants }),
    ...(one.gainFactors && { gainFactors: Float64Array.from(columns, (_, column) => 1 + (column % 3) / 4) }),
    ...(forGradients && monotone && { monotone: Int8Array.from(columns, (_, i) => (isNumber(i) ? monotone[i] : 0)) }),
    ...(interactions && { interactions: interactions.map((group) => group.filter((i) => i < columns.length)) }),
  };
  const draw = one.key === null ? null : { key: one.key, ...(one.ofTree < 1 && { features }) };
  const task: GrowTask = { goal, rows, gainUnit: 3, rootImpurity: 1, ...(draw && { draw }) };
  if (threads === 0) {
    const search = await histogramSplitter(one.maxBins).begin(plan);
    try {
      return await grower.grow({ ...task, search, criterion, rules: limited, pacer });
    } finally {
      search.end();
    }
  }
  const trees = await openBinnedTrees(plan, one.maxBins, { mostHistograms: one.histograms, leastShared: 0 });
  try {
    const whole = wholePlanOf(task, { rules: limited, grower });
    const grow = async () => atOnce(treeFrom(await trees.grow(whole), { criterion }, 1));
    const first = await grow();
    // What one tree leaves behind is nothing to the next.
    expect(await grow()).toEqual(first);
    return first;
  } finally {
    trees.end();
  }
}

describe("a tree on bins that the kernel grows whole", () => {
  it.each([1, 2, 3])("is the tree of the reference, to the bit (threads: %i)", async (threads) => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        expect(await treeOf(one, threads)).toEqual(await treeOf(one, 0));
      }),
      { numRuns: threads === 1 ? 300 : 150 },
    );
  });

  it.each([1, 2, 3])("is the tree of the reference, if it is symmetric (threads: %i)", async (threads) => {
    await fc.assert(
      fc.asyncProperty(symmetricCases, async (one) => {
        expect(await treeOf(one, threads)).toEqual(await treeOf(one, 0));
      }),
      { numRuns: 100 },
    );
  });

  it("is that of the reference, of more rows than narrow sums can take, on any number of threads", async () => {
    for (const one of [large, { ...large, maxBins: 400, gradientBits: "wide" as const, rules: [minRowsLeaf(4)] }]) {
      const expected = await treeOf(one, 0);
      for (const threads of [1, 2, 3, 8]) expect(await treeOf(one, threads)).toEqual(expected);
    }
  });

  it.each([null, undefined])(
    "cuts the node that was made first of those that gain alike (module: %s)",
    async (module) => {
      configureKernels(module === null ? { module } : {});
      // Both halves are alike, so of three leaves two are on the left.
      const table = { x: [0, 1, 2, 3], y: [10, 12, 20, 22] };
      const learner = boosting({ rounds: 1, learningRate: 1, l2: 0, maxLeaves: 3, splitter: "histogram" });
      const model = await learner.fit(table, { target: "y", threads: 1 });
      expect([...(model.predict(table) as Float64Array)]).toEqual([10, 12, 21, 21]);
      // The cuts of the halves gain 2 each.
      const ofGain = async (minGain: number) => {
        const whole = boosting({ rounds: 1, learningRate: 1, l2: 0, maxLeaves: 9, minGain, splitter: "histogram" });
        return (await whole.fit(table, { target: "y", threads: 1 })).ensemble.trees[0].nodeCount;
      };
      expect([await ofGain(2), await ofGain(2.001)]).toEqual([7, 3]);
    },
  );

  it("goes on where it was when others had their turn: many rows, more cuts than a turn has", async () => {
    const next = randomNumbers(3);
    const a = Float64Array.from({ length: 90_000 }, next);
    const b = a.map(() => Math.floor(next() * 40));
    const y = Array.from(a, (value, row) => ["u", "v", "w"][Math.floor(3 * ((value + next() + b[row] / 40) / 3))]);
    const learner = boosting({ rounds: 2, maxLeaves: 200, splitter: "histogram", loss: softmax() });
    const expected = digest(await learner.fit({ a, b, y }, { target: "y", threads: 3 }));
    for (const threads of [1, 2]) {
      expect(digest(await learner.fit({ a, b, y }, { target: "y", threads }))).toBe(expected);
    }
  });
});
