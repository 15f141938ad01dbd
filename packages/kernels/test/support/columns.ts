import fc from "fast-check";
import type { ScanKernel } from "../../src/index.ts";
import type { Column } from "./scan-column.ts";

export interface Case {
  readonly column: Column;
  readonly kernel: ScanKernel;
}

/** How the numbers of a random column are drawn. */
interface Draw {
  readonly value: fc.Arbitrary<number>;
  readonly gradient: fc.Arbitrary<number>;
  readonly weight: fc.Arbitrary<number>;
  readonly l2: fc.Arbitrary<number>;
}

/** Few distinct whole numbers, so that ties abound and the textbook's formula is nearly exact. */
export const wholeNumbers: Draw = {
  value: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -4, max: 4 }) },
    { weight: 1, arbitrary: fc.constant(Number.NaN) },
  ),
  gradient: fc.integer({ min: -9, max: 9 }),
  weight: fc.integer({ min: 0, max: 5 }),
  l2: fc.constantFrom(0, 1, 3),
};

const ON_GRID = 2 ** -20;

/** Any values at all, and statistics on a power-of-two grid, as the trees round them. */
export const gridNumbers: Draw = {
  value: fc.oneof(fc.double(), fc.integer({ min: -2, max: 2 }), fc.constantFrom(Number.NaN, -0, 0)),
  gradient: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map((q) => q * ON_GRID),
  weight: fc.integer({ min: 0, max: 2 ** 40 }).map((q) => q * ON_GRID),
  l2: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true })),
};

export function newtonCases(draw: Draw): fc.Arbitrary<Case> {
  const row = fc.record({ value: draw.value, signal: draw.gradient, weight: draw.weight });
  return fc.record({ rows: rowsOf(row), ...limits, l2: draw.l2 }).map(({ rows, minRowsLeaf, minChildWeight, l2 }) => ({
    column: { ...toColumn(rows, 0, minRowsLeaf), minChildWeight },
    kernel: { loop: "newton", l2 },
  }));
}

export function giniCases(draw: Draw): fc.Arbitrary<Case> {
  return fc.integer({ min: 2, max: 5 }).chain((classes) => {
    const signal = fc.integer({ min: 0, max: classes - 1 });
    const row = fc.record({ value: draw.value, signal, weight: draw.weight });
    return fc.record({ rows: rowsOf(row), ...limits }).map(({ rows, minRowsLeaf, minChildWeight }) => ({
      column: { ...toColumn(rows, classes, minRowsLeaf), minChildWeight },
      kernel: { loop: "gini" as const, l2: 0 },
    }));
  });
}

/** What both children must have. */
const limits = { minRowsLeaf: fc.integer({ min: 0, max: 6 }), minChildWeight: fc.constantFrom(0, 0, 1, 7.5) };

interface Row {
  readonly value: number;
  readonly signal: number;
  readonly weight: number;
}

/** Random rows; also all missing, and all of one value. */
function rowsOf(row: fc.Arbitrary<Row>): fc.Arbitrary<Row[]> {
  const rows = fc.array(row, { maxLength: 60 });
  const withOneValue = (value: number) => rows.map((all) => all.map((one) => ({ ...one, value })));
  return fc.oneof({ weight: 8, arbitrary: rows }, withOneValue(Number.NaN), withOneValue(7));
}

function toColumn(rows: readonly Row[], classes: number, minRowsLeaf: number): Omit<Column, "minChildWeight"> {
  const order = rows.map((_, row) => row).sort((a, b) => compareValues(rows[a].value, rows[b].value) || a - b);
  return {
    order,
    values: rows.map(({ value }) => value),
    signal: rows.map(({ signal }) => signal),
    weights: rows.map(({ weight }) => weight),
    classes,
    minRowsLeaf,
  };
}

export function compareValues(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a < b ? -1 : Number(a > b);
}
