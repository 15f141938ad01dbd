import { formatNumber } from "../../text/format-number.ts";
import { type ChartRows, endTicks, markedAt, type SplitChart, shareOfRange, valueRange } from "./split-chart.ts";
import { meanLines, sampleRows, targetScale } from "./target-scale.ts";

/** The target against the feature, with the mean of each side: the step that the split makes. */
export function scatterChart(rows: ChartRows, threshold: number, targets: Float64Array): SplitChart {
  const { values } = rows;
  const { low, high, empty } = valueRange(rows.rows, values, threshold);
  const across = (value: number): number => shareOfRange(value, low, high);
  const known = rows.rows.filter((row) => !Number.isNaN(values[row]) && Number.isFinite(targets[row]));
  known.sort((a, b) => values[a] - values[b] || targets[a] - targets[b] || a - b);
  const up = targetScale(known, targets);
  const boundary = across(threshold);
  const sides = [
    known.filter((row) => values[row] <= threshold),
    known.filter((row) => values[row] > threshold),
  ] as const;
  return {
    boxes: [],
    dots: sampleRows(known).map((row) => ({ x: across(values[row]), y: up(targets[row]) })),
    means: meanLines(sides, boundary, targets, up),
    boundary,
    ticks: empty ? [] : endTicks(formatNumber(low), formatNumber(high), boundary),
    ...markedAt(rows, across),
  };
}
