import { RANK_PART } from "../generated/ranks-layout.ts";
import { writeNoThreshold, writeThreshold } from "./write-threshold.ts";

/** What 127 stands for: no rank is greater. */
export const NO_RANK = 127;

/** A byte tells as many apart, with those that are missing, and those above no threshold. */
export const MOST_THRESHOLDS = 254;

/** Of more features it takes longer to pick sixteen than to walk. */
export const MOST_RANKED = 128;

/** From one column of a block to the next, for `WALK_ROWS` rows. */
export const RANK_COLUMN_BYTES = 1024 + 64;

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

/** Writes the list of a feature's thresholds, which are all different and in order. */
export function writeThresholds(into: Int32Array, at: number, thresholds: readonly number[], wide: boolean): void {
  const size = wide ? 2 : 1;
  const first = at + size * RANK_PART;
  for (let place = at; place < at + thresholdWords(thresholds.length, wide); place += size) {
    writeNoThreshold(into, place, wide);
  }
  [Number.NaN, ...thresholds].forEach((threshold, index) => {
    writeThreshold(into, first + size * index, threshold, wide);
  });
  for (let part = 1; part < partsOf(thresholds.length); part++) {
    const last = first + size * (RANK_PART * part - 1);
    into.copyWithin(at + size * (part - 1), last, last + size);
  }
}
