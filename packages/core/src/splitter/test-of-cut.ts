import type { BinnedColumn } from "../dataset/bin-column.ts";
import { categoryBitset } from "./category-bitset.ts";
import { categoriesUpTo } from "./category-order.ts";
import type { Split } from "./split.ts";

/** Where the values of a feature go by a split. */
export type TestOfCut = Pick<Split, "kind" | "threshold" | "categories" | "missingChild">;

/**
 * The test that stands behind a cut in a histogram. `slots` has gradients and hessians by bin, what is missing last; `counts` the rows,
 * where they are counted: else a bin without weight is taken for empty. What the node does not have goes to the `heavier` child.
 */
export function testOfCut(
  { bin, missingLeft }: { readonly bin: number; readonly missingLeft: boolean },
  { binCount, cuts }: BinnedColumn,
  slots: Float64Array,
  counts: Uint32Array | null,
  heavier: 0 | 1,
  { categorical, smoothing = 0 }: { readonly categorical?: "partition" | "oneVsRest"; readonly smoothing?: number },
): TestOfCut {
  const isEmpty = (at: number) => slots[2 * at] === 0 && slots[2 * at + 1] === 0 && !counts?.[at];
  const lacks = !isEmpty(binCount);
  const missingChild = lacks ? (missingLeft ? 0 : 1) : heavier;
  if (cuts === null) {
    const categories =
      categorical === "oneVsRest"
        ? categoryBitset(binCount, ...sidesOfOne(bin, binCount, isEmpty), heavier === 0)
        : categoriesUpTo(bin, slots, binCount, counts, smoothing, heavier === 0);
    return { kind: "categories", threshold: Number.NaN, categories, missingChild };
  }
  let last = bin;
  while (last + 1 < binCount && isEmpty(last + 1)) last++;
  // All that have a value: then so does one above all that were seen.
  const takesPresent = lacks && !missingLeft && last + 1 === binCount;
  const threshold = takesPresent ? Number.POSITIVE_INFINITY : cuts[bin];
  return { kind: "threshold", threshold, categories: NO_CATEGORIES, missingChild };
}

const NO_CATEGORIES = new Uint32Array(0);

/** One category and all others; or all, where none is the one. */
function sidesOfOne(one: number, count: number, isEmpty: (code: number) => boolean): [left: number[], right: number[]] {
  const present = Array.from({ length: count }, (_, code) => code).filter((code) => !isEmpty(code));
  return one === count ? [present, []] : [[one], present.filter((code) => code !== one)];
}
