export const PassSlot = {
  unit: "f64",
  about: "A pass over rows. Offsets are in bytes from the start of the memory.",
  fields: {
    pairs: "Offset of F64 gradient and hessian by row.",
    rows: "Offset of U32: the rows.",
    scores: "Offset of F64 by row.",
    targets: "Offset of F64 by row.",
    weights: "Offset of F64 by row; 0: all are 1.",
    loss: "A `PassLoss`.",
    up: ["f64x2", "Steps of the grid in 1, of gradients and of hessians."],
    down: ["f64x2", "The size of a step, of gradients and of hessians."],
    narrowUp: ["f64x2", "The same as `up`, of the narrow grid."],
    narrowDown: ["f64x2", "The same as `down`, of the narrow grid."],
    leaves: "Offset of U16 by row: the leaf that it is in.",
    leafCount: "",
    values: "Offset of F64 by leaf.",
    shares: "Offset of F64 by row: its probabilities, if a row has a score for each class.",
    classes: "",
    classCode: "The class that the pairs are of.",
    classBytes: "From the scores of one class to those of the next.",
    hessianFactor: "Of p(1 - p).",
  },
};

export const PassLoss = {
  about: "The losses whose derivatives are compiled; `own` is a loss that brings its derivatives.",
  values: ["squaredError", "logistic", "softmax", "own", "oneVsAll"],
};

export const OWN_LOSS_PLACE = {
  u32: 0,
  about: "Where in the table the derivatives of such a loss are; the compiler leaves this place free.",
};

export const OWN_LOSS_ROWS = { usize: 8, about: "Rows whose derivatives such a loss finds at once." };
