import type { Heap } from "./heap.ts";

/** Bins of a feature in a histogram, used or not; two numbers each. */
export const BINS_PER_FEATURE = 256;

/** The twin of `assembly/histogram.ts`: adds `count` rows. All places are in bytes. */
export function sumBins(
  { f64, u32, u8 }: Heap,
  histogram: number,
  rows: number,
  count: number,
  bins: number,
  stride: number,
  pairs: number,
): void {
  for (let i = 0; i < count; i++) {
    const row = u32[rows / 4 + i];
    const gradient = f64[pairs / 8 + 2 * row];
    const hessian = f64[pairs / 8 + 2 * row + 1];
    const first = bins + row * stride;
    let feature = histogram / 8;
    for (let at = first; at < first + stride; at++) {
      const bin = feature + 2 * u8[at];
      f64[bin] += gradient;
      f64[bin + 1] += hessian;
      feature += 2 * BINS_PER_FEATURE;
    }
  }
}

/** Takes the sums of one child away from those of the parent, which become those of the other. */
export function subtractBins({ f64 }: Heap, parent: number, child: number, featureCount: number): void {
  const length = featureCount * 2 * BINS_PER_FEATURE;
  for (let i = 0; i < length; i++) f64[parent / 8 + i] -= f64[child / 8 + i];
}

/** Counts the rows instead. */
export function countBins(
  { u32, u8 }: Heap,
  counts: number,
  rows: number,
  count: number,
  bins: number,
  stride: number,
): void {
  for (let i = 0; i < count; i++) {
    const first = bins + u32[rows / 4 + i] * stride;
    for (let at = first, feature = counts / 4; at < first + stride; at++, feature += BINS_PER_FEATURE) {
      u32[feature + u8[at]]++;
    }
  }
}

export function subtractCounts({ u32 }: Heap, parent: number, child: number, featureCount: number): void {
  for (let i = 0; i < featureCount * BINS_PER_FEATURE; i++) u32[parent / 4 + i] -= u32[child / 4 + i];
}
