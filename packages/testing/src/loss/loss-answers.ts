import {
  type AnyLoss,
  atOnce,
  type ClassificationTarget,
  initialScoreOf,
  isClassLoss,
  type Target,
} from "@cambium/core";
import { scoresFor } from "./loss-probe.ts";
import { copyOf, rowCountOf, type SampleTarget } from "./sample-targets.ts";

/** Different scores for the rows of a target, and for the classes of a row where the loss has a score for each. */
export function scoresOf(loss: AnyLoss, target: Target): Float64Array {
  return scoresFor(target, isClassLoss(loss) && target.task === "classification" ? target.classes.length : 1);
}

/** Each method, asked about these very arrays; `stale` is what stands in those that derivatives go to. */
export function callsOf(
  loss: AnyLoss,
  target: Target,
  scores: Float64Array,
  stale = 0,
): Readonly<Record<string, () => unknown>> {
  const count = rowCountOf(target);
  const derivatives = () => {
    const gradients = new Float64Array(scores.length).fill(stale);
    const hessians = loss.constantHessian ? null : new Float64Array(scores.length).fill(stale);
    loss.derivatives(target as never, scores, gradients, hessians, 0, count);
    return { gradients, hessians };
  };
  if (!isClassLoss(loss)) {
    return {
      checkTarget: () => loss.checkTarget(target),
      initialScore: () => atOnce(initialScoreOf(loss, target)),
      derivatives,
      value: () => Array.from(scores, (score, row) => loss.value(target, row, score)),
    };
  }
  // The loss has a score for each class, so the target has classes.
  const classes = target as ClassificationTarget;
  return {
    checkTarget: () => loss.checkTarget(classes),
    initialScores: () => loss.initialScores(classes),
    derivatives,
    value: () => Array.from(classes.codes, (_, row) => onScoresOf(row, (own) => loss.value(classes, row, own))),
  };

  /** What is done to the scores of the row, which it should not, is done to the caller's. */
  function onScoresOf(row: number, call: (own: Float64Array) => number): number {
    const own = scores.filter((_, at) => at % count === row);
    const value = call(own);
    own.forEach((score, code) => {
      scores[code * count + row] = score;
    });
    return value;
  }
}

/** All answers of the loss about one target, each about arrays of its own. */
export function answersOf(loss: AnyLoss, { target }: SampleTarget, stale = 0): Readonly<Record<string, unknown>> {
  const calls = () => callsOf(loss, copyOf(target), scoresOf(loss, target), stale);
  return Object.fromEntries(Object.keys(calls()).map((method) => [method, calls()[method]()]));
}
