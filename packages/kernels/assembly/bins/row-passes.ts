import { OWN_LOSS_PLACE, OWN_LOSS_ROWS, PassLoss, PassSlot } from "../generated/passes-layout";
import { expOf } from "../math/exp";
import { logistic, logisticOf } from "../math/logistic";

// Passes over rows, in the order in which a bag lists them: the derivatives of a loss before a tree, and the sums and scores
// of its leaves after it.

/** Finds the probabilities of rows, from the scores of all classes. */
export function findShares(job: usize, from: u32, to: u32): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const scores = <usize><i64>load<f64>(job, PassSlot.scores);
  const bytes = <usize><i64>load<f64>(job, PassSlot.classBytes);
  const last = scores + bytes * <usize><i64>load<f64>(job, PassSlot.classes);
  const ahead = <usize><i64>load<f64>(job, PassSlot.shares) - scores;
  const isRun = areNextToEachOther(rows, from, to);
  const inFours = isRun ? (to - from) & ~3 : 0;
  findSharesOfFours(scores + (<usize>load<u32>(rows + (<usize>from << 2)) << 3), bytes, last - scores, ahead, inFours);
  for (let at = rows + (<usize>(from + inFours) << 2), end = rows + (<usize>to << 2); at < end; at += 8) {
    const a = <usize>load<u32>(at);
    const b = at + 4 < end ? <usize>load<u32>(at, 4) : a;
    const areNext = isRun && b != a;
    let most = both(scores, a, b, areNext);
    for (let own = scores + bytes; own < last; own += bytes) most = f64x2.max(most, both(own, a, b, areNext));
    let sum = f64x2.splat(0);
    for (let own = scores; own < last; own += bytes) {
      const e = expOf(f64x2.sub(both(own, a, b, areNext), most));
      storeBoth(own + ahead, a, b, areNext, e);
      sum = f64x2.add(sum, e);
    }
    for (let share = scores + ahead; share < last + ahead; share += bytes) {
      storeBoth(share, a, b, areNext, f64x2.div(both(share, a, b, areNext), sum));
    }
  }
}

/** The same where rows lie side by side, four at a time: two series of e^x, neither of which waits for the other. */
export function findSharesOfFours(scores: usize, bytes: usize, allBytes: usize, ahead: usize, count: u32): void {
  for (let row = scores, end = scores + (<usize>count << 3); row < end; row += 32) {
    const last = row + allBytes;
    let most = v128.load(row);
    let most2 = v128.load(row, 16);
    for (let own = row + bytes; own < last; own += bytes) {
      most = f64x2.max(most, v128.load(own));
      most2 = f64x2.max(most2, v128.load(own, 16));
    }
    let sum = f64x2.splat(0);
    let sum2 = sum;
    for (let own = row; own < last; own += bytes) {
      const e = expOf(f64x2.sub(v128.load(own), most));
      const e2 = expOf(f64x2.sub(v128.load(own, 16), most2));
      v128.store(own + ahead, e);
      v128.store(own + ahead, e2, 16);
      sum = f64x2.add(sum, e);
      sum2 = f64x2.add(sum2, e2);
    }
    for (let share = row + ahead; share < last + ahead; share += bytes) {
      v128.store(share, f64x2.div(v128.load(share), sum));
      v128.store(share, f64x2.div(v128.load(share, 16), sum2), 16);
    }
  }
}

/** Writes the pairs of the loss at the scores, times the weight; to `out` the largest of both, NaN where one is not finite. */
export function derive(job: usize, from: u32, to: u32, out: usize): void {
  const loss = load<f64>(job, PassSlot.loss);
  if (loss == PassLoss.own) deriveOwn(job, from, to, out);
  else if (loss == PassLoss.softmax || loss == PassLoss.oneVsAll) deriveClass(job, from, to, out);
  else deriveKnown(job, from, to, out);
}

