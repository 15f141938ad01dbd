import { exp } from "./exp.ts";
import { PassLoss, PassSlot } from "./generated/passes-layout.ts";
import type { Heap } from "./heap.ts";

// The twin of `assembly/row-passes.ts`.

/** Finds the probabilities of rows, from the scores of all classes. */
export function findShares({ f64, u32 }: Heap, job: number, from: number, to: number): void {
  const at = job / 8;
  const rows = f64[at + PassSlot.rows] / 4;
  const shares = f64[at + PassSlot.shares] / 8;
  const step = f64[at + PassSlot.classBytes] / 8;
  const classes = f64[at + PassSlot.classes];
  for (let i = from; i < to; i++) {
    const row = u32[rows + i];
    const first = f64[at + PassSlot.scores] / 8 + row;
    let most = Number.NEGATIVE_INFINITY;
    for (let code = 0; code < classes; code++) most = Math.max(most, f64[first + code * step]);
    let sum = 0;
    for (let code = 0; code < classes; code++) {
      const e = exp(f64[first + code * step] - most);
      f64[shares + row + code * step] = e;
      sum += e;
    }
    for (let code = 0; code < classes; code++) f64[shares + row + code * step] /= sum;
  }
}

/** Writes the pairs of the loss at the scores, times the weight; to `out` the largest of both, NaN or infinite where one is. */
export function derive(heap: Heap, job: number, from: number, to: number, out: number): void {
  const { f64, u32 } = heap;
  const at = job / 8;
  const rows = f64[at + PassSlot.rows] / 4;
  const pairs = f64[at + PassSlot.pairs] / 8;
  const weights = f64[at + PassSlot.weights] / 8;
  const writePair = writerOf(heap, at);
  let mostGradient = 0;
  let mostHessian = 0;
  for (let i = from; i < to; i++) {
    const row = u32[rows + i];
    const place = pairs + 2 * row;
    const weight = weights === 0 ? 1 : f64[weights + row];
    writePair(row, place);
    f64[place] *= weight;
    f64[place + 1] *= weight;
    mostGradient = Math.max(mostGradient, Math.abs(f64[place]));
    mostHessian = Math.max(mostHessian, Math.abs(f64[place + 1]));
  }
  f64[out / 8] = mostGradient;
  f64[out / 8 + 1] = mostHessian;
}

/** What writes the pair of a row to a place, before any weight. */
function writerOf({ f64, loss }: Heap, at: number): (row: number, place: number) => void {
  const scores = f64[at + PassSlot.scores] / 8;
  const targets = f64[at + PassSlot.targets] / 8;
  const write = (place: number, gradient: number, hessian: number) => {
    f64[place] = gradient;
    f64[place + 1] = hessian;
  };
  const kind = f64[at + PassSlot.loss];
  if (kind === PassLoss.own && loss !== null) {
    return (row, place) => loss.derive(f64[scores + row], f64[targets + row], f64, place);
  }
  if (kind === PassLoss.softmax || kind === PassLoss.oneVsAll) {
    const code = f64[at + PassSlot.classCode];
    const ahead = (code * f64[at + PassSlot.classBytes]) / 8;
    const shares = f64[at + PassSlot.shares] / 8 + ahead;
    const factor = f64[at + PassSlot.hessianFactor];
    const chanceOf =
      kind === PassLoss.softmax
        ? (row: number) => f64[shares + row]
        : (row: number) => logisticOf(f64[scores + ahead + row]);
    return (row, place) => {
      const p = chanceOf(row);
      write(place, p - Number(f64[targets + row] === code), factor * p * (1 - p));
    };
  }
  if (kind === PassLoss.logistic) {
    return (row, place) => {
      const p = logisticOf(f64[scores + row]);
      write(place, p - f64[targets + row], p * (1 - p));
    };
  }
  return (row, place) => write(place, f64[scores + row] - f64[targets + row], 1);
}

export function logisticOf(score: number): number {
  const e = exp(-Math.abs(score));
  return (score >= 0 ? 1 : e) / (1 + e);
}

/**
 * Rounds the pairs to the grid of the tree, ties up. To `out`, of gradients and hessians each: their sum, the sum of their
 * sizes, and the sum of what narrow ones would be off by.
 */
