import { CambiumError, weightedMean } from "@cambium/core";
import type { Interpreter } from "./evaluate.ts";

/** Rows of a target: the numbers that are learned, and what they weigh. */
export interface WeighedRows {
  readonly values: ArrayLike<number>;
  readonly weights: Float64Array | null;
}

/** Mean slope and bend of the loss at one score of all rows. */
interface Slope {
  readonly gradient: number;
  readonly hessian: number;
}

/** A score with the slope there. */
interface Point extends Slope {
  readonly score: number;
}

/** Doublings of the first step; halvings between two scores. */
const MOST_STEPS = 200;

/** A slope that has shrunk to this share of that at 0 is next to none: the best score of a single class lies at infinity. */
const NEXT_TO_NONE = 2 ** -20;

/** A step that is this share of the score is no step any more. */
const LEAST_STEP = 2 ** -50;

/**
 * The constant score at which the mean loss is least: where its slope, a sum that does not depend on the order of the rows, changes its
 * sign. From 0 on, steps are doubled until it has; then Newton's steps are taken, and halves where those lead astray.
 */
export function bestConstant(rows: WeighedRows, interpreter: Interpreter): number {
  const slopeAt = slopesOf(rows, interpreter);
  const start = { score: 0, ...slopeAt(0) };
  if (start.gradient === 0) return 0;
  if (!Number.isFinite(start.gradient)) throw noneFound(start);
  const newton = -start.gradient / start.hessian;
  const first = newton * start.gradient < 0 && Number.isFinite(newton) ? newton : -Math.sign(start.gradient);
  let before: Point = start;
  let flat: number | null = null;
  for (let i = 0, step = first; i < MOST_STEPS; i++, step *= 2) {
    const point = { score: before.score + step, ...slopeAt(before.score + step) };
    if (point.gradient === 0) return flat ?? point.score;
    // Where it is no number any more, a step was too long.
    if (!(point.gradient * start.gradient > 0) || !Number.isFinite(point.gradient)) {
      return between(before, point, slopeAt);
    }
    if (flat === null && Math.abs(point.gradient) <= NEXT_TO_NONE * Math.abs(start.gradient)) flat = point.score;
    before = point;
  }
  if (flat === null) throw noneFound(start);
  return flat;
}

/** Between two scores of which only the second has a slope of another sign, or none. */
function between(near: Point, far: Point, slopeAt: (score: number) => Slope): number {
  const least = LEAST_STEP * Math.max(Math.abs(near.score), Math.abs(far.score));
  let [inside, outside] = [near.score, far.score];
  let point = Math.abs(far.gradient) < Math.abs(near.gradient) ? far : near;
  let last = Math.abs(outside - inside);
  for (let i = 0; i < MOST_STEPS; i++) {
    const newton = point.gradient / point.hessian;
    if (Math.abs(newton) <= least) return point.score;
    const isWithin = (point.score - newton - inside) * (point.score - newton - outside) < 0;
    const isFast = isWithin && Math.abs(newton) < last / 2;
    const score = isFast ? point.score - newton : inside + (outside - inside) / 2;
    last = Math.abs(score - point.score);
    point = { score, ...slopeAt(score) };
    if (point.gradient === 0 || last <= least) return score;
    if (point.gradient * near.gradient > 0) inside = score;
    else outside = score;
  }
  return point.score;
}

function slopesOf({ values, weights }: WeighedRows, interpreter: Interpreter): (score: number) => Slope {
  const gradients = new Float64Array(values.length);
  const hessians = new Float64Array(values.length);
  const total = weights === null ? 1 : weightedMean(weights, null);
  return (score) => {
    let most = 0;
    for (let row = 0; row < values.length; row++) {
      interpreter.run(values[row], score);
      gradients[row] = interpreter.result(0);
      hessians[row] = interpreter.result(1);
      most = Math.max(most, Math.abs(gradients[row]) * (weights?.[row] ?? 1));
    }
    const gradient = weightedMean(gradients, weights);
    // What the grid of the sum may have lost says nothing about its sign.
    const isLost = Math.abs(gradient) * total <= most * values.length * 2 ** -53;
    return { gradient: isLost ? 0 : gradient, hessian: weightedMean(hessians, weights) };
  };
}

function noneFound({ gradient }: Point): CambiumError {
  const message = `the mean loss has a slope of ${gradient} where all scores are 0, and none was found where it is least`;
  return new CambiumError("bad-option", `defineLoss: ${message}; pass initialScore, or look at the sign of "value"`);
}
