import { addRow, type FitGoal, statsWidth } from "../goal/fit-goal.ts";
import type { Criterion } from "./criterion.ts";

/** What every criterion for classes says of a node: its leaf gives the share of each class, and even ones without any weight. */
export const classLeaves: Pick<Criterion<"classification">, "goal" | "valueWidth" | "leafValue" | "cover"> = {
  goal: "classes",
  valueWidth: (width) => width - 1,
  leafValue(stats, node, width, out, outAt) {
    const total = stats[node + width - 1];
    for (let k = 0; k < width - 1; k++) out[outAt + k] = total > 0 ? stats[node + k] / total : 1 / (width - 1);
  },
  cover: (stats, node, width) => stats[node + width - 1],
};

/** The gain of a cut into two children, whose records begin at these places. */
export type GainOfTwo = (
  left: Float64Array,
  leftAt: number,
  right: Float64Array,
  rightAt: number,
  width: number,
) => number;

/** The gain of a cut into any number of children, which are cut off one after the other. */
export function gainOfCuts(gainOfTwo: GainOfTwo): Criterion["gain"] {
  return (stats, _parent, firstChild, childCount, width) => {
    if (childCount === 2) return gainOfTwo(stats, firstChild, stats, firstChild + width, width);
    const before = new Float64Array(width);
    let gain = 0;
    for (let child = 1; child < childCount; child++) {
      const at = firstChild + child * width;
      for (let k = 0; k < width; k++) before[k] += stats[at - width + k];
      gain += gainOfTwo(before, 0, stats, at, width);
    }
    return gain;
  };
}

/** The record of all these rows. */
export function recordOf(goal: FitGoal, rows: Uint32Array): Float64Array {
  const stats = new Float64Array(statsWidth(goal));
  for (const row of rows) addRow(goal, row, stats, 0);
  return stats;
}