/** The same of the logistic loss and of squared error. */
export function deriveKnown(job: usize, from: u32, to: u32, out: usize): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const pairs = <usize><i64>load<f64>(job, PassSlot.pairs);
  const scores = <usize><i64>load<f64>(job, PassSlot.scores);
  const targets = <usize><i64>load<f64>(job, PassSlot.targets);
  const weights = <usize><i64>load<f64>(job, PassSlot.weights);
  const isLogistic = load<f64>(job, PassSlot.loss) == PassLoss.logistic;
  const isRun = areNextToEachOther(rows, from, to);
  const inFours = isLogistic && isRun && weights == 0 ? (to - from) & ~3 : 0;
  const first = <usize>load<u32>(rows + (<usize>from << 2)) << 3;
  let most = deriveFours(pairs + (first << 1), scores + first, targets + first, inFours);
  // Two rows at a time; the last one alone is a pair with itself. Rows of all there are lie side by side.
  for (let at = rows + (<usize>(from + inFours) << 2), end = rows + (<usize>to << 2); at < end; at += 8) {
    const a = <usize>load<u32>(at);
    const b = at + 4 < end ? <usize>load<u32>(at, 4) : a;
    const areNext = isRun && b != a;
    const score = both(scores, a, b, areNext);
    const target = both(targets, a, b, areNext);
    const p = isLogistic ? logistic(score) : score;
    const hessian = isLogistic ? slopeOf(p) : f64x2.splat(1);
    most = storePairs(pairs, weights, a, b, areNext, f64x2.sub(p, target), hessian, most);
  }
  v128.store(out, most);
}

/**
 * The same for the logistic loss without weights where rows lie side by side, four at a time: two series of e^x, neither of which waits
 * for the other. A row takes 4.1 ns, two at a time 5.3.
 */
export function deriveFours(pairs: usize, scores: usize, targets: usize, count: u32): v128 {
  let most = f64x2.splat(0);
  for (let row: usize = 0; row < <usize>count; row += 4) {
    const at = row << 3;
    const p = logisticOf(v128.load(scores + at));
    const q = logisticOf(v128.load(scores + at, 16));
    most = storePairs(pairs, 0, row, row + 1, true, f64x2.sub(p, v128.load(targets + at)), slopeOf(p), most);
    most = storePairs(pairs, 0, row + 2, row + 3, true, f64x2.sub(q, v128.load(targets + at, 16)), slopeOf(q), most);
  }
  return most;
}

@inline
function slopeOf(p: v128): v128 {
  return f64x2.mul(p, f64x2.sub(f64x2.splat(1), p));
}

/** The same for one class: by softmax, of rows whose shares are found, or against all others. */
export function deriveClass(job: usize, from: u32, to: u32, out: usize): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const pairs = <usize><i64>load<f64>(job, PassSlot.pairs);
  const targets = <usize><i64>load<f64>(job, PassSlot.targets);
  const weights = <usize><i64>load<f64>(job, PassSlot.weights);
  const code = f64x2.splat(load<f64>(job, PassSlot.classCode));
  const ahead = <usize><i64>(load<f64>(job, PassSlot.classCode) * load<f64>(job, PassSlot.classBytes));
  const shares = <usize><i64>load<f64>(job, PassSlot.shares) + ahead;
  const scores = <usize><i64>load<f64>(job, PassSlot.scores) + ahead;
  const factor = f64x2.splat(load<f64>(job, PassSlot.hessianFactor));
  const isSoftmax = load<f64>(job, PassSlot.loss) == PassLoss.softmax;
  const isRun = areNextToEachOther(rows, from, to);
  const one = f64x2.splat(1);
  let most = f64x2.splat(0);
  for (let at = rows + (<usize>from << 2), end = rows + (<usize>to << 2); at < end; at += 8) {
    const a = <usize>load<u32>(at);
    const b = at + 4 < end ? <usize>load<u32>(at, 4) : a;
    const areNext = isRun && b != a;
    const p = isSoftmax ? both(shares, a, b, areNext) : logistic(both(scores, a, b, areNext));
    const gradient = f64x2.sub(p, v128.and(one, f64x2.eq(both(targets, a, b, areNext), code)));
    const hessian = f64x2.mul(f64x2.mul(factor, p), f64x2.sub(one, p));
    most = storePairs(pairs, weights, a, b, areNext, gradient, hessian, most);
  }
  v128.store(out, most);
}

/** The numbers of eight rows, in bytes. */
const EIGHT: usize = OWN_LOSS_ROWS << 3;

