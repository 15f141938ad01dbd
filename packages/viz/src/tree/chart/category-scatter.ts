import { type CategorySlots, slotMiddle } from "./category-slots.ts";
import { type ChartDot, type ChartRows, markedAt, type SplitChart } from "./split-chart.ts";
import { meanLines, sampleRows, targetScale } from "./target-scale.ts";

/** Multiples of it, without their whole part, spread evenly however many there are. */
const GOLDEN_RATIO = 0.6180339887498949;

/** The target in every category, a column of dots each, with the mean of each side. */
export function categoryScatter(rows: ChartRows, slots: CategorySlots, targets: Float64Array): SplitChart {
  const slotOf = (row: number): number => slots.slotOf.get(rows.values[row]) ?? -1;
  const known = rows.rows.filter((row) => slotOf(row) >= 0 && Number.isFinite(targets[row]));
  known.sort((a, b) => slotOf(a) - slotOf(b) || targets[a] - targets[b] || a - b);
  const up = targetScale(known, targets);
  const sides = [
    known.filter((row) => slotOf(row) < slots.first),
    known.filter((row) => slotOf(row) >= slots.first),
  ] as const;
  const dots = sampleRows(known).map((row, index): ChartDot => {
    const [left, right] = slots.ends(slotOf(row));
    const spread = ((index + 1) * GOLDEN_RATIO) % 1;
    return { x: left + (right - left) * spread, y: up(targets[row]) };
  });
  return {
    boxes: [],
    dots,
    means: meanLines(sides, slots.boundary, targets, up),
    boundary: slots.boundary,
    ticks: slots.ticks,
    ...markedAt(rows, (code) => slotMiddle(slots, code)),
  };
}
