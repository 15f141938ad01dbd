import { log } from "@cambium/kernels";
import { boundOfInformation, informationGain, splitInformation } from "../criterion/information.ts";
import { midpoint } from "../util/midpoint.ts";
import { CHUNK } from "../util/ranges.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { BranchGoal, BranchNode, BranchTest } from "./branch-test.ts";

/** C4.5 asks of each side of a threshold a tenth of the average class, at least the usual least weight, at most so much. */
const MOST_ASKED = 25;
const SHARE_ASKED = 0.1;

const NO_CATEGORIES = new Uint32Array(0);

/**
 * The threshold of a numeric column that tells most, of equals the lowest, by one scan of the sorted values. To say which of
 * the `tried` thresholds it is takes log2(tried) bits, which are taken off (C4.5, Release 8); null where nothing is left.
 */
export function* thresholdTest(
  feature: number,
  values: Float64Array | Float32Array,
  node: BranchNode,
  places: Uint32Array,
  { goal, leastWeight }: BranchGoal,
): Turns<BranchTest | null> {
  const width = goal.classCount + 1;
  const { codes } = goal;
  const { rows, weights } = node.items;
  if (places.length < 2) return null;
  // The record of the known rows, of those up to the threshold, and of those above it.
  const stats = new Float64Array(3 * width);
  stats.set(places.length === rows.length ? node.stats : yield* recordOfPlaces(places), 0);
  stats.copyWithin(2 * width, 0, width);
  const known = stats[width - 1];
  const least = leastOfSide(known, goal.classCount, leastWeight);
  let tried = 0;
  let best = 0;
  let bestAt = -1;
  let value = values[rows[places[0]]];
  for (let i = 0; i + 1 < places.length; i++) {
    if (i % CHUNK === CHUNK - 1) yield;
    const weight = weights[places[i]];
    const code = codes[rows[places[i]]];
    stats[width + code] += weight;
    stats[2 * width - 1] += weight;
    stats[2 * width + code] -= weight;
    stats[3 * width - 1] -= weight;
    const before = value;
    value = values[rows[places[i + 1]]];
    if (before === value || stats[2 * width - 1] < least) continue;
    if (stats[3 * width - 1] < least) break;
    tried++;
    if (boundOfInformation(stats, 0, width, width) <= best) continue;
    const information = informationGain(stats, 0, width, 2, width);
    if (information > best) [best, bestAt] = [information, i];
  }
  const worth = best - bitsOfChoice(tried);
  if (!(worth > 0)) return null;
  const childStats = new Float64Array(2 * width);
  childStats.set(yield* recordOfPlaces(places.subarray(0, bestAt + 1)), 0);
  childStats.set(yield* recordOfPlaces(places.subarray(bestAt + 1)), width);
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

  function* recordOfPlaces(some: Uint32Array): Turns<Float64Array> {
    const record = new Float64Array(width);
    yield* turnsOver(some.length, (start, end) => {
      for (let i = start; i < end; i++) {
        record[codes[rows[some[i]]]] += weights[some[i]];
        record[width - 1] += weights[some[i]];
      }
    });
    return record;
  }
}

/** What it takes to say which of so many thresholds it is. */
function bitsOfChoice(tried: number): number {
  return tried > 0 ? log(tried) * Math.LOG2E : 0;
}

function leastOfSide(known: number, classCount: number, leastWeight: number): number {
  return Math.max(leastWeight, Math.min(MOST_ASKED, (SHARE_ASKED * known) / classCount));
}
