import type { Turns } from "../util/turns.ts";
import type { Figure, Metric } from "./metric.ts";

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
