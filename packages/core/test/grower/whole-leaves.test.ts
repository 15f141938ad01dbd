import { configureKernels, createPacer } from "@cambium/kernels";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { gradientGoal } from "../../src/goal/gradient-goal.ts";
import {
  boosting,
  createDataset,
  depthGrower,
  type Grower,
  type GrowPlan,
  histogramSplitter,
  leafGrower,
  maxDepth,
  minChildWeight,
  minGain,
  minRowsSplit,
  newton,
  type PrePruning,
  softmax,
  type Tree,
} from "../../src/index.ts";
import { searchLimits } from "../../src/pruning/search-limits.ts";
import { digest } from "../support/digest.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { withoutWhole } from "../support/without-whole.ts";

afterEach(() => configureKernels({}));

/** A table, what a tree is to fit on it, and the rules. */
interface Case {
  readonly seed: number;
  readonly rows: number;
  /** By column, how many values it has: columns of few stand together as one. */
  readonly values: readonly number[];
  readonly missing: number;
  readonly inBag: number;
  /** Whether gradients and hessians have few values, so that gains and weights tie. */
  readonly isCoarse: boolean;
  readonly maxBins: number;
  readonly gradientBits: "auto" | 16 | "wide";
  readonly rules: readonly PrePruning[];
  readonly l1: number;
  readonly l2: number;
  readonly maxDeltaStep: number;
  readonly gainFactors: boolean;
  /** Chance decides between features that tie; of this share of the features that the tree may use, and the nodes of these. */
  readonly key: number | null;
  readonly ofTree: number;
  readonly ofNode: number;
  readonly grower: Grower;
}

const cases: fc.Arbitrary<Case> = fc.record({
  seed: fc.nat(1e6),
  rows: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(300, 2500)),
  values: fc.array(fc.constantFrom(1, 2, 2, 2, 3, 8, 1000), { minLength: 1, maxLength: 9 }),
  missing: fc.constantFrom(0, 0, 0.1, 0.9),
  inBag: fc.constantFrom(1, 1, 0.6),
  isCoarse: fc.boolean(),
  maxBins: fc.constantFrom(4, 255, 400),
  gradientBits: fc.constantFrom<Case["gradientBits"]>("auto", 16, "wide"),
  rules: fc.subarray([maxDepth(5), minRowsSplit(9), minGain(2 / 3), minChildWeight(1.5)]),
  l1: fc.constantFrom(0, 0, 0.3),
  l2: fc.constantFrom(0, 1, 0.7),
  maxDeltaStep: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.2),
  gainFactors: fc.boolean(),
  key: fc.option(fc.nat()),
  ofTree: fc.constantFrom(1, 1, 0.6),
  ofNode: fc.constantFrom(1, 1, 0.5, 0.3),
  grower: fc.constantFrom(leafGrower(1), leafGrower(2), leafGrower(7), leafGrower(40), depthGrower()),
});

/** With one thread, or as one of two trees. */
async function treeOf(one: Case, stepByStep: boolean, threads = 1): Promise<Tree> {
  const { rows: rowCount, values, missing, l1, l2, rules } = one;
  const next = randomNumbers(one.seed);
  const columns = values.map((most) =>
    Float64Array.from({ length: rowCount }, () => (next() < missing ? Number.NaN : Math.floor(next() * most))),
  );
  const numbers = Float64Array.from({ length: rowCount }, (_, row) => next() - 0.5 + (columns[0][row] || 0) / 50);
  const gradients = one.isCoarse ? numbers.map((value) => Math.round(3 * value)) : numbers;
  const hessians = Float64Array.from(gradients, () => (one.isCoarse ? 1 : next() < 0.1 ? 0 : next()));
  const rows = Uint32Array.from([...gradients.keys()].filter((row) => row === 0 || next() < one.inBag));
  // Which rule is asked does not matter where the depth of growth by depth would have no end.
  const limited = one.grower.name === "depth" ? [...rules, maxDepth(6)] : rules;
  const dataset = await createDataset({ ...columns, y: gradients }, { target: "y" });
  const criterion = newton({ l1, l2, ...(Number.isFinite(one.maxDeltaStep) && { maxDeltaStep: one.maxDeltaStep }) });
  const pacer = createPacer();
  const shareOf = (count: number, share: number) => Math.max(1, Math.round(count * share));
  const features = [...columns.keys()].slice(-shareOf(columns.length, one.ofTree));
  const search = await histogramSplitter(one.maxBins).begin({
    ...{ dataset, criterion, pacer, threads, gradientBits: one.gradientBits, ...searchLimits(limited) },
    ...(one.ofNode < 1 && { featuresPerNode: shareOf(features.length, one.ofNode), drawsConstants: true }),
    ...(one.gainFactors && { gainFactors: Float64Array.from(columns, (_, column) => 1 + (column % 3) / 4) }),
    ...(threads > 1 && { keptScores: 3, sharesTrees: true }),
  });
  try {
    const goal = gradientGoal(gradients, hessians, null, rows);
    const plan: GrowPlan = {
      ...{ search: stepByStep ? withoutWhole(search) : search, criterion, goal, rows, pacer },
      ...{ rules: limited, gainUnit: 3, rootImpurity: 1, isBeside: threads > 1 },
      ...(one.key !== null && { draw: { key: one.key, ...(one.ofTree < 1 && { features }) } }),
    };
    const first = await one.grower.grow(plan);
    // What one tree leaves behind is nothing to the next.
    expect(await one.grower.grow(plan)).toEqual(first);
    return first;
  } finally {
    search.end();
  }
}

