import { checkArgument, integerFrom } from "../util/check-options.ts";
import { meanInTurns, sumInTurns, weightedMean } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import { finiteNumber, listOf, rowsInTurns } from "./check-rows.ts";

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
export function reliabilityTable(...given: Parameters<typeof reliabilityInTurns>): ReliabilityBin[] {
  return atOnce(reliabilityInTurns(...given));
}

/** The same for rows by the million. */
export function* reliabilityInTurns(
  happened: ArrayLike<number>,
  predicted: ArrayLike<number>,
  bins = 10,
  weights: ArrayLike<number> | null = null,
): Turns<ReliabilityBin[]> {
  const lists = { happened: [happened, finiteNumber], predicted: [predicted, finiteNumber] } as const;
  yield* rowsInTurns("metrics.reliabilityTable", lists, weights);
  checkArgument("metrics.reliabilityTable: bins", bins, integerFrom(1, MOST_BINS));
  const rowsOf = Array.from({ length: bins }, (): number[] => []);
  yield* turnsOver(predicted.length, (start, end) => {
    for (let row = start; row < end; row++) rowsOf[binOf(predicted[row], bins)].push(row);
  });
  const table: ReliabilityBin[] = [];
  for (const [bin, rows] of rowsOf.entries()) {
    if (rows.length === 0) continue;
    const ofBin = (values: ArrayLike<number>) => numbersInTurns(rows.length, (i) => values[rows[i]]);
    const own = weights === null ? null : yield* ofBin(weights);
    const weight = own === null ? rows.length : yield* sumInTurns(own, null);
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

/** Mean distance, by weight, of `predicted` from `observed` over the bins: the expected calibration error. */
export function calibrationErrorOf(bins: readonly ReliabilityBin[]): number {
  const expected = "bins, as metrics.reliabilityTable returns them";
  checkArgument("metrics.calibrationErrorOf", bins, listOf(expected, ["predicted", "observed", "weight"]));
  const distances = bins.map(({ predicted, observed }) => Math.abs(predicted - observed));
  const weights = bins.map(({ weight }) => weight);
  return weightedMean(distances, weights);
}

function binOf(probability: number, bins: number): number {
  const bin = Math.max(0, Math.min(bins - 1, Math.ceil(probability * bins) - 1));
  // The product may have been rounded over the bin's edge.
  if (probability <= bin / bins) return Math.max(0, bin - 1);
  return probability > (bin + 1) / bins ? Math.min(bins - 1, bin + 1) : bin;
}
