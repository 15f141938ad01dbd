import type { Pacer } from "@cambium/kernels";
import type { Target } from "../../dataset/target.ts";
import { type AnyLoss, isClassLoss } from "../../loss/loss.ts";
import { meanInTurns } from "../../util/exact-sum.ts";
import { forRanges } from "../../util/ranges.ts";
import { inTurns } from "../../util/turns.ts";

/** The weighted mean loss of rows at their scores: one a row, or those of each class one after the other. */
export async function meanLoss(loss: AnyLoss, target: Target, scores: Float64Array, pacer: Pacer): Promise<number> {
  const rowCount = target.task === "classification" ? target.codes.length : target.values.length;
  const losses = new Float64Array(rowCount);
  const own = new Float64Array(scores.length / rowCount);
  await forRanges(rowCount, pacer, (start, end) => {
    for (let row = start; row < end; row++) {
      if (!isClassLoss(loss)) losses[row] = loss.value(target, row, scores[row]);
      else if (target.task === "classification") {
        for (let code = 0; code < own.length; code++) own[code] = scores[code * rowCount + row];
        losses[row] = loss.value(target, row, own);
      }
    }
  });
  return inTurns(meanInTurns(losses, target.weights), pacer);
}
