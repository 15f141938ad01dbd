import { SortScratch } from "./generated/bins-layout.ts";
import type { Heap } from "./heap.ts";

/** Bytes of the scratch in which the categories of a feature are sorted. */
export function sortBytes(binCount: number): number {
  return SortScratch.size * (binCount + 1);
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
  const keys = Float64Array.from({ length: binCount }, (_, code) => keyOf(pairs, code, smoothing));
  const present = [...keys.keys()].filter((code) => isThere(pairs, code, counts));
  return present.sort((a, b) => keys[a] - keys[b] || a - b);
}

/**
 * A bitset of the categories of a node up to the code `last` in their order. It takes those that the node does not have
 * where it is told to.
 */
export function categoriesUpTo(
  last: number,
  pairs: Float64Array,
  binCount: number,
  counts: Uint32Array | null,
  smoothing: number,
  takesAbsent: boolean,
): Uint32Array {
  const bits = new Uint32Array(Math.ceil(binCount / 32));
  const lastKey = keyOf(pairs, last, smoothing);
  for (let code = 0; code < binCount; code++) {
    let isIn = takesAbsent;
    if (isThere(pairs, code, counts)) {
      const key = keyOf(pairs, code, smoothing);
      isIn = key < lastKey || (key === lastKey && code <= last);
    }
    if (isIn) bits[code >>> 5] |= 1 << (code & 31);
  }
  return bits;
}

function isThere(pairs: Float64Array, code: number, counts: Uint32Array | null): boolean {
  return counts === null ? pairs[2 * code] !== 0 || pairs[2 * code + 1] !== 0 : counts[code] > 0;
}

function keyOf(pairs: Float64Array, code: number, smoothing: number): number {
  const weight = pairs[2 * code + 1];
  return weight === 0 ? 0 : -pairs[2 * code] / (weight + smoothing);
}

/** The twin of `assembly/sort-categories.ts`: all places are in bytes. */
export function sortCategories(
  heap: Heap,
  bins: number,
  binCount: number,
  counts: number,
  smoothing: number,
  most: number,
  scratch: number,
): number {
  const { f64, u32 } = heap;
  const pairs = f64.subarray(bins / 8, bins / 8 + 2 * (binCount + 1));
  const rows = counts === 0 ? null : u32.subarray(counts / 4, counts / 4 + binCount + 1);
  const order = categoryOrder(pairs, binCount, rows, smoothing);
  const middle = most === 0 || 2 * most + 1 >= order.length ? -1 : most;
  const groups: number[][] = [];
  for (let place = 0; place < order.length; ) {
    const end = groups.length === middle ? order.length - most : place + 1;
    groups.push(order.slice(place, end));
    place = end;
  }
  for (const [bin, codes] of [...groups, [binCount]].entries()) {
    const sumOf = (values: Float64Array | Uint32Array, width: number, at: number) =>
      codes.reduce((sum, code) => sum + values[width * code + at], 0);
    f64[scratch / 8 + 2 * bin] = sumOf(pairs, 2, 0);
    f64[scratch / 8 + 2 * bin + 1] = sumOf(pairs, 2, 1);
    if (rows !== null) u32[sortedCounts(scratch, binCount) / 4 + bin] = sumOf(rows, 1, 0);
    u32[placeOfCode(scratch, binCount, bin)] = codes[codes.length - 1];
  }
  return groups.length;
}

export function sortedCounts(scratch: number, binCount: number): number {
  return scratch + SortScratch.counts * (binCount + 1);
}

/** The category that a sorted bin ends with. */
export function sortedCode({ u32 }: Heap, scratch: number, binCount: number, bin: number): number {
  return u32[placeOfCode(scratch, binCount, bin)];
}

function placeOfCode(scratch: number, binCount: number, bin: number): number {
  return (scratch + SortScratch.codes * (binCount + 1)) / 4 + bin;
}
