import { type SplitChart, shareOfRange, valueRange } from "./split-chart.ts";

const MOST_DOTS = 60;
/** Dots at the very edge would be cut in half. */
const MARGIN = 0.05;

/** The height of a target among those of the rows. Each card has a scale of its own, so that every step can be seen. */
export function targetScale(rows: Int32Array, targets: Float64Array): (target: number) => number {
  const { low, high } = valueRange(rows, targets);
  return (target) => MARGIN + (1 - 2 * MARGIN) * shareOfRange(target, low, high);
}

/** Of many rows every k-th: sort them first, and the picture does not depend on their order. */
export function sampleRows(sorted: Int32Array): number[] {
  const count = Math.min(sorted.length, MOST_DOTS);
  return Array.from({ length: count }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / count)]);
}

/** The mean of the target on either side of the boundary. */
export function meanLines(
  sides: readonly [Int32Array, Int32Array],
  boundary: number,
  targets: Float64Array,
  up: (target: number) => number,
): SplitChart["means"] {
  return sides.flatMap((rows, side) => {
    if (rows.length === 0) return [];
    const mean = rows.reduce((sum, row) => sum + targets[row] / rows.length, 0);
    return [{ left: side === 0 ? 0 : boundary, right: side === 0 ? boundary : 1, height: up(mean) }];
  });
}
