import {
  bestConstant,
  CambiumError,
  type Loss,
  meanInTurns,
  type TargetOf,
  type Task,
  type Turns,
  turnsOver,
  weightedMean,
} from "@cambium/core";

/** Doublings of the first step. */
const MOST_STEPS = 200;

/** A slope that has shrunk to this share of that at 0 is next to none: the best score of a single class lies at infinity. */
const NEXT_TO_NONE = 2 ** -20;

/** Mean slope and bend of the loss where all rows have one score. */
interface Slope {
  readonly gradient: number;
  readonly hessian: number;
}

/** The derivatives of a loss, the second one told also where it is 1. */
type Derivatives = Pick<Loss, "derivatives" | "constantHessian">;

/**
 * The constant score at which the mean loss is least, for a loss of which nobody says where to look: steps from 0, the first one
 * Newton's, are doubled until the slope has changed its sign. The slopes are sums that do not depend on the order of the rows.
 */
export function* findConstant(loss: Derivatives, target: TargetOf<Task>): Turns<number> {
  const rows = distinct(target);
  const slopeAt = yield* slopesOf(loss, rows);
  const start = yield* slopeAt(0);
  if (start.gradient === 0) return 0;
  const found = yield* search(slopeAt, start);
  if (typeof found === "number") return found;
  if (found !== null) return yield* bestConstant(loss, rows, found);
  const wrong = yield* firstWithoutSlope(loss, target);
  const what =
    wrong ??
    `the mean loss has the slope ${start.gradient} where all scores are 0, and none was found where it is least; ` +
      "pass initialScore, or look at the sign of value";
  throw new CambiumError("bad-option", `defineLoss: ${what}`);
}

/** Says which row has no slope where the score is 0, if one has none: the search could not begin. */
function* firstWithoutSlope(loss: Derivatives, target: TargetOf<Task>): Turns<string | null> {
  const count = rowCountOf(target);
  const scores = new Float64Array(count);
  const gradients = new Float64Array(count);
  const hessians = loss.constantHessian ? null : new Float64Array(count);
  yield* turnsOver(count, (start, end) => loss.derivatives(target, scores, gradients, hessians, start, end));
  const row = gradients.findIndex((gradient) => !Number.isFinite(gradient));
  if (row < 0) return null;
  const y = target.task === "regression" ? target.values[row] : target.classes[target.codes[row]];
  const where = `in row ${row + 1}, where target "${target.name}" is ${y} and the score is 0`;
  return (
    `the loss has the slope ${gradients[row]} ${where}; write it so that it has one, ` +
    "refuse such targets by target, or pass initialScore if only the score is wrong"
  );
}

/** The score, or two on either side of it; null where there is none. */
function* search(
  slopeAt: (score: number) => Turns<Slope>,
  start: Slope,
): Turns<number | [low: number, high: number] | null> {
  let flat: number | null = null;
  let before = 0;
  let step = firstStep(start);
  for (let i = 0; i < MOST_STEPS; i++) {
    const score = before + step;
    const { gradient } = yield* slopeAt(score);
    if (gradient === 0) return flat ?? score;
    if (gradient * start.gradient < 0) return step < 0 ? [score, before] : [before, score];
    if (Number.isFinite(gradient)) {
      if (Math.abs(gradient) <= NEXT_TO_NONE * Math.abs(start.gradient)) flat ??= score;
      before = score;
      step *= 2;
    } else step /= 4; // What is no number any more is too far away.
  }
  return flat;
}

function firstStep({ gradient, hessian }: Slope): number {
  const newton = -gradient / hessian;
  return Number.isFinite(newton) && newton !== 0 ? newton : gradient > 0 ? -1 : 1;
}

/** Where there are classes, one row for each stands for all. */
function distinct(target: TargetOf<Task>): TargetOf<Task> {
  if (target.task === "regression") return target;
  const share = weightedMean(target.codes, target.weights);
  return { ...target, codes: Int32Array.of(0, 1), weights: Float64Array.of(1 - share, share) };
}

function rowCountOf(target: TargetOf<Task>): number {
  return (target.task === "regression" ? target.values : target.codes).length;
}

function* slopesOf(loss: Derivatives, target: TargetOf<Task>): Turns<(score: number) => Turns<Slope>> {
  const { weights } = target;
  const count = rowCountOf(target);
  const gradients = new Float64Array(count);
  const hessians = loss.constantHessian ? null : new Float64Array(count);
  const scores = new Float64Array(count);
  const weight = weights === null ? 1 : yield* meanInTurns(weights, null);
  return function* (score) {
    let most = 0;
    yield* turnsOver(count, (start, end) => {
      loss.derivatives(target, scores.fill(score, start, end), gradients, hessians, start, end);
      for (let row = start; row < end; row++) most = Math.max(most, Math.abs(gradients[row]) * (weights?.[row] ?? 1));
    });
    if (!(most < Number.POSITIVE_INFINITY)) return { gradient: Number.NaN, hessian: 1 };
    const gradient = yield* meanInTurns(gradients, weights);
    // What the grid of the sum may have lost says nothing about its sign.
    const isLost = Math.abs(gradient) * weight <= most * count * 2 ** -53;
    const hessian = hessians === null ? 1 : yield* meanInTurns(hessians, weights);
    return { gradient: isLost ? 0 : gradient, hessian };
  };
}
