import type { Pacer } from "@cambium/kernels";
import type { Target } from "../dataset/target.ts";
import type { Loss } from "../loss/loss.ts";
import { pacedMean } from "../util/paced-mean.ts";
import { forRanges } from "../util/ranges.ts";

/** The weighted mean loss of rows at their scores. */
export async function meanLoss(loss: Loss, target: Target, scores: Float64Array, pacer: Pacer): Promise<number> {
  const losses = new Float64Array(scores.length);
  await forRanges(scores.length, pacer, (start, end) => {
    for (let row = start; row < end; row++) losses[row] = loss.value(target, row, scores[row]);
  });
  return pacedMean(losses, target.weights, pacer);
}
