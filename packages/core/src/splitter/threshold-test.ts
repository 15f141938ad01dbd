import { log } from "@cambium/kernels";
import { informationGain, splitInformation } from "../criterion/information.ts";
import type { BranchGoal, BranchNode, BranchTest } from "./branch-test.ts";
import { midpoint } from "./midpoint.ts";

/** C4.5 asks of each side of a threshold a tenth of the average class, at least the usual least weight, at most so much. */
const MOST_ASKED = 25;
const SHARE_ASKED = 0.1;

const NO_CATEGORIES = new Uint32Array(0);

/**
 * The threshold of a numeric column that tells most, of equals the lowest, by one scan of the sorted values. To say which of
 * the `tried` thresholds it is takes log2(tried) bits, which are taken off (C4.5, Release 8); null where nothing is left.
 */
export function thresholdTest(
  feature: number,
  values: Float64Array | Float32Array,
  node: BranchNode,
  places: Uint32Array,
  { goal, leastWeight }: BranchGoal,
): BranchTest | null {
  const width = goal.classCount + 1;
  const { rows, weights } = node.items;
  // The record of the known rows, of those up to the threshold, and of those above it.
  const stats = new Float64Array(3 * width);
  for (const place of places) addTo(stats, 0, place);
  stats.copyWithin(2 * width, 0, width);
  const known = stats[width - 1];
  const least = leastOfSide(known, goal.classCount, leastWeight);
  let tried = 0;
  let best = 0;
  let bestAt = -1;
  for (let i = 0; i + 1 < places.length; i++) {
    addTo(stats, width, places[i]);
    takeFrom(stats, 2 * width, places[i]);
    if (stats[2 * width - 1] < least || values[rows[places[i]]] === values[rows[places[i + 1]]]) continue;
    if (stats[3 * width - 1] < least) break;
    tried++;
    const information = informationGain(stats, 0, width, 2, width);
    if (information > best) [best, bestAt] = [information, i];
  }
  const worth = best - (tried > 0 ? log(tried) * Math.LOG2E : 0);
  if (!(worth > 0)) return null;
  const childStats = new Float64Array(2 * width);
  places.forEach((place, i) => {
    addTo(childStats, i <= bestAt ? 0 : width, place);
  });
  const total = node.stats[width - 1];
  return {
    kind: "threshold",
    feature,
    threshold: midpoint(values[rows[places[bestAt]]], values[rows[places[bestAt + 1]]]),
    categories: NO_CATEGORIES,
    childCount: 2,
    childStats,
    childRows: [bestAt + 1, places.length - bestAt - 1],
    information: best,
    worth,
    splitInformation: splitInformation([childStats[width - 1], childStats[2 * width - 1], total - known], total),
    hasManyBranches: false,
  };

  function addTo(record: Float64Array, at: number, place: number): void {
    record[at + goal.codes[rows[place]]] += weights[place];
    record[at + width - 1] += weights[place];
  }

  function takeFrom(record: Float64Array, at: number, place: number): void {
    record[at + goal.codes[rows[place]]] -= weights[place];
    record[at + width - 1] -= weights[place];
  }
}

function leastOfSide(known: number, classCount: number, leastWeight: number): number {
  return Math.max(leastWeight, Math.min(MOST_ASKED, (SHARE_ASKED * known) / classCount));
}
