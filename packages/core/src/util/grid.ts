/*
 * Sums that do not depend on their order. Numbers that will be added up are first rounded to multiples of one power of two,
 * coarse enough that no sum of them can leave the 53 bits of a double: every partial sum is then exact, so threads, row
 * order, WebAssembly and plain JavaScript all come to the same bits.
 */
const bits = /* @__PURE__ */ new DataView(new ArrayBuffer(8));

/** 2^k exactly, for -1022 <= k <= 1023. */
export function powerOfTwo(k: number): number {
  bits.setUint32(0, (k + 1023) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

/** The largest e with 2^e <= x, for a finite x > 0 that is not subnormal; -1023 for a subnormal one. */
function exponentOf(x: number): number {
  bits.setFloat64(0, x);
  return (bits.getUint32(0) >>> 20) - 1023;
}

const LIMIT = 2 ** 53;

/**
 * The grid for `count` terms of magnitude at most `max`: the largest k <= 1000 with count * |round(max * 2^k)| < 2^53.
 * The grid's step is 2^-k.
 */
export function gridExponent(count: number, max: number): number {
  if (max === 0) return 0;
  const estimate = 54 - exponentOf(max) - exponentOf(Math.max(1, count));
  let k = Math.max(-1000, Math.min(1000, estimate));
  while (k > -1000 && count * Math.round(max * powerOfTwo(k)) >= LIMIT) k--;
  return k;
}

/** The largest k from -1000 to 1000 with |max * 2^k| <= most, for numbers that are to fit into a few bits. */
export function narrowExponent(max: number, most: number): number {
  if (max === 0) return 0;
  let k = Math.max(-1000, Math.min(1000, exponentOf(most) - exponentOf(max) + 1));
  while (k > -1000 && max * powerOfTwo(k) > most) k--;
  return k;
}

/**
 * The multiple of 2^-k nearest to x; ties go up. (`Math.floor(x + 0.5)` is not that: from 2^52 on the sum itself is rounded,
 * and an odd number comes back one too large.)
 */
export function roundToStep(x: number, k: number): number {
  const steps = x * powerOfTwo(k);
  // From 2^53 on a double is a whole number, and the product may have left the range of one.
  return Math.abs(steps) < LIMIT ? Math.round(steps) * powerOfTwo(-k) : x;
}

/** The largest size of an entry that is listed from place `start` to `end` - 1. */
export function largestOf(values: Float64Array, rows: Uint32Array, start: number, end: number): number {
  let most = 0;
  for (let i = start; i < end; i++) most = Math.max(most, Math.abs(values[rows[i]]));
  return most;
}

/** Rounds those entries to multiples of 2^-k. */
export function roundRange(values: Float64Array, rows: Uint32Array, k: number, start: number, end: number): void {
  const up = powerOfTwo(k);
  const down = powerOfTwo(-k);
  for (let i = start; i < end; i++) values[rows[i]] = Math.round(values[rows[i]] * up) * down;
}

/** The largest size of a value from place `start` to `end` - 1. */
export function largestSize(values: ArrayLike<number>, start: number, end: number): number {
  let most = 0;
  for (let i = start; i < end; i++) most = Math.max(most, Math.abs(values[i]));
  return most;
}
