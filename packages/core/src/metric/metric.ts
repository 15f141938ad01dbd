import type { Task } from "../dataset/target.ts";
import type { Turns } from "../util/turns.ts";

/** What a metric of numbers looks at: a number a row. */
export interface NumberOutcome {
  readonly predicted: Float64Array;
  readonly actual: Float64Array;
  /** Null where all rows weigh 1. */
  readonly weights: Float64Array | null;
}

/** What a metric of classes looks at. */
export interface ClassPredictions {
  /** Row after row, one per class. */
  readonly probabilities: Float64Array;
  /** The true class of each row, as its place among the classes; of a class that the model does not know -1 or less. */
  readonly actual: Int32Array;
  readonly classCount: number;
  /** Null where all rows weigh 1. */
  readonly weights: Float64Array | null;
  /** The likeliest class of each row; a tie goes to the first. */
  readonly likeliest: Int32Array;
}

/** How good predictions are, and which of two values is the better one. */
export interface Figure<Outcome> {
  readonly better: "higher" | "lower";
  /** One number for all rows; NaN where there is none. */
  of(outcome: Outcome): number;
  /** The same in steps, for rows by the million. If set, the functions that pause call it instead of `of`. */
  inTurns?(outcome: Outcome): Turns<number>;
}

/**
 * A figure as a value, which is taken wherever the name of a metric is. Its result stands under its name. One of your own is an
 * object of this shape; where it says no `task` it is taken for any.
 */
export interface Metric<Outcome> extends Figure<Outcome> {
  readonly name: string;
  readonly task?: Task;
}

export type NumberMetric = Metric<NumberOutcome>;
export type ClassMetric = Metric<ClassPredictions>;

/** The value of a figure, which others may have their turn before and after. */
export function* figureInTurns<Outcome>(figure: Figure<Outcome>, outcome: Outcome): Turns<number> {
  yield;
  const value = figure.inTurns === undefined ? figure.of(outcome) : yield* figure.inTurns(outcome);
  yield;
  return value;
}

/** The values of metrics by their names. They are for the task of the outcome, which the compiler can not know. */
export function* figuresInTurns(metrics: readonly Metric<never>[], outcome: unknown): Turns<Record<string, number>> {
  const figures: [string, number][] = [];
  for (const metric of metrics) figures.push([metric.name, yield* figureInTurns(metric, outcome as never)]);
  return Object.fromEntries(figures);
}
