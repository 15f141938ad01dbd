import { readFileSync } from "node:fs";
import {
  type AnyLoss,
  absoluteError,
  absoluteErrorSplitter,
  type Criterion,
  chiSquare,
  configureKernels,
  costComplexity,
  depthGrower,
  entropy,
  errorBased,
  exactSplitter,
  gini,
  histogramSplitter,
  leafGrower,
  maxDepth,
  maxLeaves,
  minChildWeight,
  minGain,
  minRowsLeaf,
  minRowsSplit,
  misclassification,
  negativeGain,
  newton,
  type PruningStrategy,
  pessimisticError,
  poissonDeviance,
  purity,
  reducedError,
  type Splitter,
  tableFromArrow,
  tableFromColumns,
  tableFromRows,
} from "@cambium/core";
import { builtInLosses } from "@cambium/losses";
import { tableFromArrays } from "apache-arrow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  assertPassed,
  checkCriterion,
  checkGrower,
  checkLoss,
  checkPruning,
  checkSplitter,
  checkTable,
  type SplitterScope,
} from "../src/index.ts";

/** What is tried of each seam, by the name of the function that makes it: in all forms that differ in kind. */
const criteria = {
  absoluteError: [absoluteError()],
  entropy: [entropy()],
  gini: [gini()],
  misclassification: [misclassification()],
  newton: [newton({ l2: 0 }), newton({ l2: 1 })],
  poissonDeviance: [poissonDeviance()],
};

const splitters: Readonly<Record<string, readonly [Splitter, SplitterScope][]>> = {
  absoluteErrorSplitter: [[absoluteErrorSplitter(), { criterion: absoluteError(), partitions: "some" }]],
  exactSplitter: [
    [exactSplitter(), {}],
    [exactSplitter(), { criterion: entropy() }],
    [exactSplitter(), { criterion: poissonDeviance() }],
  ],
  histogramSplitter: [
    [histogramSplitter(), {}],
    [histogramSplitter(1000), { criterion: entropy() }],
  ],
};

const growers = {
  depthGrower: [depthGrower()],
  leafGrower: [leafGrower(2), leafGrower(9), leafGrower(1000)],
};

const prunings = {
  chiSquare: [chiSquare(), chiSquare({ level: 0.5 })],
  costComplexity: [
    costComplexity({ alpha: 0 }),
    costComplexity({ alpha: 0.02 }),
    costComplexity({ folds: 5 }),
    costComplexity({ folds: 3, rule: "1se", seed: 1 }),
    costComplexity({ by: "validation" }),
    costComplexity({ by: "validation", rule: "1se" }),
    costComplexity({ alpha: 0.02, measure: "error" }),
    costComplexity({ folds: 3, measure: "error" }),
    costComplexity({ by: "validation", measure: "error" }),
  ],
  errorBased: [errorBased(), errorBased({ confidence: 0.001 })],
  maxDepth: [maxDepth(0), maxDepth(3)],
  maxLeaves: [maxLeaves(1), maxLeaves(7)],
  minChildWeight: [minChildWeight(5.5)],
  minGain: [minGain(0), minGain(0.5)],
  minRowsLeaf: [minRowsLeaf(5)],
  minRowsSplit: [minRowsSplit(2), minRowsSplit(12)],
  negativeGain: [negativeGain({ gamma: 0.01 })],
  pessimisticError: [pessimisticError()],
  purity: [purity(0.6), purity(1)],
  reducedError: [reducedError()],
};

/** Options of losses, beside none. */
const otherOptions: Readonly<Record<string, readonly object[]>> = {
  absolutePercentageError: [{ leastSize: 0.3 }, { leastSize: 0 }],
  expectile: [{ level: 0.9 }],
  fair: [{ scale: 0.3 }],
  focal: [{ gamma: 0 }, { gamma: 0.5 }, { gamma: 5, alpha: 0.25 }],
  huber: [{ delta: 0.6 }, { delta: 20 }],
  poisson: [{ maxDeltaStep: 0 }],
  pseudoHuber: [{ delta: 3 }],
  quantile: [{ level: 0.1 }, { level: 0.75 }],
  softmax: [{ hessianFactor: 1 }, { hessianFactor: 1.5 }],
  tweedie: [{ power: 1.1 }, { power: 1.9 }],
};

