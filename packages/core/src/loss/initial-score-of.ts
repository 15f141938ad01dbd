import type { TargetOf, Task } from "../dataset/target.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import type { Turns } from "../util/turns.ts";
import type { Loss, LossSpec } from "./loss.ts";

/** The best constant score of a loss, in turns where it takes a search. */
export function* initialScoreOf<T extends Task>(loss: Loss<T>, target: TargetOf<T>): Turns<number> {
  const found: unknown = loss.initialScore(target);
  if (typeof found !== "object" || found === null || !(Symbol.iterator in found)) {
    return checkedNumber(loss.spec, "initialScore", found);
  }
  return checkedNumber(loss.spec, "initialScore", yield* found as Turns<number>);
}

/** What a loss says, which may be anybody's: no model could be saved with what is not finite. */
export function checkedNumber({ name }: LossSpec, part: string, found: unknown): number {
  if (typeof found === "number" && Number.isFinite(found)) return found;
  const message = `boosting: the loss ${name} gave ${part} ${describe(found)}; expected a finite number`;
  throw new CambiumError("bad-option", message);
}
