/*
 * Each option of the learners with values other than its default. A test holds the names to the declarations, so that a new option gets a line here.
 *
 * A way has `text`, how it is written; `of`, the value, from the library; where it needs them `table`, another table than the usual one, `beside`,
 * the options that it cannot do without, `run`, what `fit` needs besides, and `against`, the option that it is compared with instead of the defaults. `why` says why it may take more than twice the time.
 */

/** Values that are plain data. */
const values = (...all) => all.map((value) => ({ text: textOf(value), of: () => value }));

/** One that is made by the library. */
const made = (text, of, more = {}) => ({ text, of, ...more });

const withMore = (ways, more) => ways.map((way) => ({ ...way, ...more }));

/** An option that has no other value that could be timed. */
const none = [];

function textOf(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, item]) => `${name}: ${textOf(item)}`)
    .join(", ")} }`;
}

const shorter = { why: "it asks for less or more trees, whose number the time follows" };

const sizes = {
  maxDepth: values(8),
  maxLeaves: values(31, 255),
  minRowsSplit: values(20),
  minRowsLeaf: values(20),
  minChildWeight: values(20),
  minGain: values(0.001),
};

const ofClasses = {
  classWeights: values("balanced", { 1: 3 }),
  priors: values({ 0: 0.3, 1: 0.7 }),
  cost: values({ 1: { 0: 5 } }),
};

const trees = {
  criterion: [
    ...withMore(values("entropy", "misclassification"), {
      why: "Gini's gain on two classes is found without a division or a logarithm",
    }),
    ...withMore(values("poisson"), { table: "counts" }),
    ...withMore(values("absoluteError"), {
      table: "numbers",
      why: "medians are no sums: each split has to order its rows",
    }),
  ],
  ...sizes,
  prune: [
    made("costComplexity({ alpha: 0.001 })", ({ costComplexity }) => costComplexity({ alpha: 0.001 })),
    made("costComplexity({ folds: 3 })", ({ costComplexity }) => costComplexity({ folds: 3 }), {
      why: "each fold grows a tree of its own, on the rows of the others",
    }),
    made("purity(0.95)", ({ purity }) => purity(0.95)),
    made("chiSquare()", ({ chiSquare }) => chiSquare()),
  ],
  splitter: values("exact", "histogram"),
  maxBins: values(63),
  categorical: withMore(values("oneVsRest"), { table: "categories" }),
  maxSurrogates: withMore(values(1), { beside: { missing: "surrogate" }, against: 'missing: "surrogate"' }),
  ...ofClasses,
  missing: [
    ...values("error"),
    ...withMore(values("surrogate"), {
      why: "each split looks for splits on all other columns that send the rows the same way",
    }),
  ],
  unseen: values("error"),
};

const bags = {
  bootstrap: values(true, false),
  rowSample: values(0.5),
  vote: values("majority"),
  seed: values(1),
};

const forest = {
  trees: withMore(values(50), shorter),
  ...trees,
  ...bags,
  columnSample: [
    ...values({ tree: 0.5 }),
    ...withMore(values({ node: 1 }), { why: "each node is searched by all columns instead of their square root" }),
  ],
};

/** By learner, and then by option. */
export const OTHER_OPTIONS = {
  cart: trees,
  randomForest: forest,
  extraTrees: {
    ...forest,
    criterion: forest.criterion.filter(({ text }) => text !== '"absoluteError"'),
    // Thresholds are drawn between all values: bins and surrogates are refused.
    splitter: values("exact"),
    maxBins: none,
    maxSurrogates: none,
    missing: values("error"),
  },
  adaBoost: {
    rounds: withMore(values(25), shorter),
    kind: [...values("discrete", "real"), ...withMore(values("r2"), { table: "numbers" })],
    learningRate: values(0.5),
    errorShape: withMore(values("square", "exponential"), { table: "numbers" }),
  },
  boosting: {
    loss: [
      made("focal()", ({ focal }) => focal()),
      made("huber()", ({ huber }) => huber(), { table: "numbers" }),
      made("poisson()", ({ poisson }) => poisson(), { table: "counts" }),
      made("quantile()", ({ quantile }) => quantile(), { table: "numbers" }),
    ],
    rounds: withMore(values(50), shorter),
    learningRate: values(0.3),
    baseScore: values(0),
    l2: values(0),
    rowSample: values(0.5, { largest: 0.2, others: 0.1 }),
    classWeights: ofClasses.classWeights,
    seed: values(1),
    order: values(1),
    treesPerRound: withMore(values(2), {
      beside: { rowSample: 0.5 },
      against: "rowSample: 0.5",
      why: "two trees a round are twice the work",
    }),
    gradientBits: values(16, "wide"),
    earlyStopping: withMore(values({ patience: 100, set: "train" }), {
      run: { trainMetrics: true },
      why: "the loss of all training rows is measured after each round",
    }),
    ...sizes,
    minGain: values(1),
    prune: [
      made("negativeGain({ gamma: 1 })", ({ negativeGain }) => negativeGain({ gamma: 1 })),
      made("costComplexity({ alpha: 1 })", ({ costComplexity }) => costComplexity({ alpha: 1 })),
    ],
    growth: [
      ...values("depth"),
      ...values("symmetric"),
      ...withMore(values("leaf"), { beside: { maxLeaves: 31 }, against: "maxLeaves: 31" }),
    ],
    columnSample: values({ tree: 0.5 }, { level: 0.5 }, { node: 1 }),
    interactions: values([
      ["x0", "x1", "x2", "x3"],
      ["x3", "x4", "x5", "x6"],
    ]),
    splitter: [
      ...withMore(values("exact"), { why: "it tries a threshold between any two values, where bins have 254" }),
      ...values("histogram"),
    ],
    maxBins: values(63, 1000),
    l1: values(1),
    maxDeltaStep: values(0.5),
    monotone: values({ x0: 1 }),
    categorical: withMore(values("partition", "oneVsRest", { smoothing: 1 }), { table: "categories" }),
    gainFactors: values({ x0: 0.5 }),
    missing: values("error"),
    unseen: values("error"),
  },
};

/** What a job says of its learner: the name, and the option with the place of the way; neither for the defaults. */
export function learnerWith(cambium, { learner, option, way, beside = {} }) {
  const given = option === undefined ? {} : { [option]: OTHER_OPTIONS[learner][option][way].of(cambium) };
  return cambium[learner]({ ...beside, ...given });
}