async function treesOf(all: readonly Case[]): Promise<Tree[]> {
  const trees: Tree[] = [];
  for (const one of all) trees.push(await treeOf(one, false));
  return trees;
}

describe("a tree on bins that one thread grows whole", () => {
  it("is the tree of the steps, to the bit", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        expect(await treeOf(one, false)).toEqual(await treeOf(one, true));
      }),
      { numRuns: 400 },
    );
  });

  it("is the same where another grows beside it", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        expect(await treeOf(one, false, 2)).toEqual(await treeOf(one, true));
      }),
      { numRuns: 60 },
    );
  });

  it("is the same where the twins run", async () => {
    // Ten at a time, since the kernels are compiled again after every change of their settings.
    await fc.assert(
      fc.asyncProperty(fc.array(cases, { minLength: 10, maxLength: 10 }), async (all) => {
        configureKernels({});
        const compiled = await treesOf(all);
        configureKernels({ module: null });
        expect(await treesOf(all)).toEqual(compiled);
      }),
      { numRuns: 15 },
    );
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

describe("a search on bins", () => {
  const columns = {
    a: Float64Array.from({ length: 50 }, (_, row) => row % 17),
    k: Array.from({ length: 50 }, () => "k"),
  };
  const tree = { ...{ maxDepth: 4, minRowsSplit: 2, minGain: 0, minRowsLeaf: 1, minChildWeight: 0, gainUnit: 1 } };

  /** Whether it grows a tree whole, on this many threads, and with what else the search or the tree is asked. */
  async function growsWhole(
    threads: number,
    ofSearch: object = {},
    ofTree: object = {},
    names: object = { a: columns.a },
  ) {
    const y = Float64Array.from(columns.a, (value) => value / 3);
    const dataset = await createDataset({ ...names, y }, { target: "y" });
    const rows = Uint32Array.from(y.keys());
    const goal = gradientGoal(y.slice(), null, null, rows);
    const pacer = createPacer();
    const plan = { dataset, criterion: newton({}), minRowsLeaf: 1, pacer, threads, sharesTrees: true };
    const search = await histogramSplitter(255).begin({ ...plan, ...ofSearch });
    try {
      const limits = { purity: Number.POSITIVE_INFINITY, maxLeaves: Number.POSITIVE_INFINITY, isBeside: false };
      const whole = search.growWhole?.({ goal, rows, ...tree, ...limits, ...ofTree }) ?? null;
      await whole;
      return whole !== null;
    } finally {
      search.end();
    }
  }

  it("grows trees whole on one thread, and on two where two grow", async () => {
    expect(await growsWhole(1)).toBe(true);
    expect(await growsWhole(2)).toBe(false);
    expect(await growsWhole(2, { keptScores: 3 })).toBe(false);
    expect(await growsWhole(2, { keptScores: 3 }, { isBeside: true })).toBe(true);
    expect(await growsWhole(3, { keptScores: 3 }, { isBeside: true })).toBe(false);
  });

  it.each<[string, object, object]>([
    ["whose rows are limited", { minRowsLeaf: 2 }, { minRowsLeaf: 2 }],
    ["that stops at pure nodes", {}, { purity: 0.9 }],
    ["of more leaves than it has room for", {}, { maxDepth: 40, maxLeaves: 5000, rows: new Uint32Array(5000) }],
    ["that is to be monotone", { monotone: Int8Array.of(1) }, {}],
    ["of levels that are cut alike", { symmetric: true }, {}],
    ["of features that may not stand together", { interactions: [[0]] }, {}],
  ])("does not grow a tree whole %s", async (_what, ofSearch, ofTree) => {
    expect(await growsWhole(1, ofSearch, ofTree)).toBe(false);
  });

  it("does not grow a tree whole that parts categories", async () => {
    expect(await growsWhole(1, {}, {}, columns)).toBe(false);
  });

  it("does not grow a tree whole by features that chance chooses for each level, or of those that are not constant", async () => {
    const two = { a: columns.a, b: columns.a };
    const draw = { draw: { key: 1 } };
    expect(await growsWhole(1, { featuresPerNode: 1, drawsConstants: true }, draw, two)).toBe(true);
    expect(await growsWhole(1, { featuresPerNode: 1 }, draw, two)).toBe(false);
    expect(await growsWhole(1, { featuresPerLevel: 1, drawsConstants: true }, draw, two)).toBe(false);
  });
});
