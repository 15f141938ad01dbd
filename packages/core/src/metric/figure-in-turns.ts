import type { Turns } from "../util/turns.ts";
import { ClassOutcome } from "./class-outcome.ts";
import type { Figure } from "./metric.ts";

/** The metrics that ask for the order of the rows. */
const RANKED = /* @__PURE__ */ new Set(["auc", "averagePrecision"]);

/** The value of a figure: what it asks of the outcome is made in turns before, and kept there. */
export function* figureInTurns<Outcome>(name: string, figure: Figure<Outcome>, outcome: Outcome): Turns<number> {
  if (outcome instanceof ClassOutcome) yield* outcome.prepare(RANKED.has(name));
  yield;
  const value = figure.of(outcome);
  yield;
  return value;
}
