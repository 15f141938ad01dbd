import type { Heap } from "./heap.ts";

/** Bytes of the scratch in which the categories of a feature are sorted: pairs, keys, codes, row counts. */
export function sortBytes(binCount: number): number {
  return 32 * (binCount + 1);
}

/**
 * The categories that a node has, by what each would say alone: -G/(H + smoothing), of equals the lowest first. `pairs` has gradients and
 * hessians by bin; `counts` the rows: without it, a category without weight is taken for absent.
 */
export function categoryOrder(
  pairs: Float64Array,
  binCount: number,
  counts: Uint32Array | null,
  smoothing: number,
): number[] {
  const keys = keysOf(pairs, binCount, counts, smoothing);
  const present = [...keys.keys()].filter((code) => !Number.isNaN(keys[code]));
  return present.sort((a, b) => keys[a] - keys[b] || a - b);
}

/** The categories of a node in two parts, by code: those up to a place of their order, all if there are fewer, and those behind it. */
export function partCategories(
  pairs: Float64Array,
  binCount: number,
  counts: Uint32Array | null,
  smoothing: number,
  place: number,
): { readonly left: number[]; readonly right: number[] } {
  const keys = keysOf(pairs, binCount, counts, smoothing);
  // Numbers alone are sorted several times as fast as codes by their numbers; absent ones come last.
  const last = keys.slice().sort()[place] ?? Number.NaN;
  let equal = place + 1;
  for (const key of keys) if (key < last) equal--;
  const left: number[] = [];
  const right: number[] = [];
  for (let code = 0; code < binCount; code++) {
    if (Number.isNaN(keys[code])) continue;
    const isLeft = Number.isNaN(last) || keys[code] < last || (keys[code] === last && equal-- > 0);
    (isLeft ? left : right).push(code);
  }
  return { left, right };
}

/** By category, NaN for the absent. */
function keysOf(pairs: Float64Array, binCount: number, counts: Uint32Array | null, smoothing: number): Float64Array {
  const keys = new Float64Array(binCount).fill(Number.NaN);
  for (let code = 0; code < binCount; code++) {
    const gradients = pairs[2 * code];
    const hessians = pairs[2 * code + 1];
    if (counts === null ? gradients === 0 && hessians === 0 : counts[code] === 0) continue;
    keys[code] = hessians === 0 ? 0 : -gradients / (hessians + smoothing);
  }
  return keys;
}

/** The twin of `assembly/sort-categories.ts`: all places are in bytes. */
export function sortCategories(
  heap: Heap,
  bins: number,
  binCount: number,
  counts: number,
  smoothing: number,
  scratch: number,
): number {
  const pairs = heap.f64.subarray(bins / 8, bins / 8 + 2 * (binCount + 1));
  const rows = counts === 0 ? null : heap.u32.subarray(counts / 4, counts / 4 + binCount + 1);
  const order = categoryOrder(pairs, binCount, rows, smoothing);
  const sorted = sortedCounts(scratch, binCount) / 4;
  for (const [place, code] of [...order, binCount].entries()) {
    heap.f64[scratch / 8 + 2 * place] = pairs[2 * code];
    heap.f64[scratch / 8 + 2 * place + 1] = pairs[2 * code + 1];
    if (rows !== null) heap.u32[sorted + place] = rows[code];
  }
  return order.length;
}

export function sortedCounts(scratch: number, binCount: number): number {
  return scratch + 28 * (binCount + 1);
}
