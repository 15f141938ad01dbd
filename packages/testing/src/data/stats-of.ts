import { addRow, type FitGoal, statsWidth } from "@cambium/core";

/** The statistics record of these rows. */
export function statsOf(goal: FitGoal, rows: Uint32Array): Float64Array {
  const stats = new Float64Array(statsWidth(goal));
  for (const row of rows) addRow(goal, row, stats, 0);
  return stats;
}
