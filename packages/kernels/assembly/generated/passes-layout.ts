// Written by `npm run generate` from packages/kernels/layouts/passes.mjs. Do not edit.

/** Where in the table the derivatives of such a loss are; the compiler leaves this place free. */
export const OWN_LOSS_PLACE: u32 = 0;

/** Rows whose derivatives such a loss finds at once. */
export const OWN_LOSS_ROWS: usize = 8;

/** The losses whose derivatives are compiled; `own` is a loss that brings its derivatives. */
export const enum PassLoss {
  squaredError = 0,
  logistic = 1,
  softmax = 2,
  own = 3,
  oneVsAll = 4,
}

/** A pass over rows. Offsets are in bytes from the start of the memory. */
export const enum PassSlot {
  pairs = 0, // Offset of F64 gradient and hessian by row.
  rows = 8, // Offset of U32: the rows.
  scores = 16, // Offset of F64 by row.
  targets = 24, // Offset of F64 by row.
  weights = 32, // Offset of F64 by row; 0: all are 1.
  loss = 40, // A `PassLoss`.
  up = 48, // Steps of the grid in 1, of gradients and of hessians.
  down = 64, // The size of a step, of gradients and of hessians.
  narrowUp = 80, // The same as `up`, of the narrow grid.
  narrowDown = 96, // The same as `down`, of the narrow grid.
  leaves = 112, // Offset of U16 by row: the leaf that it is in.
  leafCount = 120,
  values = 128, // Offset of F64 by leaf.
  shares = 136, // Offset of F64 by row: its probabilities, if a row has a score for each class.
  classes = 144,
  classCode = 152, // The class that the pairs are of.
  classBytes = 160, // From the scores of one class to those of the next.
  hessianFactor = 168, // Of p(1 - p).
  size = 176, // What all of it takes.
}
