import { RANK_PART } from "../generated/ranks-layout.ts";

/** What 127 stands for: no rank is greater. */
export const NO_RANK = 127;

/** A byte tells as many apart, with those that are missing, and those above no threshold. */
export const MOST_THRESHOLDS = 254;

/** Of more features it takes longer to pick sixteen than to walk. */
export const MOST_RANKED = 128;

/** More than every number, and than a missing value that is more than every number's. */
const MOST_WORD = 0x7fffffff;

const number = /* @__PURE__ */ new Float64Array(1);
const words = /* @__PURE__ */ new Int32Array(number.buffer);
const single = /* @__PURE__ */ new Float32Array(1);
const bits = /* @__PURE__ */ new Int32Array(single.buffer);

/**
 * Thresholds that part all values alike have one order. Of float32 values it is an integer, that of the largest float32 that is not above the
 * threshold; NaN is below every value.
 */
export function orderOfThreshold(threshold: number, wide: boolean): number {
  if (wide) return threshold + 0;
  if (Number.isNaN(threshold)) return ~MOST_WORD;
  single[0] = threshold + 0;
  const nearest = bits[0] ^ ((bits[0] >> 31) & MOST_WORD);
  return nearest - (single[0] > threshold ? 1 : 0);
}

/** Writes a threshold as an integer of one word or two: a value is greater than the one where its integer is greater than the other. */
export function writeThreshold(into: Int32Array, at: number, threshold: number, wide: boolean): void {
  writeOrder(into, at, orderOfThreshold(threshold, wide), wide);
}

function writeOrder(into: Int32Array, at: number, order: number, wide: boolean): void {
  if (!wide) {
    into[at] = order;
    return;
  }
  number[0] = order;
  const isNumber = !Number.isNaN(order);
  const flips = words[1] >> 31;
  into[at] = isNumber ? words[0] ^ flips : 0;
  into[at + 1] = isNumber ? words[1] ^ (flips & MOST_WORD) : ~MOST_WORD;
}

/** A threshold that no value is greater than. */
export function writeNoThreshold(into: Int32Array, at: number, wide: boolean): void {
  into[at] = wide ? -1 : MOST_WORD;
  if (wide) into[at + 1] = MOST_WORD;
}

/** The bytes of a row: as sixteen are picked from at once, and 32 without a loop. */
export function rankedRowBytes(features: number): number {
  return Math.max(32, (features + 15) & ~15);
}

/** Of a feature's list, for so many thresholds. */
export function thresholdWords(count: number, wide: boolean): number {
  return (wide ? 2 : 1) * RANK_PART * (1 + partsOf(count));
}

/** One place is for the least integer, which only missing values are not above. */
export function partsOf(count: number): number {
  return Math.ceil((count + 1) / RANK_PART);
}

/** Writes the list of a feature's thresholds by their orders, which are all different and ascend. */
export function writeThresholds(into: Int32Array, at: number, orders: readonly number[], wide: boolean): void {
  const size = wide ? 2 : 1;
  const first = at + size * RANK_PART;
  const end = at + thresholdWords(orders.length, wide);
  for (let place = at; place < end; place += size) writeNoThreshold(into, place, wide);
  writeThreshold(into, first, Number.NaN, wide);
  for (const [index, order] of orders.entries()) writeOrder(into, first + size * (index + 1), order, wide);
  for (let part = 1; part < partsOf(orders.length); part++) {
    const last = first + size * (RANK_PART * part - 1);
    into.copyWithin(at + size * (part - 1), last, last + size);
  }
}
