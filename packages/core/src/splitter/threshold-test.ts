import { log } from "@cambium/kernels";
import { boundOfInformation, informationGain, splitInformation } from "../criterion/information.ts";
import { addRow, type ClassGoal } from "../goal/fit-goal.ts";
import { midpoint } from "../util/midpoint.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { BranchNode, BranchTest } from "./branch-test.ts";
import { NO_CATEGORIES } from "./split.ts";

/** C4.5 asks of each side of a threshold a tenth of the average class, at least the usual least weight, at most so much. */
const MOST_ASKED = 25;
const SHARE_ASKED = 0.1;

/**
 * The threshold of a numeric column with the most information; a tie goes to the lowest, by one scan of the known rows in the order of their values. To say
 * which of the `tried` thresholds it is takes log2(tried) bits, which are taken off (C4.5, Release 8); null where nothing is left.
 */
export function* thresholdTest(
  feature: number,
  values: Float64Array | Float32Array,
  node: BranchNode,
  rows: Uint32Array,
  goal: ClassGoal,
  leastWeight: number,
): Turns<BranchTest | null> {
  const width = node.stats.length;
  // The record of the known rows, of those up to the threshold, and of those above it.
  const stats = new Float64Array(3 * width);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) addRow(goal, rows[i], stats, 0);
  });
  stats.copyWithin(2 * width, 0, width);
  const known = stats[width - 1];
  const asked = Math.max(leastWeight, Math.min(MOST_ASKED, (SHARE_ASKED * known) / goal.classCount));
  const { codes, weights } = goal;
  const childStats = new Float64Array(2 * width);
  let [best, bestAt, tried] = [0, -1, 0];
  yield* turnsOver(rows.length - 1, (start, end) => {
    let value = values[rows[start]];
    for (let i = start; i < end; i++) {
      const weight = weights[rows[i]];
      const code = codes[rows[i]];
      stats[width + code] += weight;
      stats[2 * width - 1] += weight;
      stats[2 * width + code] -= weight;
      stats[3 * width - 1] -= weight;
      const before = value;
      value = values[rows[i + 1]];
      if (before === value || stats[2 * width - 1] < asked) continue;
      if (stats[3 * width - 1] < asked) break;
      tried++;
      if (boundOfInformation(stats, 0, width, width) <= best) continue;
      const information = informationGain(stats, 0, width, 2, width);
      if (information <= best) continue;
      [best, bestAt] = [information, i];
      childStats.set(stats.subarray(width));
    }
  });
  // What it takes to say which of the thresholds it is.
  const worth = tried > 0 ? best - log(tried) * Math.LOG2E : 0;
  if (!(worth > 0)) return null;
  const total = node.stats[width - 1];
  return {
    kind: "threshold",
    feature,
    threshold: midpoint(values[rows[bestAt]], values[rows[bestAt + 1]]),
    categories: NO_CATEGORIES,
    childStats,
    childRows: [bestAt + 1, rows.length - bestAt - 1],
    information: best,
    worth,
    splitInformation: splitInformation([childStats[width - 1], childStats[2 * width - 1], total - known], total),
    hasManyBranches: false,
  };
}