/** The same for a loss that brought its own, eight rows at a time. Their numbers are in `out`, where this task alone writes. */
export function deriveOwn(job: usize, from: u32, to: u32, out: usize): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const pairs = <usize><i64>load<f64>(job, PassSlot.pairs);
  const scores = <usize><i64>load<f64>(job, PassSlot.scores);
  const targets = <usize><i64>load<f64>(job, PassSlot.targets);
  const weights = <usize><i64>load<f64>(job, PassSlot.weights);
  const isRun = areNextToEachOther(rows, from, to);
  let most = f64x2.splat(0);
  for (let at = rows + (<usize>from << 2), end = rows + (<usize>to << 2); at < end; at += 32) {
    const last = min(at + 28, end - 4);
    let score = scores + (<usize>load<u32>(at) << 3);
    let target = targets + (<usize>load<u32>(at) << 3);
    if (!isRun || last < at + 28) {
      score = out + 3 * EIGHT;
      target = out + 4 * EIGHT;
      for (let i: usize = 0; i < 8; i++) {
        const row = <usize>load<u32>(min(at + (i << 2), last)) << 3;
        store<f64>(score + (i << 3), load<f64>(scores + row));
        store<f64>(target + (i << 3), load<f64>(targets + row));
      }
    }
    call_indirect<void>(OWN_LOSS_PLACE, score, target, out);
    for (let next = at, place = out + EIGHT; next <= last; next += 8, place += 16) {
      const a = <usize>load<u32>(next);
      const b = <usize>load<u32>(min(next + 4, last));
      most = storePairs(pairs, weights, a, b, false, v128.load(place), v128.load(place, EIGHT), most);
    }
  }
  v128.store(out, most);
}

/** Writes the pairs of two rows, times their weights where there are any. Gives the larger sizes of these and of `most`; NaN where one is not finite. */
@inline
function storePairs(
  pairs: usize,
  weights: usize,
  a: usize,
  b: usize,
  areNext: bool,
  gradient: v128,
  hessian: v128,
  most: v128,
): v128 {
  if (weights != 0) {
    const weight = both(weights, a, b, areNext);
    gradient = f64x2.mul(gradient, weight);
    hessian = f64x2.mul(hessian, weight);
  }
  const first = v128.shuffle<f64>(gradient, hessian, 0, 2);
  const second = v128.shuffle<f64>(gradient, hessian, 1, 3);
  v128.store(pairs + (a << 4), first);
  v128.store(pairs + (b << 4), second);
  const size = f64x2.pmax(f64x2.abs(first), f64x2.abs(second));
  // 0 times a number is 0, and else NaN, which stays: cheaper than a maximum that minds NaN.
  return f64x2.add(f64x2.pmax(most, size), f64x2.mul(f64x2.add(first, second), f64x2.splat(0)));
}

/** Whether the rows from place `from` to `to` of a bag lie side by side. */
@inline
function areNextToEachOther(rows: usize, from: u32, to: u32): bool {
  return load<u32>(rows + (<usize>(to - 1) << 2)) - load<u32>(rows + (<usize>from << 2)) == to - 1 - from;
}

@inline
function storeBoth(values: usize, a: usize, b: usize, areNext: bool, two: v128): void {
  if (areNext) v128.store(values + (a << 3), two);
  else {
    v128.store64_lane(values + (a << 3), two, 0);
    v128.store64_lane(values + (b << 3), two, 1);
  }
}

@inline
function both(values: usize, a: usize, b: usize, areNext: bool): v128 {
  if (areNext) return v128.load(values + (a << 3));
  return v128.load64_lane(values + (b << 3), v128.load64_zero(values + (a << 3)), 1);
}

/**
 * Rounds the pairs to the grid of the tree, ties up. To `out`, of gradients and hessians each: their sum, the sum of their
 * sizes, and the sum of what narrow ones would be off by. All three are exact.
 */
