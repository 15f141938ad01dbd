import { allRows, CHUNK } from "./ranges.ts";
import { type Turns, turnsOver } from "./turns.ts";

const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;
const DIGITS = 6;

/** So few rows are compared with each other: the buckets alone would take longer, and a table of few rows may have 65,536 columns. */
const FEW = 256;

/**
 * The rows in ascending order of their values, equal values in row order, NaN last: a radix sort, six passes of 11 bits,
 * of which those with one digit only are skipped. Values that a float32 can hold, as whole numbers up to 2^24, need three.
 */
export function* orderInTurns(values: Float64Array | Float32Array): Turns<Uint32Array> {
  if (values.length <= FEW) return sortFew(values);
  const keys = yield* shortKeys(values);
  return yield* keys === null ? sortByDoubles(values) : sortByKeys(keys);
}

function sortFew(values: Float64Array | Float32Array): Uint32Array {
  // NaN is neither below nor above any number.
  const place = (row: number) => (Number.isNaN(values[row]) ? 1 : 0);
  return allRows(values.length).sort((a, b) => {
    if (values[a] < values[b]) return -1;
    if (values[a] > values[b]) return 1;
    return place(a) - place(b) || a - b;
  });
}

/** For each value 32 bits that order like the numbers, every NaN the largest; null where a value is no float32. */
function* shortKeys(values: Float64Array | Float32Array): Turns<Uint32Array<ArrayBuffer> | null> {
  const keys = new Uint32Array(values.length);
  for (let start = 0; start < values.length; start += CHUNK) {
    if (!fillShortKeys(values, keys, start, Math.min(values.length, start + CHUNK))) return null;
    yield;
  }
  return keys;
}

/** False where one of the values is no float32. */
function fillShortKeys(values: Float64Array | Float32Array, keys: Uint32Array, start: number, end: number): boolean {
  const one = new Float32Array(1);
  const bits = new Int32Array(one.buffer);
  for (let row = start; row < end; row++) {
    const value = values[row];
    one[0] = value + 0; // -0 and +0 are equal
    const isMissing = Number.isNaN(value);
    if (one[0] !== value && !isMissing) return false;
    keys[row] = isMissing ? 0xffffffff : bits[0] ^ ((bits[0] >> 31) | 0x80000000);
  }
  return true;
}

/** The keys move with their rows, so that each pass reads from front to back. */
function* sortByKeys(keys: Uint32Array<ArrayBuffer>): Turns<Uint32Array> {
  const count = keys.length;
  let [from, to] = [allRows(count), new Uint32Array(count)];
  let [fromKeys, toKeys] = [keys, new Uint32Array(count)];
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const starts = yield* startsOf(fromKeys, shift);
    if (starts === null) continue;
    for (let start = 0; start < count; start += CHUNK) {
      const end = Math.min(count, start + CHUNK);
      for (let i = start; i < end; i++) {
        const key = fromKeys[i];
        const place = starts[(key >>> shift) & (BUCKETS - 1)]++;
        to[place] = from[i];
        toKeys[place] = key;
      }
      yield;
    }
    [from, to] = [to, from];
    [fromKeys, toKeys] = [toKeys, fromKeys];
  }
  return from;
}

/** Where each bucket of the keys' digit begins; null when all rows share one bucket. */
function* startsOf(keys: Uint32Array, shift: number): Turns<Uint32Array | null> {
  const sizes = new Uint32Array(BUCKETS);
  yield* turnsOver(keys.length, (start, end) => {
    for (let i = start; i < end; i++) sizes[(keys[i] >>> shift) & (BUCKETS - 1)]++;
  });
  return toStarts(sizes, keys.length);
}

function* sortByDoubles(values: Float64Array | Float32Array): Turns<Uint32Array> {
  const count = values.length;
  const { low, high } = yield* sortableBits(values);
  let [from, to] = [allRows(count), new Uint32Array(count)];
  for (let digit = 0; digit < DIGITS; digit++) {
    const starts = yield* bucketStarts(low, high, digit);
    if (starts === null) continue;
    for (let start = 0; start < count; start += CHUNK) {
      const end = Math.min(count, start + CHUNK);
      for (let i = start; i < end; i++) to[starts[digitOf(low, high, from[i], digit)]++] = from[i];
      yield;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The bits of a double as two unsigned words that order like the numbers; every NaN becomes the largest. */
function* sortableBits(values: Float64Array | Float32Array): Turns<{ low: Uint32Array; high: Uint32Array }> {
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  const one = new DataView(new ArrayBuffer(8));
  yield* turnsOver(values.length, (start, end) => {
    for (let row = start; row < end; row++) {
      one.setFloat64(0, values[row] + 0); // -0 and +0 are equal
      const top = one.getUint32(0);
      // All bits of a negative number turn around, and of others the sign alone.
      const turned = top >> 31;
      const isMissing = Number.isNaN(values[row]);
      high[row] = isMissing ? 0xffffffff : top ^ (turned | 0x80000000);
      low[row] = isMissing ? 0xffffffff : one.getUint32(4) ^ turned;
    }
  });
  return { low, high };
}

/** Where each bucket of this digit begins; null when all rows share one bucket. */
function* bucketStarts(low: Uint32Array, high: Uint32Array, digit: number): Turns<Uint32Array | null> {
  const sizes = new Uint32Array(BUCKETS);
  yield* turnsOver(low.length, (start, end) => {
    for (let row = start; row < end; row++) sizes[digitOf(low, high, row, digit)]++;
  });
  return toStarts(sizes, low.length);
}

/** Sums the sizes of the buckets up to where each begins, in place. */
function toStarts(sizes: Uint32Array, count: number): Uint32Array | null {
  let sum = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const size = sizes[bucket];
    if (size === count) return null;
    sizes[bucket] = sum;
    sum += size;
  }
  return sizes;
}

/** 11 bits of the 64, the least significant digit first; digit 2 straddles the two words. */
function digitOf(low: Uint32Array, high: Uint32Array, row: number, digit: number): number {
  const shift = digit * DIGIT_BITS;
  if (shift === 22) return ((low[row] >>> 22) | (high[row] << 10)) & (BUCKETS - 1);
  return (shift < 22 ? low[row] >>> shift : high[row] >>> (shift - 32)) & (BUCKETS - 1);
}
