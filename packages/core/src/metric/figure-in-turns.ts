import type { Turns } from "../util/turns.ts";
import { ClassOutcome } from "./class-outcome.ts";
import type { Figure } from "./metric.ts";

/** The value of a figure. The predicted classes, which several figures ask for, are made in turns before. */
export function* figureInTurns<Outcome>(figure: Figure<Outcome>, outcome: Outcome): Turns<number> {
  if (outcome instanceof ClassOutcome) yield* outcome.prepareDecisions();
  yield;
  const value = figure.inTurns === undefined ? figure.of(outcome) : yield* figure.inTurns(outcome);
  yield;
  return value;
}
