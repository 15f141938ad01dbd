import {
  chiSquare,
  configureKernels,
  costComplexity,
  depthGrower,
  entropy,
  errorBased,
  exactSplitter,
  gini,
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
  tableFromArrow,
  tableFromColumns,
  tableFromRows,
} from "@cambium/core";
import { builtInLosses } from "@cambium/losses";
import { tableFromArrays } from "apache-arrow";
import { afterAll, beforeAll, describe, test } from "vitest";
import {
  assertPassed,
  checkCriterion,
  checkGrower,
  checkLoss,
  checkPruning,
  checkSplitter,
  checkTable,
} from "../src/index.ts";

describe("every built-in loss keeps the laws", () => {
  test.each(Object.entries(builtInLosses))("%s", async (_, makeLoss) => {
    assertPassed(await checkLoss(makeLoss()));
  });
});

describe("every built-in criterion keeps the laws", () => {
  test.each([
    ["gini()", gini()],
    ["entropy()", entropy()],
    ["misclassification()", misclassification()],
    ["poissonDeviance()", poissonDeviance()],
    ["newton({ l2: 0 })", newton({ l2: 0 })],
    ["newton({ l2: 1 })", newton({ l2: 1 })],
  ])("%s", async (_, criterion) => {
    assertPassed(await checkCriterion(criterion));
  });
});

test("exactSplitter() keeps the laws", async () => {
  assertPassed(await checkSplitter(exactSplitter()));
});

describe("where the host compiles no WebAssembly", () => {
  beforeAll(() => configureKernels({ module: null }));
  afterAll(() => configureKernels({}));

  test("exactSplitter() keeps the laws", async () => {
    assertPassed(await checkSplitter(exactSplitter()));
  });

  test.each([gini(), newton({ l2: 1 })])("$name keeps the laws", async (criterion) => {
    assertPassed(await checkCriterion(criterion));
  });
});

describe("every built-in pruning strategy keeps the laws", () => {
  test.each<[string, PruningStrategy]>([
    ["maxDepth(0)", maxDepth(0)],
    ["maxDepth(3)", maxDepth(3)],
    ["maxLeaves(1)", maxLeaves(1)],
    ["maxLeaves(7)", maxLeaves(7)],
    ["minGain(0)", minGain(0)],
    ["minGain(0.5)", minGain(0.5)],
    ["minRowsSplit(2)", minRowsSplit(2)],
    ["minRowsSplit(12)", minRowsSplit(12)],
    ["minRowsLeaf(5)", minRowsLeaf(5)],
    ["minChildWeight(5.5)", minChildWeight(5.5)],
    ["chiSquare()", chiSquare()],
    ["chiSquare({ level: 0.5 })", chiSquare({ level: 0.5 })],
    ["purity(0.6)", purity(0.6)],
    ["purity(1)", purity(1)],
    ["costComplexity({ alpha: 0 })", costComplexity({ alpha: 0 })],
    ["costComplexity({ alpha: 0.02 })", costComplexity({ alpha: 0.02 })],
    ["costComplexity({ folds: 5 })", costComplexity({ folds: 5 })],
    ['costComplexity({ folds: 3, rule: "1se" })', costComplexity({ folds: 3, rule: "1se", seed: 1 })],
    ['costComplexity({ by: "validation" })', costComplexity({ by: "validation" })],
    ['costComplexity({ by: "validation", rule: "1se" })', costComplexity({ by: "validation", rule: "1se" })],
    ['costComplexity({ alpha: 0.02, measure: "error" })', costComplexity({ alpha: 0.02, measure: "error" })],
    ['costComplexity({ folds: 3, measure: "error" })', costComplexity({ folds: 3, measure: "error" })],
    ['costComplexity({ by: "validation", measure: "error" })', costComplexity({ by: "validation", measure: "error" })],
    ["reducedError()", reducedError()],
    ["pessimisticError()", pessimisticError()],
    ["errorBased()", errorBased()],
    ["errorBased({ confidence: 0.001 })", errorBased({ confidence: 0.001 })],
    ["negativeGain({ gamma: 0.01 })", negativeGain({ gamma: 0.01 })],
  ])("%s", async (_, strategy) => {
    assertPassed(await checkPruning(strategy));
  });
});

describe("every built-in grower keeps the laws", () => {
  test.each([
    ["depthGrower()", depthGrower()],
    ["leafGrower(2)", leafGrower(2)],
    ["leafGrower(9)", leafGrower(9)],
    ["leafGrower(1000)", leafGrower(1000)],
  ])("%s", async (_, grower) => {
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
