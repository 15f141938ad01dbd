import type { BinnedColumn } from "../dataset/bin-column.ts";
import { sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import type { Split } from "./split.ts";

/** By bin, what is missing last, the child that its rows go to: 0 or 1. */
export function sidesOfBins(
  { binCount, cuts }: BinnedColumn,
  { threshold, categories, missingChild }: Pick<Split, "threshold" | "categories" | "missingChild">,
  sides: Uint8Array = new Uint8Array(binCount + 1),
): Uint8Array {
  if (cuts === null) {
    for (let code = 0; code < binCount; code++) {
      sides[code] = sideOfCategory(code, categories, 0, categories.length, missingChild);
    }
  } else {
    // A bin is as far from the threshold as the cut above it; the last one has none.
    for (let bin = 0; bin < binCount; bin++) {
      const value = bin < cuts.length ? cuts[bin] : Number.POSITIVE_INFINITY;
      sides[bin] = sideOfNumber(value, threshold, missingChild);
    }
  }
  sides[binCount] = missingChild;
  return sides;
}