/** Rows for `test.each`: the name, and which of its forms. */
function formsOf<T>(made: Readonly<Record<string, readonly T[]>>): [string, T][] {
  return Object.entries(made).flatMap(([name, forms]) =>
    forms.map((form, i): [string, T] => [`${name}, form ${i + 1}`, form]),
  );
}

describe("nothing that core makes is left out", () => {
  const api = readFileSync(new URL("../../core/api-report.md", import.meta.url), "utf8");
  const exported = api.slice(0, api.indexOf("### Mentioned above, not exported"));
  const makersOf = (...types: string[]) =>
    [...exported.matchAll(/^function (\w+)[\s\S]*?\): ([^;{]*)[;{]/gm)]
      .filter(([, , type]) => types.includes(type.replace(/<.*/, "")))
      .map(([, name]) => name);

  test("no loss", () => {
    expect(Object.keys(builtInLosses)).toEqual(expect.arrayContaining(makersOf("Loss", "ClassLoss")));
    expect(Object.keys(builtInLosses)).toEqual(expect.arrayContaining(Object.keys(otherOptions)));
  });

  test.each<[string, string[], object]>([
    ["criterion", ["Criterion"], criteria],
    ["splitter", ["Splitter"], splitters],
    ["grower", ["Grower"], growers],
    ["pruning", ["PruningStrategy", "PrePruning", "PostPruning", "GrowthLimit"], prunings],
  ])("no %s", (_, types, tried) => {
    expect(Object.keys(tried).sort()).toEqual(makersOf(...types).sort());
  });
});

describe("every built-in loss keeps the laws", () => {
  const tried = Object.keys(builtInLosses).flatMap((name) =>
    [{}, ...(otherOptions[name] ?? [])].map((options) => [name, options] as const),
  );

  test.each(tried)("%s, %o", async (name, options) => {
    // Which options a loss takes is known by its name, which the compiler can not follow.
    const makeLoss = builtInLosses[name as keyof typeof builtInLosses] as (options: object) => AnyLoss;
    const loss = makeLoss(options);
    assertPassed(await checkLoss(loss, { revive: makeLoss }));
  });
});

describe("every built-in criterion keeps the laws", () => {
  test.each(formsOf<Criterion>(criteria))("%s", async (_, criterion) => {
    assertPassed(await checkCriterion(criterion));
  });
});

describe("every built-in splitter keeps the laws", () => {
  test.each(formsOf(splitters))("%s", async (_, [splitter, scope]) => {
    assertPassed(await checkSplitter(splitter, scope));
  });
});

describe("where the host compiles no WebAssembly", () => {
  beforeAll(() => configureKernels({ module: null }));
  afterAll(() => configureKernels({}));

  test.each(formsOf(splitters))("%s keeps the laws", async (_, [splitter, scope]) => {
    assertPassed(await checkSplitter(splitter, scope));
  });

  test.each([gini(), newton({ l2: 1 })])("$name keeps the laws", async (criterion) => {
    assertPassed(await checkCriterion(criterion));
  });
});

describe("every built-in pruning strategy keeps the laws", () => {
  test.each(formsOf<PruningStrategy>(prunings))("%s", async (_, strategy) => {
    assertPassed(await checkPruning(strategy));
  });
});

describe("every built-in grower keeps the laws", () => {
  test.each(formsOf(growers))("%s", async (_, grower) => {
    assertPassed(await checkGrower(grower));
  });
});

describe("every table that core makes keeps the laws", () => {
  const columns = {
    number: [1, null, 2.5],
    text: ["a", undefined, "ü"],
    flag: [true, false, null],
    big: [1n, 2n, 3n],
    date: [new Date(0), null, new Date(86_400_000)],
    typed: Float64Array.of(1, Number.NaN, 3),
  };
  const rows = [{ x: 1, y: "a" }, { x: 2 }, { y: "b", x: null }];
  test.each([
    ["from columns", tableFromColumns(columns)],
    ["from columns, none", tableFromColumns({})],
    ["from rows", tableFromRows(rows)],
    [
      "from Arrow",
      tableFromArrow(tableFromArrays({ x: Float64Array.of(1, 2), n: Int32Array.of(3, 4), s: ["a", "b"] })),
    ],
  ])("%s", async (_, table) => {
    assertPassed(await checkTable(table));
  });
});