export function roundPairs({ f64, u32 }: Heap, job: number, from: number, to: number, out: number): void {
  const at = job / 8;
  const rows = f64[at + PassSlot.rows] / 4;
  const pairs = f64[at + PassSlot.pairs] / 8;
  for (let part = 0; part < 2; part++) {
    const up = f64[at + PassSlot.up + part];
    const down = f64[at + PassSlot.down + part];
    const narrowUp = f64[at + PassSlot.narrowUp + part];
    const narrowDown = f64[at + PassSlot.narrowDown + part];
    let sum = 0;
    let size = 0;
    let error = 0;
    for (let i = from; i < to; i++) {
      const place = pairs + 2 * u32[rows + i] + part;
      const value = Math.round(f64[place] * up) * down;
      f64[place] = value;
      sum += value;
      size += Math.abs(value);
      error += Math.abs(value - roundToEven(value * narrowUp) * narrowDown);
    }
    f64[out / 8 + part] = sum;
    f64[out / 8 + 2 + part] = size;
    f64[out / 8 + 4 + part] = error;
  }
}

/** Adding and taking it away leaves no room for digits after the point. */
const NO_FRACTION = 3 * 2 ** 51;

/** The whole number nearest to an x below 2^51, ties to the even one. */
export function roundToEven(x: number): number {
  return x + NO_FRACTION - NO_FRACTION;
}

/** Notes the number of a leaf for its rows. */
export function markLeaf({ f64, u16, u32 }: Heap, job: number, from: number, to: number, leaf: number): void {
  const rows = f64[job / 8 + PassSlot.rows] / 4;
  const leaves = f64[job / 8 + PassSlot.leaves] / 2;
  for (let i = from; i < to; i++) u16[leaves + u32[rows + i]] = leaf;
}

/** Sums the pairs of rows `from` to `to` of all that there are by leaf, to the table at `out`. */
export function sumByLeaf({ f64, u16 }: Heap, job: number, from: number, to: number, out: number): void {
  const pairs = f64[job / 8 + PassSlot.pairs] / 8;
  const leaves = f64[job / 8 + PassSlot.leaves] / 2;
  f64.fill(0, out / 8, out / 8 + 2 * f64[job / 8 + PassSlot.leafCount]);
  for (let row = from; row < to; row++) {
    const sum = out / 8 + 2 * u16[leaves + row];
    f64[sum] += f64[pairs + 2 * row];
    f64[sum + 1] += f64[pairs + 2 * row + 1];
  }
}

/** Adds to the scores of rows `from` to `to` of all that there are the values of their leaves. */
export function addByLeaf({ f64, u16 }: Heap, job: number, from: number, to: number): void {
  const scores = f64[job / 8 + PassSlot.scores] / 8;
  const leaves = f64[job / 8 + PassSlot.leaves] / 2;
  const values = f64[job / 8 + PassSlot.values] / 8;
  for (let row = from; row < to; row++) f64[scores + row] += f64[values + u16[leaves + row]];
}

/** Sums the pairs of the rows of a leaf, to `out`. */
export function sumPairs({ f64, u32 }: Heap, job: number, from: number, to: number, out: number): void {
  const rows = f64[job / 8 + PassSlot.rows] / 4;
  const pairs = f64[job / 8 + PassSlot.pairs] / 8;
  let gradients = 0;
  let hessians = 0;
  for (let i = from; i < to; i++) {
    gradients += f64[pairs + 2 * u32[rows + i]];
    hessians += f64[pairs + 2 * u32[rows + i] + 1];
  }
  f64[out / 8] = gradients;
  f64[out / 8 + 1] = hessians;
}

/** Adds the number at `value` to the scores of the rows of a leaf. */
export function addToScores({ f64, u32 }: Heap, job: number, from: number, to: number, value: number): void {
  const rows = f64[job / 8 + PassSlot.rows] / 4;
  const scores = f64[job / 8 + PassSlot.scores] / 8;
  for (let i = from; i < to; i++) f64[scores + u32[rows + i]] += f64[value / 8];
}
