import type { Pacer } from "@cambium/kernels";
import { CambiumError } from "../util/cambium-error.ts";
import { roundToGrid } from "../util/grid.ts";
import { allRows } from "../util/ranges.ts";
import { binCuts, type WeighedValues } from "./bin-cuts.ts";
import type { CategoricalColumn, NumericColumn } from "./column.ts";

/** A column as numbers of bins, in one byte each where they and the bin of missing values fit. */
export interface BinnedColumn {
  readonly bins: Uint8Array | Uint16Array;
  /** Bins of present values, some of them perhaps empty; a missing value is in the bin after them. */
  readonly binCount: number;
  /** Of numbers: values up to the first cut are in bin 0; there is one bin more than cuts. Null for categories: each is a bin. */
  readonly cuts: Float64Array | null;
}

/** One of numbers. */
export interface BinnedNumbers extends BinnedColumn {
  readonly cuts: Float64Array;
}

/** The most bins that two bytes can count, one being kept for missing values. */
export const MOST_BINS = 2 ** 16 - 1;

const CHUNK = 1 << 16;

/** `order` has the rows by value, missing last. The same for any order of the rows. */
export async function binColumn(
  { values }: NumericColumn,
  order: Uint32Array,
  weights: Float64Array | null,
  maxBins: number,
  pacer: Pacer,
): Promise<BinnedNumbers> {
  let present = order.length;
  while (present > 0 && Number.isNaN(values[order[present - 1]])) present--;
  const cuts = binCuts(weigh(values, order.subarray(0, present), weights), maxBins);
  const binCount = cuts.length + 1;
  const bins = roomFor(binCount, order.length);
  let bin = 0;
  for (let start = 0; start < present; start += CHUNK) {
    if (pacer.due()) await pacer.pause();
    for (let i = start, end = Math.min(present, start + CHUNK); i < end; i++) {
      while (values[order[i]] > cuts[bin]) bin++;
      bins[order[i]] = bin;
    }
  }
  for (let i = present; i < order.length; i++) bins[order[i]] = binCount;
  return { bins, binCount, cuts };
}

/** Each category as a bin. */
export function binCategories({ name, codes, categories }: CategoricalColumn): BinnedColumn {
  const binCount = categories.length;
  if (binCount > MOST_BINS) {
    const message = `column "${name}" has ${binCount} categories; in histograms at most ${MOST_BINS} are counted: pass splitter: "exact", or leave it out: features: [...]`;
    throw new CambiumError("too-large", message);
  }
  const bins = roomFor(binCount, codes.length);
  for (let row = 0; row < bins.length; row++) bins[row] = codes[row] < 0 ? binCount : codes[row];
  return { bins, binCount, cuts: null };
}

/** One byte counts up to 256 bins, that of missing values among them. */
function roomFor(binCount: number, rows: number): Uint8Array | Uint16Array {
  return binCount < 2 ** 8 ? new Uint8Array(rows) : new Uint16Array(rows);
}

function weigh(values: NumericColumn["values"], order: Uint32Array, given: Float64Array | null): WeighedValues {
  const rounded = given?.slice() ?? null;
  if (rounded !== null) roundToGrid(rounded, allRows(rounded.length));
  const distinct = new Float64Array(order.length);
  const weights = new Float64Array(order.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    const value = values[order[i]];
    if (count === 0 || value !== distinct[count - 1]) distinct[count++] = value;
    weights[count - 1] += rounded === null ? 1 : rounded[order[i]];
  }
  return { values: distinct.subarray(0, count), weights: weights.subarray(0, count) };
}
