import { log } from "@cambium/kernels";
import { boundOfInformation, informationGain, splitInformation } from "../criterion/information.ts";
import { midpoint } from "../util/midpoint.ts";
import { CHUNK } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";
import { type BranchGoal, type BranchNode, type BranchTest, recordOfItems } from "./branch-test.ts";
import { NO_CATEGORIES } from "./column-search.ts";
import type { WeightedRows } from "./weighted-rows.ts";

/** C4.5 asks of each side of a threshold a tenth of the average class, at least the usual least weight, at most so much. */
const MOST_ASKED = 25;
const SHARE_ASKED = 0.1;

/**
 * The threshold of a numeric column that tells most, of equals the lowest, by one scan of the sorted values. To say which of
 * the `tried` thresholds it is takes log2(tried) bits, which are taken off (C4.5, Release 8); null where nothing is left.
 */
export function* thresholdTest(
  feature: number,
  values: Float64Array | Float32Array,
  { items, stats: all }: BranchNode,
  places: Uint32Array,
  { goal, leastWeight }: BranchGoal,
): Turns<BranchTest | null> {
  if (places.length < 2) return null;
  const width = all.length;
  const { rows } = items;
  const stats = new Float64Array(3 * width);
  stats.set(places.length === rows.length ? all : yield* recordOfItems(items, goal, places));
  stats.copyWithin(2 * width, 0, width);
  const known = stats[width - 1];
  const least = leastOfSide(known, goal.classCount, leastWeight);
  const childStats = new Float64Array(2 * width);
  const found = { best: 0, bestAt: -1, tried: 0, isDone: false };
  const scan: ThresholdScan = { places, items, values, codes: goal.codes, stats, width, childStats, least, found };
  for (let start = 0; start + 1 < places.length && !found.isDone; start += CHUNK) {
    scanThresholds(scan, start, Math.min(places.length - 1, start + CHUNK));
    yield;
  }
  const { best, bestAt, tried } = found;
  // What it takes to say which of the thresholds it is.
  const worth = tried > 0 ? best - log(tried) * Math.LOG2E : 0;
  if (!(worth > 0)) return null;
  const total = all[width - 1];
  return {
    kind: "threshold",
    feature,
    threshold: midpoint(values[rows[places[bestAt]]], values[rows[places[bestAt + 1]]]),
    categories: NO_CATEGORIES,
    childStats,
    childRows: [bestAt + 1, places.length - bestAt - 1],
    information: best,
    worth,
    splitInformation: splitInformation([childStats[width - 1], childStats[2 * width - 1], total - known], total),
    hasManyBranches: false,
  };
}

/** The known rows of a node, as `places` lists them in the order of their values, and how far the scan of them has come. */
interface ThresholdScan {
  readonly places: Uint32Array;
  readonly items: WeightedRows;
  readonly values: Float64Array | Float32Array;
  readonly codes: Int32Array;
  /** The record of the known rows, of those up to the threshold, and of those above it. */
  readonly stats: Float64Array;
  readonly width: number;
  /** The latter two, of the best threshold. */
  readonly childStats: Float64Array;
  /** The weight that each side needs. */
  readonly least: number;
  readonly found: { best: number; bestAt: number; tried: number; isDone: boolean };
}

/** Tries the thresholds after the places `start` to `end` - 1. It is a function of its own because the loop is slower inside of a generator. */
function scanThresholds(scan: ThresholdScan, start: number, end: number): void {
  const { places, values, codes, stats, width, childStats, least, found } = scan;
  const { rows, weights } = scan.items;
  let { best, bestAt, tried } = found;
  let value = values[rows[places[start]]];
  for (let i = start; i < end; i++) {
    const weight = weights[places[i]];
    const code = codes[rows[places[i]]];
    stats[width + code] += weight;
    stats[2 * width - 1] += weight;
    stats[2 * width + code] -= weight;
    stats[3 * width - 1] -= weight;
    const before = value;
    value = values[rows[places[i + 1]]];
    if (before === value || stats[2 * width - 1] < least) continue;
    if (stats[3 * width - 1] < least) {
      found.isDone = true;
      break;
    }
    tried++;
    if (boundOfInformation(stats, 0, width, width) <= best) continue;
    const information = informationGain(stats, 0, width, 2, width);
    if (information <= best) continue;
    [best, bestAt] = [information, i];
    for (let k = 0; k < childStats.length; k++) childStats[k] = stats[width + k];
  }
  Object.assign(found, { best, bestAt, tried });
}

function leastOfSide(known: number, classCount: number, leastWeight: number): number {
  return Math.max(leastWeight, Math.min(MOST_ASKED, (SHARE_ASKED * known) / classCount));
}
