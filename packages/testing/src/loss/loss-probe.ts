import { type Loss, type Target, weightedMean } from "@cambium/core";
import { copyOf, rowCountOf, rowOf, type SampleTarget } from "./sample-targets.ts";

export interface Derivatives {
  readonly gradients: Float64Array;
  /** null where the loss declares them to be 1. */
  readonly hessians: Float64Array | null;
}

/** Scores that keep clear of the places where losses have kinks (at a target, or a round distance from it). */
export const SCORES: readonly number[] = [-4.03, -2.71, -1.37, -0.62, -0.09, 0.41, 1.13, 2.31, 3.89];

/** Scores that training can reach before anyone notices; e^±700 is still a number. */
export const EXTREME_SCORES: readonly number[] = [-700, -40, 0, 40, 700];

/** Different scores for the rows of a target, so many for each. */
export function scoresFor(target: Target, perRow = 1): Float64Array {
  return Float64Array.from({ length: perRow * rowCountOf(target) }, (_, at) => SCORES[(4 * at + 1) % SCORES.length]);
}

/** Every row of every sample, at each of the scores. */
export function forEachScore(
  samples: readonly SampleTarget[],
  scores: readonly number[],
  visit: (sample: SampleTarget, row: number, score: number) => void,
): void {
  for (const sample of samples) {
    for (let row = 0; row < rowCountOf(sample.target); row++) for (const score of scores) visit(sample, row, score);
  }
}

/** Asks a loss, each time with arrays of its own, so that a loss that spoils its inputs spoils one answer only. */
export class LossProbe {
  /** `ownClass`: of a classification, the class that a higher score makes more likely. */
  constructor(
    readonly loss: Loss,
    readonly ownClass = 1,
  ) {}

  /** The weighted mean loss, as training reports it. */
  valueAt(target: Target, scores: Float64Array): number {
    const asked = copyOf(target);
    return weightedMean(
      scores.map((score, row) => this.loss.value(asked, row, score)),
      target.weights,
    );
  }

  /** The loss of a row that stands alone, and weighs 1. */
  rowValue(target: Target, row: number, score: number): number {
    return this.loss.value(rowOf(target, row), 0, score);
  }

  derivatives(target: Target, scores: Float64Array): Derivatives {
    const gradients = new Float64Array(scores.length);
    const hessians = this.loss.constantHessian ? null : new Float64Array(scores.length);
    this.loss.derivatives(copyOf(target), scores.slice(), gradients, hessians, 0, scores.length);
    return { gradients, hessians };
  }

  rowGradient(target: Target, row: number, score: number): number {
    return this.derivatives(rowOf(target, row), Float64Array.of(score)).gradients[0];
  }

  /** The second derivative that the loss tells: 1 where it is declared to be. */
  rowHessian(target: Target, row: number, score: number): number {
    return this.derivatives(rowOf(target, row), Float64Array.of(score)).hessians?.[0] ?? 1;
  }

  /** Σ w·value / Σ w over rows that stand alone: whatever `value` makes of weights, and of other rows. */
  meanOfRows(target: Target, scoreOf: (row: number) => number): number {
    let sum = 0;
    let total = 0;
    for (let row = 0; row < rowCountOf(target); row++) {
      const weight = target.weights?.[row] ?? 1;
      sum += weight * this.rowValue(target, row, scoreOf(row));
      total += weight;
    }
    return sum / total;
  }
}

/** The slope of f at x by five points, whose error is of the order of h^4. */
export function slopeOf(f: (x: number) => number, x: number): number {
  const h = 2 ** -8;
  return (f(x - 2 * h) - 8 * f(x - h) + 8 * f(x + h) - f(x + 2 * h)) / (12 * h);
}
