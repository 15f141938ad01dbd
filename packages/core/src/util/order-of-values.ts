import { allRows } from "./ranges.ts";
import { type Turns, turnsOver } from "./turns.ts";

const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;

/** So few rows are compared with each other: the buckets alone would take longer, and a table of few rows may have 65,536 columns. */
const FEW = 256;

/**
 * The rows in ascending order of their values, equal values in row order, NaN last: a radix sort of the 64 bits of doubles, first by
 * their low words and then by their high words. A digit that is the same in all values costs no pass; whole numbers have low words of 0.
 */
export function* orderInTurns(values: Float64Array | Float32Array): Turns<Uint32Array> {
  if (values.length <= FEW) return sortFew(values);
  const { low, high, hasLow } = yield* sortableBits(values);
  if (!hasLow) return yield* sortByKeys(high, allRows(values.length));
  const byLow = yield* sortByKeys(low, allRows(values.length));
  const keys = new Uint32Array(high.length);
  yield* turnsOver(keys.length, (start, end) => {
    for (let i = start; i < end; i++) keys[i] = high[byLow[i]];
  });
  return yield* sortByKeys(keys, byLow);
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

/** The bits of a double as two unsigned words that order like the numbers, and whether any low word is not 0. Every NaN becomes the largest. */
function* sortableBits(values: Float64Array | Float32Array) {
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  const one = new DataView(new ArrayBuffer(8));
  let lowBits = 0;
  yield* turnsOver(values.length, (start, end) => {
    for (let row = start; row < end; row++) {
      one.setFloat64(0, values[row] + 0); // -0 and +0 are equal
      const top = one.getInt32(0);
      const bottom = one.getInt32(4);
      if (Number.isNaN(values[row])) high[row] = 0xffffffff;
      else if (top >= 0) {
        high[row] = top | 0x80000000;
        low[row] = bottom;
      } else {
        // The 64 bits as a negative whole number: a low word of 0 stays 0.
        high[row] = bottom === 0 ? -top : ~top;
        low[row] = -bottom;
      }
      lowBits |= low[row];
    }
  });
  return { low, high, hasLow: lowBits !== 0 };
}

/** Rows with their keys, which move together, so that each pass reads from front to back. */
interface KeyedRows {
  readonly rows: Uint32Array;
  readonly keys: Uint32Array;
}

/** The rows in the order of their keys, equal keys in the order of `rows`. */
function* sortByKeys(keys: Uint32Array, rows: Uint32Array): Turns<Uint32Array> {
  let from: KeyedRows = { rows, keys };
  let to: KeyedRows = { rows: new Uint32Array(rows.length), keys: new Uint32Array(rows.length) };
  for (const [digit, places] of (yield* bucketStarts(keys)).entries()) {
    if (places === null) continue;
    yield* turnsOver(rows.length, (start, end) => moveToPlaces(from, to, digit * DIGIT_BITS, places, start, end));
    [from, to] = [to, from];
  }
  return from.rows;
}

function moveToPlaces(
  { rows, keys }: KeyedRows,
  to: KeyedRows,
  shift: number,
  places: Uint32Array,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) {
    const place = places[(keys[i] >>> shift) & (BUCKETS - 1)]++;
    to.rows[place] = rows[i];
    to.keys[place] = keys[i];
  }
}

/** Of each digit, the lowest first, where its buckets begin; null where all keys share one bucket. */
function* bucketStarts(keys: Uint32Array): Turns<(Uint32Array | null)[]> {
  const sizes = [0, 1, 2].map(() => new Uint32Array(BUCKETS));
  const [lowest, middle, highest] = sizes;
  yield* turnsOver(keys.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const key = keys[i];
      lowest[key & (BUCKETS - 1)]++;
      middle[(key >>> DIGIT_BITS) & (BUCKETS - 1)]++;
      highest[key >>> (2 * DIGIT_BITS)]++;
    }
  });
  return sizes.map((ofDigit) => {
    if (ofDigit.includes(keys.length)) return null;
    let sum = 0;
    return ofDigit.map((size) => {
      sum += size;
      return sum - size;
    });
  });
}
