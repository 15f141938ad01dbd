import type { KnownTable } from "../table/known-table.ts";
import { readColumn } from "../table/read-column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { largestSize } from "../util/grid.ts";
import { numberByRow } from "../util/number-by-row.ts";

/** Gains multiply four weights and the square of a target: with these bounds no such product leaves the range of a double. */
const LARGEST_WEIGHT = 2 ** 60;
const LEAST_HEAVIEST_WEIGHT = 2 ** -60;

/** A weight per row, from a column of that name or as given; null where every row weighs 1. */
export function readWeights(table: KnownTable, weight: string | ArrayLike<number> | undefined): Float64Array | null {
  if (weight === undefined) return null;
  const values: ArrayLike<unknown> = typeof weight === "string" ? readColumn(table, weight, "weight") : weight;
  return checkWeights(values, table.rowCount);
}

/** The same from numbers that may be wrong. */
export function checkWeights(values: ArrayLike<unknown>, rowCount: number): Float64Array {
  const counts = `weight has ${values.length} numbers, but the table has ${rowCount} rows`;
  demand(values.length === rowCount, counts, "bad-weight");
  const out = numberByRow(rowCount, (row) => {
    const value = values[row];
    if (typeof value === "number" && value >= 0 && value <= LARGEST_WEIGHT) return value + 0;
    const message = `weight is ${describe(value)} in row ${row + 1}; expected a number from 0 to 2^60`;
    throw new CambiumError("bad-weight", message);
  });
  const heaviest = largestSize(out, 0, rowCount);
  const found = heaviest === 0 ? "every weight is 0" : `no weight is above ${heaviest}`;
  demand(heaviest >= LEAST_HEAVIEST_WEIGHT, `${found}; expected at least one of 2^-60 or more`, "bad-weight");
  return out;
}
