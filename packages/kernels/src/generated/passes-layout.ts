// Written by `npm run generate` from packages/kernels/layouts/passes.mjs. Do not edit.

/** Where in the table the derivatives of such a loss are; the compiler leaves this place free. */
export const OWN_LOSS_PLACE = 0;

/** Rows whose derivatives such a loss finds at once. */
export const OWN_LOSS_ROWS = 8;

/** The losses whose derivatives are compiled; `own` is a loss that brings its derivatives. */
export enum PassLoss {
  squaredError = 0,
  logistic = 1,
  softmax = 2,
  own = 3,
  oneVsAll = 4,
}

/** A pass over rows. Offsets are in bytes from the start of the memory. */
export enum PassSlot {
  /** Offset of F64 gradient and hessian by row. */
  pairs = 0,
  /** Offset of U32: the rows. */
  rows = 1,
  /** Offset of F64 by row. */
  scores = 2,
  /** Offset of F64 by row. */
  targets = 3,
  /** Offset of F64 by row; 0: all are 1. */
  weights = 4,
  /** A `PassLoss`. */
  loss = 5,
  /** Steps of the grid in 1, of gradients and of hessians. */
  up = 6,
  /** The size of a step, of gradients and of hessians. */
  down = 8,
  /** The same as `up`, of the narrow grid. */
  narrowUp = 10,
  /** The same as `down`, of the narrow grid. */
  narrowDown = 12,
  /** Offset of U16 by row: the leaf that it is in. */
  leaves = 14,
  leafCount = 15,
  /** Offset of F64 by leaf. */
  values = 16,
  /** Offset of F64 by row: its probabilities, if a row has a score for each class. */
  shares = 17,
  classes = 18,
  /** The class that the pairs are of. */
  classCode = 19,
  /** From the scores of one class to those of the next. */
  classBytes = 20,
  /** Of p(1 - p). */
  hessianFactor = 21,
  /** What all of it takes. */
  size = 22,
}
