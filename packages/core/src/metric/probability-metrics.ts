import { log } from "@cambium/kernels";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import { meanInTurns, sumInTurns, weightedMean } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { square } from "../util/square.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import { listOf, rowsInTurns } from "./check-rows.ts";
import type { ClassPredictions } from "./metric.ts";
import type { RankedRows } from "./ranked-rows.ts";

/** What a metric of probabilities is computed from. */
export type GivenShares = Omit<ClassPredictions, "likeliest">;

/**
 * Mean of -log(probability of the true class); probabilities below 2^-52 count as 2^-52, as in scikit-learn. A class of the code -1 or less,
 * which no probability is of, has the probability 0.
 */
export function* logLoss({ probabilities, actual, classCount, weights }: GivenShares): Turns<number> {
  yield* rowsInTurns("metrics.logLoss", { anyClass: { actual }, classCount, probabilities, weights });
  const losses = yield* numbersInTurns(actual.length, (row) => {
    const probability = actual[row] < 0 ? 0 : probabilities[row * classCount + actual[row]];
    return 0 - log(Math.max(probability, 2 ** -52));
  });
  return yield* meanInTurns(losses, weights);
}

/**
 * Mean squared difference of the probabilities from what came true. With two classes it is that of one of them, from 0 to
 * 1; with more it is summed over all classes, from 0 to 2, as Brier wrote it. A class of the code -1 or less has the probability 0, and
 * is one of the classes of its row: of two classes and such a one half of the sum counts.
 */
export function* brierScore({ probabilities, actual, classCount, weights }: GivenShares): Turns<number> {
  yield* rowsInTurns("metrics.brier", { anyClass: { actual }, classCount, probabilities, weights });
  const errors = yield* numbersInTurns(actual.length, (row) => {
    const isKnown = actual[row] >= 0;
    let error = 0;
    for (let k = classCount === 2 && isKnown ? 1 : 0; k < classCount; k++) {
      error += square(probabilities[row * classCount + k] - (actual[row] === k ? 1 : 0));
    }
    return isKnown ? error : (error + 1) / (classCount === 2 ? 2 : 1);
  });
  return yield* meanInTurns(errors, weights);
}

/**
 * Area under the ROC curve: the chance that a row of class 1 has a higher score than one of another class, ties counting half
 * (Mann and Whitney's U). NaN when one of the classes has no row.
 */
export function areaOfRanks({ hits, misses }: RankedRows): number {
  let missesBelow = 0;
  let hitsBelow = 0;
  let pairs = 0;
  for (let i = 0; i < hits.length; i++) {
    pairs += hits[i] * (missesBelow + misses[i] / 2);
    hitsBelow += hits[i];
    missesBelow += misses[i];
  }
  return pairs / (hitsBelow * missesBelow);
}

/**
 * Area under the curve of precision over recall, in steps: the mean, over the rows of class 1, of the precision among all
 * rows that score at least as high. NaN when class 1 has no row.
 */
export function precisionOfRanks({ hits, misses }: RankedRows): number {
  let hitsAbove = 0;
  let missesAbove = 0;
  let sum = 0;
  for (let i = hits.length - 1; i >= 0; i--) {
    hitsAbove += hits[i];
    missesAbove += misses[i];
    if (hits[i] > 0) sum += (hits[i] * hitsAbove) / (hitsAbove + missesAbove);
  }
  return sum / hitsAbove;
}

/** A list for each bin is made before any row is looked at. */
const MOST_BINS = 65_536;

/** Rows whose predicted probabilities fall into one bin. */
export interface ReliabilityBin {
  /** The bin holds probabilities above `above` (in the first bin from 0) and at most `atMost`. */
  readonly above: number;
  readonly atMost: number;
  readonly weight: number;
  /** Mean predicted probability. */
  readonly predicted: number;
  /** How often it came true. */
  readonly observed: number;
}

/**
 * What was predicted against what came true (`happened`, 1 or 0), in so many bins of equal width. Bins without rows are
 * left out. Where predictions are reliable, `predicted` and `observed` are alike.
 */
export function reliabilityTable(
  happened: ArrayLike<number>,
  predicted: ArrayLike<number>,
  bins = 10,
  weights: ArrayLike<number> | null = null,
): ReliabilityBin[] {
  return atOnce(reliabilityInTurns(happened, predicted, bins, weights));
}

/** The same for rows by the million. */
export function* reliabilityInTurns(
  happened: ArrayLike<number>,
  predicted: ArrayLike<number>,
  bins: number,
  weights: ArrayLike<number> | null,
): Turns<ReliabilityBin[]> {
  yield* rowsInTurns("metrics.reliabilityTable", { numbers: { happened, predicted }, weights });
  checkArgument("metrics.reliabilityTable: bins", bins, integerFrom(1, MOST_BINS));
  const { order, ends } = yield* rowsByBin(predicted, bins);
  const table: ReliabilityBin[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const start = bin === 0 ? 0 : ends[bin - 1];
    if (start === ends[bin]) continue;
    const ofBin = (values: ArrayLike<number>) => numbersInTurns(ends[bin] - start, (i) => values[order[start + i]]);
    const own = weights === null ? null : yield* ofBin(weights);
    const weight = own === null ? ends[bin] - start : yield* sumInTurns(own, null);
    if (weight === 0) continue;
    table.push({
      above: bin / bins,
      atMost: (bin + 1) / bins,
      weight,
      predicted: yield* meanInTurns(yield* ofBin(predicted), own),
      observed: yield* meanInTurns(yield* ofBin(happened), own),
    });
  }
  return table;
}

/** The rows, bin after bin, and where each bin ends. */
function* rowsByBin(predicted: ArrayLike<number>, bins: number): Turns<{ order: Uint32Array; ends: Uint32Array }> {
  const binOfRow = new Uint32Array(predicted.length);
  const ends = new Uint32Array(bins);
  yield* turnsOver(predicted.length, (start, end) => {
    for (let row = start; row < end; row++) {
      binOfRow[row] = binOf(predicted[row], bins);
      ends[binOfRow[row]]++;
    }
  });
  for (let bin = 0, sum = 0; bin < bins; bin++) {
    const count = ends[bin];
    ends[bin] = sum;
    sum += count;
  }
  const order = new Uint32Array(predicted.length);
  yield* turnsOver(predicted.length, (start, end) => {
    for (let row = start; row < end; row++) order[ends[binOfRow[row]]++] = row;
  });
  return { order, ends };
}

/** Mean distance, by weight, of `predicted` from `observed` over the bins: the expected calibration error. */
export function calibrationErrorOf(bins: readonly ReliabilityBin[]): number {
  const expected = "bins, as metrics.reliabilityTable returns them";
  checkArgument("metrics.calibrationErrorOf", bins, listOf(expected, ["predicted", "observed", "weight"]));
  return weightedMean(
    bins.map(({ predicted, observed }) => Math.abs(predicted - observed)),
    bins.map(({ weight }) => weight),
  );
}

function binOf(probability: number, bins: number): number {
  const bin = Math.max(0, Math.min(bins - 1, Math.ceil(probability * bins) - 1));
  // The product may have been rounded over the bin's edge.
  if (probability <= bin / bins) return Math.max(0, bin - 1);
  return probability > (bin + 1) / bins ? Math.min(bins - 1, bin + 1) : bin;
}
