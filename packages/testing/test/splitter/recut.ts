import { addRow, type FitGoal, type SearchPlan, type Split, statsWidth } from "@cambium/core";

/** The same cut of a numeric column with another threshold or another side for missing values: gain and children anew. */
export function recut(plan: SearchPlan, goal: FitGoal, rows: Uint32Array, split: Split): Split {
  const column = plan.dataset.columns[split.feature];
  if (column.kind !== "numeric") return split;
  const width = statsWidth(goal);
  const stats = new Float64Array(3 * width);
  const childRows: [number, number] = [0, 0];
  for (const row of rows) {
    const value = column.values[row];
    const side = Number.isNaN(value) ? split.missingChild : value <= split.threshold ? 0 : 1;
    addRow(goal, row, stats, 0);
    addRow(goal, row, stats, (side + 1) * width);
    childRows[side]++;
  }
  return { ...split, childRows, childStats: stats.slice(width), gain: plan.criterion.gain(stats, 0, width, 2, width) };
}
