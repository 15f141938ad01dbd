import type { StepRules } from "@cambium/kernels";
import type { Target } from "../../dataset/target.ts";
import { bestStep } from "../../loss/best-step.ts";
import { checkedNumber } from "../../loss/initial-score-of.ts";
import type { Loss } from "../../loss/loss.ts";

/** What the rows of a leaf are worth on top of their scores: as the loss has it, or by a line search; null where the tree has it already. */
export function leafValueOf(
  loss: Loss,
  target: Target,
  scores: Float64Array,
  lineSearch: StepRules | null,
): ((rows: Uint32Array) => number) | null {
  if (loss.refitLeaf !== undefined) {
    return (rows) => checkedNumber(loss.spec, "refitLeaf", loss.refitLeaf?.(target, scores, rows));
  }
  return lineSearch && ((rows) => bestStep(loss, target, scores, rows, lineSearch));
}
