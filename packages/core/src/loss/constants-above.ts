import type { ClassificationTarget } from "../dataset/target.ts";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { sumInTurns } from "../util/exact-sum.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { ClassLoss } from "./loss.ts";

/** The sum of gradients that is taken for 0, for each unit of weight. */
const LITTLE = 2 ** -40;

/** Steps of the search, and lengths that are tried for each. */
const MOST_STEPS = 200;
const MOST_TRIES = 60;

/**
 * The constants, one for each class, that, added to the offsets of the rows, make their loss the least; `alone` are the best ones
 * without offsets. Scores of a row have a say in each other's gradients, so all are searched for together, by steps of Broyden,
 * Fletcher, Goldfarb and Shanno. The gradients are added up exactly, so the order of the rows has no say. A class of no weight has
 * no best constant, and keeps the first guess. A loss that says where to start, and not what is best, starts there.
 */
export function* constantsAbove(
  loss: ClassLoss,
  target: ClassificationTarget,
  offsets: Float64Array,
  alone: Float64Array,
): Turns<Float64Array> {
  if (loss.startsAtBest === false) return alone;
  const rows = new RowsAbove(loss, target, offsets);
  const middles = yield* rows.sumsOf(offsets);
  const total = rows.weights.reduce((sum, weight) => sum + weight, 0);
  let at = alone.map((constant, code) => constant - middles[code] / (total || 1));
  let slopes = yield* rows.slopesAt(at);
  const curvatures = yield* rows.sumsOf(rows.hessians);
  const inverse = Array.from(curvatures, (curvature, code) =>
    at.map((_, other) => (other === code ? 1 / (curvature || 1) : 0)),
  );
  for (let step = 0; step < MOST_STEPS && slopes.some((slope) => Math.abs(slope) > LITTLE * total); step++) {
    const direction = Float64Array.from(inverse, (row) => -dot(row, slopes));
    const next = yield* walk(rows, at, direction, -dot(direction, slopes));
    const moved = next.at.map((constant, code) => constant - at[code]);
    const change = next.slopes.map((slope, code) => slope - slopes[code]);
    ({ at, slopes } = next);
    if (!next.isSmooth) break;
    learnCurvature(inverse, moved, change);
  }
  return at;
}

/**
 * Goes in a direction to where the loss falls, or rises, at most half as steeply as it fell at the beginning. Where offsets lie so far apart
 * that there is no such place, only an edge, it ends there.
 */
function* walk(rows: RowsAbove, from: Float64Array, direction: Float64Array, fall: number) {
  let length = 1;
  let tooShort = 0;
  let tooLong = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries++) {
    const at = from.map((constant, code) => constant + length * direction[code]);
    const slopes = yield* rows.slopesAt(at);
    const rise = dot(direction, slopes);
    const isSmooth = Math.abs(rise) <= fall / 2;
    if (isSmooth || tries === MOST_TRIES) return { at, slopes, isSmooth };
    if (rise < 0) tooShort = length;
    else tooLong = length;
    length = tooLong === Number.POSITIVE_INFINITY ? 2 * length : (tooShort + tooLong) / 2;
  }
}

/** The rows of a target at constants above their offsets. */
class RowsAbove {
  readonly hessians: Float64Array;
  /** By class. */
  readonly weights: readonly number[];
  readonly #gradients: Float64Array;
  readonly #scores: Float64Array;

  constructor(
    private readonly loss: ClassLoss,
    private readonly target: ClassificationTarget,
    private readonly offsets: Float64Array,
  ) {
    this.hessians = new Float64Array(offsets.length).fill(1);
    this.weights = weightOfClasses(target);
    this.#gradients = new Float64Array(offsets.length);
    this.#scores = new Float64Array(offsets.length);
  }

  /** The sum of the weighted gradients of each class; 0 for one of no weight, whose constant stays where it is. */
  *slopesAt(constants: Float64Array): Turns<Float64Array> {
    const { loss, target, offsets } = this;
    const rowCount = target.codes.length;
    yield* turnsOver(rowCount, (start, end) => {
      for (const [code, constant] of constants.entries()) {
        const first = code * rowCount;
        for (let at = first + start; at < first + end; at++) this.#scores[at] = constant + offsets[at];
      }
      loss.derivatives(target, this.#scores, this.#gradients, loss.constantHessian ? null : this.hessians, start, end);
    });
    const slopes = yield* this.sumsOf(this.#gradients);
    return slopes.map((slope, code) => (this.weights[code] === 0 ? 0 : slope));
  }

  /** The weighted sum of what the rows have for each class. */
  *sumsOf(values: Float64Array): Turns<Float64Array> {
    const { codes, classes, weights } = this.target;
    const sums = new Float64Array(classes.length);
    for (let code = 0; code < sums.length; code++) {
      sums[code] = yield* sumInTurns(values.subarray(code * codes.length, (code + 1) * codes.length), weights);
    }
    return sums;
  }
}

/** What a step has shown of how slopes change, put into the inverse of the second derivatives. */
function learnCurvature(inverse: Float64Array[], moved: Float64Array, change: Float64Array): void {
  const rise = dot(moved, change);
  if (!(rise > 0)) return;
  const back = Float64Array.from(inverse, (row) => dot(row, change));
  const factor = (1 + dot(change, back) / rise) / rise;
  for (const [code, row] of inverse.entries()) {
    for (let other = 0; other < row.length; other++) {
      row[other] +=
        factor * moved[code] * moved[other] - (back[code] * moved[other] + moved[code] * back[other]) / rise;
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
