import type { CategoricalColumn } from "./column.ts";

/** A column as numbers of bins, in one byte each where they and the bin of missing values fit. */
export interface BinnedColumn {
  readonly bins: Uint8Array | Uint16Array;
  /** Bins of present values, some of them perhaps empty; a missing value is in the bin after them. */
  readonly binCount: number;
  /** Of numbers: values up to the first cut are in bin 0; there is one bin more than cuts. Null for categories: each is a bin. */
  readonly cuts: Float64Array | null;
}

/** The most bins that two bytes can count, one being kept for missing values. */
export const MOST_BINS = 2 ** 16 - 1;

export const USUAL_BINS = 255;

/** Each category as a bin. */
export function binCategories({ codes, categories }: CategoricalColumn): BinnedColumn {
  const binCount = categories.length;
  const bins = roomFor(binCount, codes.length);
  for (let row = 0; row < bins.length; row++) bins[row] = codes[row] < 0 ? binCount : codes[row];
  return { bins, binCount, cuts: null };
}

/** One byte counts up to 256 bins, that of missing values among them. */
export function roomFor(binCount: number, rows: number): Uint8Array | Uint16Array {
  return binCount < 2 ** 8 ? new Uint8Array(rows) : new Uint16Array(rows);
}
