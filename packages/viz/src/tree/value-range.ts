import type { EncodedRows } from "@cambium/core";

/** The smallest and largest finite value of some rows, widened to hold the threshold if there is one. */
export function valueRange(
  rows: Int32Array,
  values: EncodedRows["columns"][number],
  threshold?: number,
): { readonly low: number; readonly high: number; readonly empty: boolean } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = values[row];
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const empty = low > high;
  if (threshold === undefined) return { low, high, empty };
  return { low: Math.min(low, threshold), high: Math.max(high, threshold), empty };
}
