/** A pass over rows, in float64 slots; offsets are in bytes. `assembly/row-passes.ts` has the same numbers, times 8. */
export const PassSlot = {
  /** F64 gradient and hessian by row. */
  pairs: 0,
  /** U32: the rows. */
  rows: 1,
  /** F64 by row. */
  scores: 2,
  targets: 3,
  /** F64 by row; 0: all are 1. */
  weights: 4,
  /** One of `PassLoss`, or `OWN_LOSS`. */
  loss: 5,
  /** Steps of the grid in 1, of gradients and of hessians, and the size of a step. */
  up: 6,
  down: 8,
  /** The same of the narrow grid. */
  narrowUp: 10,
  narrowDown: 12,
  /** U16 by row: the leaf that it is in. */
  leaves: 14,
  leafCount: 15,
  /** F64 by leaf. */
  values: 16,
  /** F64 by row, where a row has a score for each class: its probabilities. */
  shares: 17,
  classes: 18,
  /** The one that the pairs are of. */
  class: 19,
  /** From the scores of one class to those of the next. */
  classBytes: 20,
  /** Of p(1 - p). */
  hessianFactor: 21,
  end: 22,
} as const;

/** The losses whose derivatives are compiled. */
export const PassLoss = { squaredError: 0, logistic: 1, softmax: 2, oneVsAll: 4 } as const;

/** Those of a score for each class. */
export type ScorePerClassLoss = "softmax" | "oneVsAll";

/** Those of one score a row. */
export type OneScoreLoss = Exclude<keyof typeof PassLoss, ScorePerClassLoss>;

/** For a loss that brought its own derivatives. */
export const OWN_LOSS = 3;
