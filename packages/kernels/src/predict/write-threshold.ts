/** Rows of a block that is predicted at once. */
export const WALK_ROWS = 1024;

/** From one column of a block to the next. Not a power of two, so that columns do not share the same few lines of a cache. */
export function walkColumnBytes(wide: boolean): number {
  return (wide ? 8 : 4) * WALK_ROWS + 64;
}

/** More than every number, and than a missing value that is more than every number's. */
const MOST_WORD = 0x7fffffff;

const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Int32Array(number.buffer);
const single = /* @__PURE__ */ new Float32Array(1);
const bits = /* @__PURE__ */ new Int32Array(single.buffer);

/**
 * Writes a threshold as an integer: a value is greater than the one where its integer is greater than the other. In four
 * bytes it is the largest float32 that is not above it, which parts all float32 values alike. NaN is below every value.
 */
export function writeThreshold(into: Int32Array, at: number, threshold: number, wide: boolean): void {
  const isNumber = !Number.isNaN(threshold);
  if (wide) {
    number[0] = threshold + 0;
    const flips = words[1] >> 31;
    into[at] = isNumber ? words[0] ^ flips : 0;
    into[at + 1] = isNumber ? words[1] ^ (flips & MOST_WORD) : ~MOST_WORD;
    return;
  }
  single[0] = threshold + 0;
  const nearest = bits[0] ^ ((bits[0] >> 31) & MOST_WORD);
  into[at] = isNumber ? nearest - (single[0] > threshold ? 1 : 0) : ~MOST_WORD;
}

/** A threshold that no value is greater than. */
export function writeNoThreshold(into: Int32Array, at: number, wide: boolean): void {
  into[at] = wide ? -1 : MOST_WORD;
  if (wide) into[at + 1] = MOST_WORD;
}
