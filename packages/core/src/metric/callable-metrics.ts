import type { ClassLabel } from "../dataset/target.ts";
import { atOnce, type Turns } from "../util/turns.ts";
import { ClassOutcome } from "./class-outcome.ts";
import type { ClassMetric, ClassPredictions, Metric, NumberMetric } from "./metric.ts";
import { type DecidedRows, decidedRows, outcomeOfArrays } from "./rows-of-arrays.ts";

/** A metric of numbers. It can also be called with arrays, and then returns its figure. */
export interface NumberMetricFunction extends NumberMetric {
  (actual: ArrayLike<number>, predicted: ArrayLike<number>, weights?: ArrayLike<number> | null): number;
}

/** A metric of predicted classes. It can also be called with arrays of labels, and then returns its figure. */
export interface LabelMetricFunction extends ClassMetric {
  (actual: ArrayLike<ClassLabel>, predicted: ArrayLike<ClassLabel>, weights?: ArrayLike<number> | null): number;
}

/**
 * A metric of probabilities. It can also be called with arrays, and then returns its figure. `actual` has the index of each row's
 * class in `model.classes`. `probabilities` has one number per class, row after row, as `predictProbability` returns them; with two
 * classes it may have one number per row, the probability of the second class.
 */
export interface ProbabilityMetricFunction extends ClassMetric {
  (actual: ArrayLike<number>, probabilities: ArrayLike<number>, weights?: ArrayLike<number> | null): number;
}

type Better = "higher" | "lower";

/** A function of numbers as this folder has them: predictions first. */
export type FigureOfNumbers = (
  predicted: ArrayLike<number>,
  actual: ArrayLike<number>,
  weights: ArrayLike<number> | null,
) => Turns<number>;

export function numberMetric(name: string, better: Better, figure: FigureOfNumbers): NumberMetricFunction {
  const call = (actual: ArrayLike<number>, predicted: ArrayLike<number>, weights: ArrayLike<number> | null = null) =>
    atOnce(figure(predicted, actual, weights));
  const inTurns: NumberMetric["inTurns"] = ({ predicted, actual, weights }) => figure(predicted, actual, weights);
  return asMetric<typeof call, NumberMetric>(call, {
    name,
    task: "regression",
    better,
    of: (outcome) => atOnce(inTurns(outcome)),
    inTurns,
  });
}

/** More is better with all of them. */
export function labelMetric(name: string, figure: (rows: DecidedRows) => number): LabelMetricFunction {
  const call = (
    actual: ArrayLike<ClassLabel>,
    predicted: ArrayLike<ClassLabel>,
    weights: ArrayLike<number> | null = null,
  ) => figure(decidedRows(`metrics.${name}`, actual, predicted, weights));
  const of: ClassMetric["of"] = (outcome) => figure(ClassOutcome.of(outcome));
  return asMetric<typeof call, ClassMetric>(call, { name, task: "classification", better: "higher", of });
}

export function probabilityMetric(
  name: string,
  better: Better,
  figure: (outcome: ClassOutcome) => Turns<number>,
): ProbabilityMetricFunction {
  const [caller] = name.split("@");
  const call = (
    actual: ArrayLike<number>,
    probabilities: ArrayLike<number>,
    weights: ArrayLike<number> | null = null,
  ) => atOnce(figure(outcomeOfArrays(`metrics.${caller}`, actual, probabilities, weights)));
  const inTurns = (outcome: ClassPredictions) => figure(ClassOutcome.of(outcome));
  const of = (outcome: ClassPredictions) => atOnce(inTurns(outcome));
  return asMetric<typeof call, ClassMetric>(call, { name, task: "classification", better, of, inTurns });
}

/** The function with the properties of the metric. Its own `name` is replaced, which a minifier may have changed. */
function asMetric<Call extends object, M extends Metric<never>>(call: Call, metric: M): Call & M {
  for (const [key, value] of Object.entries(metric)) Object.defineProperty(call, key, { value, enumerable: true });
  return Object.freeze(call) as Call & M;
}
