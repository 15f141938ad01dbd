import { integerFrom } from "../util/check-options.ts";
import { meanInTurns, weightedMean } from "../util/exact-sum.ts";
import { numbersInTurns } from "../util/number-by-row.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { type ProbabilityMetricFunction, probabilityMetric } from "./callable-metrics.ts";
import { rowsInTurns } from "./check-rows.ts";
import { onlyOption } from "./only-option.ts";
import { areaOfRanks, type GivenShares } from "./probability-metrics.ts";
import { ranksInTurns } from "./ranked-rows.ts";

/** Share of rows whose true class is among the `k` likeliest; of classes that are alike the first counts as likelier. */
export function topAccuracy(options: { readonly k: number }): ProbabilityMetricFunction {
  const k = onlyOption("metrics.topAccuracy", options, "k", integerFrom(1));
  return probabilityMetric(`topAccuracy@${k}`, "higher", function* (outcome) {
    const { probabilities, actual, classCount, weights } = outcome;
    yield* rowsInTurns("metrics.topAccuracy", { anyClass: { actual }, classCount, probabilities, weights });
    const found = yield* numbersInTurns(actual.length, (row) => {
      if (actual[row] < 0) return 0;
      return likelierClasses(probabilities, row * classCount, classCount, actual[row]) < k ? 1 : 0;
    });
    return yield* meanInTurns(found, weights);
  });
}

function likelierClasses(probabilities: ArrayLike<number>, start: number, classCount: number, code: number): number {
  const own = probabilities[start + code];
  let likelier = 0;
  for (let k = 0; k < classCount; k++) {
    const other = probabilities[start + k];
    if (other > own || (other === own && k < code)) likelier++;
  }
  return likelier;
}

/**
 * How well each pair of classes is told apart: the mean, over the pairs that both have rows, of the area under the ROC curve of
 * their rows by the difference of the two probabilities (Kleiman and Page 2019). With two classes it is the area itself. Rows of a class
 * that the model does not know are of no pair.
 */
export function* aucMu({ probabilities, actual, classCount, weights }: GivenShares): Turns<number> {
  yield* rowsInTurns("metrics.aucMu", { anyClass: { actual }, classCount, probabilities, weights });
  const rowsOf = Array.from({ length: classCount }, (): number[] => []);
  yield* turnsOver(actual.length, (start, end) => {
    for (let row = start; row < end; row++) if (actual[row] >= 0) rowsOf[actual[row]].push(row);
  });
  const areas: number[] = [];
  for (let i = 0; i < classCount; i++) {
    for (let j = i + 1; j < classCount; j++) {
      if (rowsOf[i].length === 0 || rowsOf[j].length === 0) continue;
      const rows = rowsOf[i].concat(rowsOf[j]);
      const ofPair = (of: (row: number) => number) => numbersInTurns(rows.length, (at) => of(rows[at]));
      const shares = yield* ofPair((row) => probabilities[row * classCount + i] - probabilities[row * classCount + j]);
      const isFirst = yield* ofPair((row) => (actual[row] === i ? 1 : 0));
      const own = weights && (yield* ofPair((row) => weights[row]));
      areas.push(areaOfRanks(yield* ranksInTurns(shares, isFirst, own)));
    }
  }
  return weightedMean(
    areas.filter((area) => !Number.isNaN(area)),
    null,
  );
}
