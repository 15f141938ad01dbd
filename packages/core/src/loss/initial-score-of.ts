import type { Task } from "../dataset/target.ts";
import type { Turns } from "../util/turns.ts";
import type { Loss, TargetOf } from "./loss.ts";

/** The best constant score of a loss, in turns where it takes a search. */
export function* initialScoreOf<T extends Task>(loss: Loss<T>, target: TargetOf<T>): Turns<number> {
  const found = loss.initialScore(target);
  return typeof found === "number" ? found : yield* found;
}
