import type { ClassificationTarget, TargetOf, Task } from "../dataset/target.ts";
import { weightOfClasses } from "../dataset/weight-of-classes.ts";
import { allRows } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";
import { bestConstant, MovedRows } from "./best-constant.ts";
import { checkedNumber, initialScoreOf } from "./initial-score-of.ts";
import type { ClassLoss, Loss } from "./loss.ts";

/** The sum of gradients that is taken for 0, for each unit of weight. */
const LITTLE = 2 ** -40;

/** Steps of the search, and lengths that are tried for each. */
const MOST_STEPS = 200;
const MOST_TRIES = 60;

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
  const rows = new MovedRows(loss, target, offsets);
  const middles = yield* rows.sumsOf(offsets.slice());
  const weights = weightOfClasses(target);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // The constant of a class of no weight stays where it is.
  const slopesAt = function* (constants: Float64Array) {
    const slopes = yield* rows.slopesAt(constants);
    return slopes.map((slope, code) => (weights[code] === 0 ? 0 : slope));
  };
  let at: Float64Array = alone.map((constant, code) => constant - middles[code] / (total || 1));
  let slopes: Float64Array = yield* slopesAt(at);
  const curvatures = yield* rows.sumsOf(rows.hessians);
  const inverse = Array.from(curvatures, (curvature, code) =>
    at.map((_, other) => (other === code ? 1 / (curvature || 1) : 0)),
  );
  for (let step = 0; step < MOST_STEPS && slopes.some((slope) => Math.abs(slope) > LITTLE * total); step++) {
    const direction = Float64Array.from(inverse, (row) => -dot(row, slopes));
    const next = yield* walk(slopesAt, at, direction, -dot(direction, slopes));
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
function* walk(
  slopesAt: (constants: Float64Array) => Turns<Float64Array>,
  from: Float64Array,
  direction: Float64Array,
  fall: number,
) {
  let length = 1;
  let tooShort = 0;
  let tooLong = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries++) {
    const at = from.map((constant, code) => constant + length * direction[code]);
    const slopes = yield* slopesAt(at);
    const rise = dot(direction, slopes);
    const isSmooth = Math.abs(rise) <= fall / 2;
    if (isSmooth || tries === MOST_TRIES) return { at, slopes, isSmooth };
    if (rise < 0) tooShort = length;
    else tooLong = length;
    length = tooLong === Number.POSITIVE_INFINITY ? 2 * length : (tooShort + tooLong) / 2;
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
