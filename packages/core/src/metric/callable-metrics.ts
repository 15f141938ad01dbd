import { type ClassLabel, MOST_CLASSES, type Task } from "../dataset/target.ts";
import { checkArgument, checkOptions, integerFrom } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { meanInTurns } from "../util/exact-sum.ts";
import { numberByRow, numbersInTurns } from "../util/number-by-row.ts";
import { type Check, required } from "../util/option.ts";
import { atOnce, type Turns } from "../util/turns.ts";
import { checkList, classBelow, finiteNumber, rowsInTurns } from "./check-rows.ts";
import { ClassOutcome } from "./class-outcome.ts";
import { outcomeOfLabels } from "./confusion-matrix.ts";
import type { ClassMetric, ClassPredictions, Metric, NumberMetric } from "./metric.ts";

type Numbers = ArrayLike<number>;
type Better = "higher" | "lower";

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

/** The rows that a metric of numbers is computed from. They have been checked. */
export interface NumberRows {
  readonly predicted: Numbers;
  readonly actual: Numbers;
  readonly weights: Numbers | null;
}

/** It is asked for rows that have been checked. */
type FigureOf<Rows> = (rows: Rows) => Turns<number>;

export function numberMetric(name: string, better: Better, figure: FigureOf<NumberRows>): NumberMetricFunction {
  const caller = callerOf(name);
  function* inTurns(rows: NumberRows): Turns<number> {
    const { actual, predicted, weights } = rows;
    yield* rowsInTurns(caller, { actual: [actual, finiteNumber], predicted: [predicted, finiteNumber] }, weights);
    return yield* figure(rows);
  }
  const call = (actual: Numbers, predicted: Numbers, weights: Numbers | null = null) =>
    atOnce(inTurns({ actual, predicted, weights }));
  return asMetric(call, name, "regression", better, inTurns);
}

/**
 * The mean, by weight, of a figure of each row, and what `finish` makes of it; less is better. Rows without weight are not asked: infinity
 * times nothing would not be nothing.
 */
export function meanMetric(
  name: string,
  ofRow: (predicted: number, actual: number) => number,
  finish = (mean: number) => mean,
): NumberMetricFunction {
  return numberMetric(name, "lower", function* ({ predicted, actual, weights }) {
    const figure = (row: number) => (weights?.[row] === 0 ? 0 : ofRow(predicted[row], actual[row]));
    return finish(yield* meanByRow(actual.length, weights, figure));
  });
}

/** The mean, by weight, of a number of each row. */
export function* meanByRow(rows: number, weights: Numbers | null, of: (row: number) => number): Turns<number> {
  return yield* meanInTurns(yield* numbersInTurns(rows, of), weights);
}

/** A metric of what is decided for each row; more is better. */
export function labelMetric(name: string, figure: FigureOf<ClassOutcome>): LabelMetricFunction {
  return classMetric<ClassLabel>(name, "higher", figure, (...lists) => outcomeOfLabels(...lists).outcome);
}

export function probabilityMetric(
  name: string,
  better: Better,
  figure: FigureOf<ClassOutcome>,
): ProbabilityMetricFunction {
  return classMetric<number>(name, better, figure, outcomeOfArrays);
}

/** Metrics with a number of their own, which is an option of this name. `at` makes the metric of a number. */
export function metricFamily<Option extends string, M>(
  name: string,
  option: Option,
  rule: Check<number>,
  make: (name: string, parameter: number) => M,
): ((options: Readonly<Record<Option, number>>) => M) & { readonly at: (parameter: number) => M } {
  const owner = `metrics.${name}`;
  const of = (options: Readonly<Record<Option, number>>) => {
    checkOptions(owner, options, { [option]: required(rule) });
    checkArgument(`${owner}: ${option}`, options[option], rule);
    return make(`${name}@${options[option]}`, options[option]);
  };
  const at = (parameter: number) => of({ [option]: parameter } as Readonly<Record<Option, number>>);
  return Object.assign(of, { at });
}

/** `read` makes what `figure` looks at of the arrays that the metric is called with. */
function classMetric<Item>(
  name: string,
  better: Better,
  figure: FigureOf<ClassOutcome>,
  read: (caller: string, actual: ArrayLike<Item>, given: ArrayLike<Item>, weights: Numbers | null) => ClassOutcome,
) {
  const caller = callerOf(name);
  const call = (actual: ArrayLike<Item>, given: ArrayLike<Item>, weights: Numbers | null = null) =>
    atOnce(figure(read(caller, actual, given, weights)));
  return asMetric(call, name, "classification", better, function* (predictions: ClassPredictions) {
    const outcome = ClassOutcome.of(predictions);
    yield* outcome.check(caller);
    return yield* figure(outcome);
  });
}

/** What the user called: the name without the number that a metric may have. */
function callerOf(name: string): string {
  return `metrics.${name.split("@")[0]}`;
}

/** The function with the properties of the metric. Its own `name` is replaced, which a minifier may have changed. */
function asMetric<Call extends object, Outcome>(
  call: Call,
  name: string,
  task: Task,
  better: Better,
  inTurns: FigureOf<Outcome>,
): Call & Metric<Outcome> {
  const metric: Metric<Outcome> = { name, task, better, of: (outcome) => atOnce(inTurns(outcome)), inTurns };
  for (const [key, value] of Object.entries(metric)) Object.defineProperty(call, key, { value, enumerable: true });
  return Object.freeze(call) as Call & Metric<Outcome>;
}

/** Probabilities beside the true classes. Nothing is copied before it has been checked. */
function outcomeOfArrays(
  caller: string,
  actual: Numbers,
  probabilities: Numbers,
  weights: Numbers | null,
): ClassOutcome {
  checkList(`${caller}: actual`, actual);
  checkList(`${caller}: probabilities`, probabilities);
  const isOfSecond = probabilities.length === actual.length;
  const classCount = isOfSecond ? 2 : probabilities.length / actual.length;
  const found = `${actual.length} rows, got ${probabilities.length}`;
  const hasClasses = integerFrom(1, MOST_CLASSES).accepts(classCount);
  demand(hasClasses, `${caller}: probabilities expects one number per row and class, ${found}`);
  const all = [probabilities, finiteNumber, isOfSecond ? 1 : classCount] as const;
  atOnce(rowsInTurns(caller, { actual: [actual, classBelow(classCount)], probabilities: all }, weights));
  const shares = isOfSecond ? ofBothClasses(probabilities) : Float64Array.from(probabilities);
  const ownWeights = weights && Float64Array.from(weights);
  return new ClassOutcome(shares, Int32Array.from(actual), classCount, ownWeights);
}

function ofBothClasses(ofSecond: Numbers): Float64Array {
  return numberByRow(2 * ofSecond.length, (at) => (at % 2 === 0 ? 1 - ofSecond[at / 2] : ofSecond[(at - 1) / 2]));
}
