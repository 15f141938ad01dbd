import type { TargetOf, Task } from "../dataset/target.ts";
import { allRows } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";
import { bestConstant } from "./best-constant.ts";
import { checkedNumber, initialScoreOf } from "./initial-score-of.ts";
import type { Loss } from "./loss.ts";

/**
 * The constant that, added to the offsets of the rows, makes their loss the least. It lies where some offset with it is the best
 * constant alone: the gradients rise with the scores, so below the least such place none is too high, and above the highest none too
 * low. A loss that refits its leaves has jumps there, and says itself what is best. Neither the order of the rows nor those of weight 0
 * have a say. A loss that says where to start, and not what is best, starts there.
 */
export function* constantAbove<T extends Task>(
  loss: Loss<T>,
  target: TargetOf<T>,
  offsets: Float64Array,
): Turns<number> {
  const alone = yield* initialScoreOf(loss, target);
  if (loss.startsAtBest === false) return alone;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < offsets.length; row++) {
    if (target.weights?.[row] === 0) continue;
    least = Math.min(least, offsets[row]);
    most = Math.max(most, offsets[row]);
  }
  if (least === most) return alone - least;
  if (loss.refitLeaf !== undefined) {
    return checkedNumber(loss.spec, "refitLeaf", loss.refitLeaf(target, offsets, allRows(offsets.length)));
  }
  return yield* bestConstant(loss, target, [alone - most, alone - least], offsets);
}
