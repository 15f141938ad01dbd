import { type CategorySlots, slotMiddle } from "./category-slots.ts";
import { type ChartRows, emptyStack, markedAt, placeInStack, type SplitChart, stackedBoxes } from "./split-chart.ts";

/** A bar a category. */
export function categoryChart(rows: ChartRows, slots: CategorySlots): SplitChart {
  const stacks = Array.from({ length: slots.count }, () => emptyStack(rows.colourCount));
  for (const row of rows.rows) {
    const slot = slots.slotOf.get(rows.values[row]);
    if (slot !== undefined) stacks[slot][placeInStack(rows, row)]++;
  }
  return {
    boxes: stackedBoxes(stacks, slots.ends),
    dots: [],
    means: [],
    boundary: slots.boundary,
    ticks: slots.ticks,
    ...markedAt(rows, (code) => slotMiddle(slots, code)),
  };
}
