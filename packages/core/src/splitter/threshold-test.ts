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
  const { rows, weights } = node.items;
  if (places.length < 2) return null;
  const source = { places, rows, weights, values, codes: goal.codes };
  // The record of the known rows, of those up to the threshold, and of those above it.
  const stats = new Float64Array(3 * width);
  stats.set(places.length === rows.length ? node.stats : yield* recordOf(source, 0, places.length, width), 0);
  stats.copyWithin(2 * width, 0, width);
  const known = stats[width - 1];
  const scan: ThresholdScan = {
    stats,
    width,
    least: leastOfSide(known, goal.classCount, leastWeight),
    ...NOTHING_FOUND,
  };
  for (let start = 0; start + 1 < places.length && !scan.isDone; start += CHUNK) {
    scanThresholds(source, scan, start, Math.min(places.length - 1, start + CHUNK));
    yield;
  }
  const { best, bestAt } = scan;
  const worth = best - bitsOfChoice(scan.tried);
  if (!(worth > 0)) return null;
  const childStats = new Float64Array(2 * width);
  childStats.set(yield* recordOf(source, 0, bestAt + 1, width), 0);
  childStats.set(yield* recordOf(source, bestAt + 1, places.length, width), width);
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
}

/** The known rows of a node, as `places` lists them in the order of their values. */
interface ScanSource {
  readonly places: Uint32Array;
  readonly rows: Uint32Array;
  readonly weights: Float64Array;
  readonly values: Float64Array | Float32Array;
  readonly codes: Int32Array;
}

/** How far the scan of a column has come. */
interface ThresholdScan {
  readonly stats: Float64Array;
  readonly width: number;
  /** The weight that each side needs. */
  readonly least: number;
  best: number;
  bestAt: number;
  tried: number;
  isDone: boolean;
}

const NOTHING_FOUND = { best: 0, bestAt: -1, tried: 0, isDone: false };

/** Tries the thresholds after the places `start` to `end` - 1. It is a function of its own because the loop is slower inside of a generator. */
function scanThresholds(source: ScanSource, scan: ThresholdScan, start: number, end: number): void {
  const { places, rows, weights, values, codes } = source;
  const { stats, width, least } = scan;
  let { best, bestAt, tried } = scan;
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
      scan.isDone = true;
      break;
    }
    tried++;
    if (boundOfInformation(stats, 0, width, width) <= best) continue;
    const information = informationGain(stats, 0, width, 2, width);
    if (information > best) [best, bestAt] = [information, i];
  }
  Object.assign(scan, { best, bestAt, tried });
}

function* recordOf(source: ScanSource, first: number, last: number, width: number): Turns<Float64Array> {
  const { places, rows, weights, codes } = source;
  const record = new Float64Array(width);
  yield* turnsOver(last - first, (start, end) => {
    for (let i = first + start; i < first + end; i++) {
      const weight = weights[places[i]];
      record[codes[rows[places[i]]]] += weight;
      record[width - 1] += weight;
    }
  });
  return record;
}

/** What it takes to say which of so many thresholds it is. */
function bitsOfChoice(tried: number): number {
  return tried > 0 ? log(tried) * Math.LOG2E : 0;
}

function leastOfSide(known: number, classCount: number, leastWeight: number): number {
  return Math.max(leastWeight, Math.min(MOST_ASKED, (SHARE_ASKED * known) / classCount));
}
