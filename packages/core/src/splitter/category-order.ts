/**
 * The categories that a node has, by what each would predict alone: -G/(H + smoothing), of equals the lowest first. `pairs` has
 * gradients and hessians by bin; `counts` the rows: without it, a category without weight is taken for absent.
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

/** A bitset of the categories of a node up to the code `last` in their order; if set, of those too that the node does not have. */
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
