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

/** The gain of parting the child of this index from those before it, taken together. */
export type GainOfCut = (stats: Float64Array, firstChild: number, child: number, width: number) => number;

/** The gain of a cut into any number of children, which are cut off one after the other. */
export function gainOfCuts(gainOfCut: GainOfCut): Criterion["gain"] {
  return (stats, _parent, firstChild, childCount, width) => {
    let gain = 0;
    for (let child = 1; child < childCount; child++) gain += gainOfCut(stats, firstChild, child, width);
    return gain;
  };
}

/** One number of the records from `from` up to `to`, added up. */
export function sumOver(stats: Float64Array, from: number, to: number, width: number, slot: number): number {
  let sum = 0;
  for (let at = from; at < to; at += width) sum += stats[at + slot];
  return sum;
}

/** The record of all these rows. */
export function recordOf(goal: FitGoal, rows: Uint32Array): Float64Array {
  const stats = new Float64Array(statsWidth(goal));
  for (const row of rows) addRow(goal, row, stats, 0);
  return stats;
}
