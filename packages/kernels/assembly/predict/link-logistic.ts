import { logistic } from "../math/logistic";

/** Turns scores into probabilities, in place; NaN stays. There is room for one more where their number is odd. */
export function linkLogistic(scores: usize, count: u32): void {
  for (const end = scores + (<usize>count << 3); scores < end; scores += 16) {
    const score = v128.load(scores);
    v128.store(scores, v128.bitselect(logistic(score), f64x2.splat(NaN), f64x2.eq(score, score)));
  }
}
