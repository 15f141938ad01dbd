import type { KnownTable } from "../table/known-table.ts";
import { fullColumn, readColumn } from "../table/read-column.ts";
import type { TableInput, TableLike } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { aList, checkOptions, describe, integerFrom, isListOf, isText, oneOf } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { atOnce } from "../util/turns.ts";
import { numbersOfColumn } from "./encode-column.ts";

/** Where a numeric column is cut: values up to the first cut are the first bin. */
export interface ColumnCuts {
  readonly column: string;
  /** Ascending. */
  readonly at: readonly number[];
}

export interface DiscretizedTable {
  /** The same columns; those that were cut have the names of their bins, and are categorical. */
  readonly table: TableLike;
  /** Plain data, for the next table. */
  readonly cuts: readonly ColumnCuts[];
}

/**
 * Cuts numeric columns into bins, whose names are categories: "up to 70", "above 70 up to 75", "above 75". What is missing
 * stays missing. It sees no target, so nothing about the class leaks into the bins.
 */
export function discretize(input: TableInput, options: DiscretizeOptions): DiscretizedTable {
  checkOptions("discretize", options, discretizeOptions);
  const { columns, bins, method, cuts } = options;
  const usual = withDefaults(discretizeOptions, options);
  const isEither = cuts === undefined ? columns !== undefined : (columns ?? bins ?? method) === undefined;
  const expected = "either columns, with bins and method if need be, or the cuts of another table";
  demand(isEither, `discretize expects ${expected}`);
  const table = toTable(input);
  const found = cuts ?? (columns as readonly string[]).map((column) => cutsOf(table, column, usual.bins, usual.method));
  const byName = new Map(found.map(({ column, at }) => [column, labelsOf(at, numbersOf(table, column))]));
  return {
    table: {
      rowCount: table.rowCount,
      columnNames: table.columnNames,
      column: (name) => byName.get(name) ?? fullColumn(table, name),
    },
    cuts: found,
  };
}

export const discretizeOptions = /* @__PURE__ */ droppable(() => ({
  /** The numeric columns to cut. Default: none; either these or `cuts` are required. */
  columns: option(aList<string>("a list of column names", isText)),
  /** Bins of each column, at most. Default: 5. */
  bins: option(integerFrom(2, 1000), 5),
  /** "width": bins of equal width; "frequency": bins of about as many rows each. Default: "frequency". */
  method: option(oneOf("width", "frequency"), "frequency"),
  /** The cuts of another table, instead of the three others: so new rows get the bins of the training rows. Default: none. */
  cuts: option(aList<ColumnCuts>("cuts, as discretize gives: [{ column, at: ascending numbers }]", areCuts), null),
}));

export interface DiscretizeOptions extends OptionsOf<typeof discretizeOptions> {}

function areCuts(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { column, at } = value as Partial<ColumnCuts>;
  if (typeof column !== "string" || !isListOf<number>(at, (cut) => typeof cut === "number")) return false;
  return at.every((cut, i) => !Number.isNaN(cut) && (i === 0 || cut > at[i - 1]));
}

function numbersOf(table: KnownTable, name: string): Float64Array | Float32Array {
  return atOnce(numbersOfColumn(name, readColumn(table, name, "discretize")));
}

function cutsOf(table: KnownTable, column: string, bins: number, method: DiscretizeOptions["method"]): ColumnCuts {
  const sorted = Float64Array.from(numbersOf(table, column)).filter(Number.isFinite).sort();
  const [low, high] = [sorted[0], sorted[sorted.length - 1]];
  // In shares of both ends: the width itself may leave the range of a double.
  const byWidth = (bin: number) => low * (1 - bin / bins) + high * (bin / bins);
  // The values at the quantiles: values that are equal stay in one bin.
  const byFrequency = (bin: number) => sorted[Math.ceil((bin * sorted.length) / bins) - 1];
  const at = Array.from({ length: bins - 1 }, (_, i) => (method === "width" ? byWidth : byFrequency)(i + 1));
  // No cut above all values: a bin that nobody is in tells nothing.
  const distinct = at.filter((cut, i) => cut < high && (i === 0 || cut > at[i - 1]));
  const found = sorted.length === 0 ? "no number" : `${describe(sorted[0])} only`;
  const message = `discretize: column ${describe(column)} has ${found}; there is nothing to cut`;
  demand(distinct.length > 0, message, "bad-column");
  return { column, at: distinct };
}

function labelsOf(at: readonly number[], values: Float64Array | Float32Array): (string | null)[] {
  const names = [...at, Number.POSITIVE_INFINITY].map((cut, bin) => {
    const above = bin === 0 ? "" : `above ${at[bin - 1]}`;
    return bin === at.length ? above : `${above}${above && " "}up to ${cut}`;
  });
  return Array.from(values, (value) => {
    if (Number.isNaN(value)) return null;
    const bin = at.findIndex((cut) => value <= cut);
    return names[bin < 0 ? at.length : bin];
  });
}