export function roundPairs(job: usize, from: u32, to: u32, out: usize): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const pairs = <usize><i64>load<f64>(job, PassSlot.pairs);
  const up = v128.load(job, PassSlot.up);
  const down = v128.load(job, PassSlot.down);
  const narrowUp = v128.load(job, PassSlot.narrowUp);
  const narrowDown = v128.load(job, PassSlot.narrowDown);
  const half = f64x2.splat(0.5);
  const one = f64x2.splat(1);
  let sum = f64x2.splat(0);
  let size = f64x2.splat(0);
  let error = f64x2.splat(0);
  for (let at = rows + (<usize>from << 2), end = rows + (<usize>to << 2); at < end; at += 4) {
    const place = pairs + (<usize>load<u32>(at) << 4);
    const steps = f64x2.mul(v128.load(place), up);
    const even = f64x2.nearest(steps);
    const isTie = f64x2.eq(f64x2.sub(steps, even), half);
    const pair = f64x2.mul(f64x2.add(even, v128.and(one, isTie)), down);
    const narrow = f64x2.mul(f64x2.nearest(f64x2.mul(pair, narrowUp)), narrowDown);
    v128.store(place, pair);
    sum = f64x2.add(sum, pair);
    size = f64x2.add(size, f64x2.abs(pair));
    error = f64x2.add(error, f64x2.abs(f64x2.sub(pair, narrow)));
  }
  v128.store(out, sum);
  v128.store(out, size, 16);
  v128.store(out, error, 32);
}

// What leaves add up to is found in two steps: each row is told its leaf, and then rows are gone through from first to last.
// Pairs that are fetched leaf by leaf, from all over the memory, take 4 to 9 ns a row, and this 1.5.

/** Notes the number of a leaf for its rows. */
export function markLeaf(job: usize, from: u32, to: u32, leaf: usize): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const leaves = <usize><i64>load<f64>(job, PassSlot.leaves);
  for (let at = rows + (<usize>from << 2), end = rows + (<usize>to << 2); at < end; at += 4) {
    store<u16>(leaves + (<usize>load<u32>(at) << 1), <u16>leaf);
  }
}

/** Sums the pairs of rows `from` to `to` of all that there are by leaf, to the table at `out`. */
export function sumByLeaf(job: usize, from: u32, to: u32, out: usize): void {
  const pairs = <usize><i64>load<f64>(job, PassSlot.pairs);
  const leaves = <usize><i64>load<f64>(job, PassSlot.leaves);
  memory.fill(out, 0, <usize><i64>load<f64>(job, PassSlot.leafCount) << 4);
  for (let row = <usize>from; row < <usize>to; row++) {
    const sum = out + (<usize>load<u16>(leaves + (row << 1)) << 4);
    v128.store(sum, f64x2.add(v128.load(sum), v128.load(pairs + (row << 4))));
  }
}

/** Adds to the scores of rows `from` to `to` of all that there are the values of their leaves. */
export function addByLeaf(job: usize, from: u32, to: u32): void {
  const scores = <usize><i64>load<f64>(job, PassSlot.scores);
  const leaves = <usize><i64>load<f64>(job, PassSlot.leaves);
  const values = <usize><i64>load<f64>(job, PassSlot.values);
  for (let row = <usize>from; row < <usize>to; row++) {
    const place = scores + (row << 3);
    store<f64>(place, load<f64>(place) + load<f64>(values + (<usize>load<u16>(leaves + (row << 1)) << 3)));
  }
}

/** Sums the pairs of the rows of a leaf, to `out`. */
export function sumPairs(job: usize, from: u32, to: u32, out: usize): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const pairs = <usize><i64>load<f64>(job, PassSlot.pairs);
  let sum = f64x2.splat(0);
  for (let at = rows + (<usize>from << 2), end = rows + (<usize>to << 2); at < end; at += 4) {
    sum = f64x2.add(sum, v128.load(pairs + (<usize>load<u32>(at) << 4)));
  }
  v128.store(out, sum);
}

/** Adds the number at `value` to the scores of the rows of a leaf. */
export function addToScores(job: usize, from: u32, to: u32, value: usize): void {
  const rows = <usize><i64>load<f64>(job, PassSlot.rows);
  const scores = <usize><i64>load<f64>(job, PassSlot.scores);
  const step = load<f64>(value);
  for (let at = rows + (<usize>from << 2), end = rows + (<usize>to << 2); at < end; at += 4) {
    const place = scores + (<usize>load<u32>(at) << 3);
    store<f64>(place, load<f64>(place) + step);
  }
}
