import type { Task } from "../dataset/target.ts";
import { allRows } from "../util/ranges.ts";
import { bestConstant } from "./best-constant.ts";
import type { Loss, TargetOf } from "./loss.ts";

/**
 * The constant that, added to the offsets of the rows, makes their loss the least. It lies where some offset with it is the best
 * constant alone: the gradients rise with the scores, so below the least such place none is too high, and above the highest none too
 * low. A loss that refits its leaves has jumps there, and says itself what is best. The order of the rows has no say.
 */
export function constantAbove<T extends Task>(loss: Loss<T>, target: TargetOf<T>, offsets: Float64Array): number {
  const alone = loss.initialScore(target);
  let least = offsets[0];
  let most = offsets[0];
  for (const offset of offsets) {
    least = Math.min(least, offset);
    most = Math.max(most, offset);
  }
  if (least === most) return alone - least;
  if (loss.refitLeaf !== undefined) return loss.refitLeaf(target, offsets, allRows(offsets.length));
  return bestConstant(loss, target, [alone - most, alone - least], offsets);
}
