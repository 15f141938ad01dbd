import { formatNumber } from "../../text/format-number.ts";
import {
  type ChartRows,
  emptyStack,
  endTicks,
  markedAt,
  placeInStack,
  type SplitChart,
  stackedBoxes,
  valueRange,
} from "./split-chart.ts";

const MOST_BINS = 18;
/** The part of a bin that its bar fills. */
const BAR = 0.86;

/**
 * A histogram whose bins meet at the threshold, so that every bar stands wholly on one side. The width of a bin is a 16th
 * of the range; with the two bins that are cut by the ends there are at most 18.
 */
export function histogramChart(rows: ChartRows, threshold: number): SplitChart {
  const { low, high, empty } = valueRange(rows.rows, rows.values, threshold);
  // Halves, since the range of finite numbers need not be finite.
  const halfWidth = (high / 2 - low / 2) / (MOST_BINS - 2) || 1;
  const binsFrom = (from: number, to: number): number => Math.ceil((to / 2 - from / 2) / halfWidth);
  const firstBins = Math.max(1, binsFrom(low, threshold));
  const binCount = firstBins + Math.max(1, binsFrom(threshold, high));
  const place = (value: number): number => (value / 2 - threshold / 2) / halfWidth + firstBins;

  const stacks = Array.from({ length: binCount }, () => emptyStack(rows.colourCount));
  for (const row of rows.rows) {
    const value = rows.values[row];
    if (Number.isNaN(value)) continue;
    const bin =
      value <= threshold
        ? clamp(Math.ceil(place(value)) - 1, 0, firstBins - 1)
        : clamp(Math.floor(place(value)), firstBins, binCount - 1);
    stacks[bin][placeInStack(rows, row)]++;
  }
  const margin = (1 - BAR) / 2;
  return {
    boxes: stackedBoxes(stacks, (bin) => [(bin + margin) / binCount, (bin + 1 - margin) / binCount]),
    dots: [],
    means: [],
    boundary: firstBins / binCount,
    ticks: empty ? [] : endTicks(formatNumber(low), formatNumber(high), firstBins / binCount),
    ...markedAt(rows, (value) => clamp(place(value) / binCount, 0, 1)),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
