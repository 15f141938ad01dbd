import { readFileSync } from "node:fs";
import * as cambium from "cambium";
import * as io from "cambium/io";
import { tableOf } from "./table-of.mjs";

const target = "y";
const task = "classification";
const asClasses = { target, task };
const asNumbers = { target, task: "regression" };

/** What each learner is asked for: the learner, and what its `fit` gets besides the target. */
const LEARNERS = {
  cart: () => [cambium.cart(), asClasses],
  "cart, numbers": () => [cambium.cart({ maxDepth: 12 }), asNumbers],
  "cart, absolute error": () => [cambium.cart({ criterion: "absoluteError", maxDepth: 4 }), asNumbers],
  "cart, surrogates": () => [cambium.cart({ missing: "surrogate", maxSurrogates: 3, maxDepth: 5 }), asClasses],
  "cart, histogram": () => [cambium.cart({ splitter: "histogram" }), asClasses],
  "cart, pruned by folds": () => [
    cambium.cart({ maxDepth: 12, prune: cambium.costComplexity({ folds: 3 }) }),
    asClasses,
  ],
  "cart, pruned by validation": ({ held }) => [
    cambium.cart({ prune: cambium.reducedError() }),
    { ...asClasses, validation: held() },
  ],
  "cart, pruned by α": () => [cambium.cart({ prune: cambium.costComplexity({ alpha: 1e-5 }) }), asClasses],
  "cart, pessimistic": () => [cambium.cart({ prune: cambium.pessimisticError() }), asClasses],
  id3: ({ table }) => [cambium.id3({ maxDepth: 4 }), { ...asClasses, types: allCategorical(table) }],
  c45: () => [cambium.c45(), asClasses],
  bagging: () => [cambium.bagging(cambium.cart({ maxDepth: 12 }), { trees: 4 }), asClasses],
  randomForest: () => [cambium.randomForest({ trees: 12 }), asClasses],
  "randomForest, numbers": () => [cambium.randomForest({ trees: 4 }), asNumbers],
  extraTrees: () => [cambium.extraTrees({ trees: 12 }), asClasses],
  adaBoost: () => [cambium.adaBoost({ rounds: 10 }), asClasses],
  "adaBoost, numbers": () => [cambium.adaBoost({ rounds: 4 }), asNumbers],
  "boosting, histogram": () => [cambium.boosting({ rounds: 30, splitter: "histogram" }), asClasses],
  "boosting, exact": () => [cambium.boosting({ rounds: 10, splitter: "exact" }), asClasses],
  "boosting, numbers": () => [cambium.boosting({ rounds: 30 }), asNumbers],
  "boosting, absolute error": () => [cambium.boosting({ rounds: 10, loss: cambium.absoluteError() }), asNumbers],
  "boosting, bagged": () => [cambium.boosting({ rounds: 20, rowSample: 0.5 }), asClasses],
  "boosting, validation with AUC": ({ held }) => [
    cambium.boosting({ rounds: 20 }),
    { ...asClasses, validation: held(), metrics: ["logLoss", "auc"], trainMetrics: true },
  ],
  "boosting, early stopping": ({ held }) => [
    cambium.boosting({ rounds: 30, earlyStopping: { patience: 3 } }),
    { ...asClasses, validation: held() },
  ],
};

/** The same in tables with several classes. */
const CLASS_LEARNERS = {
  "cart of classes": () => [cambium.cart(), asClasses],
  "c45 of classes": () => [cambium.c45(), asClasses],
  "randomForest of classes": () => [cambium.randomForest({ trees: 6 }), asClasses],
  "adaBoost of classes": () => [cambium.adaBoost({ rounds: 6 }), asClasses],
  "boosting of classes, histogram": () => [cambium.boosting({ rounds: 5, splitter: "histogram" }), asClasses],
  "boosting of classes, exact": () => [cambium.boosting({ rounds: 2, splitter: "exact" }), asClasses],
};

/** What reads a table, from what is at hand. */
const READERS = {
  "createDataset of arrays":
    ({ table }) =>
    (signal) =>
      cambium.createDataset(table, { ...asClasses, signal }),
  "createDataset with bins":
    ({ table }) =>
    (signal) =>
      cambium.createDataset(table, { ...asClasses, maxBins: 255, signal }),
  "createDataset of plain arrays": ({ plain }) => {
    const given = plain();
    return (signal) => cambium.createDataset(given, { ...asClasses, signal });
  },
  "createDataset of text": ({ worded }) => {
    const given = worded();
    return (signal) => cambium.createDataset(given, { target, signal });
  },
  "createDataset of row objects": ({ objects }) => {
    const given = objects();
    return (signal) => cambium.createDataset(given, { ...asClasses, signal });
  },
  "createDataset of an Arrow table": ({ plain }) => {
    const given = arrowLike(plain());
    return (signal) => cambium.createDataset(io.fromArrow(given), { ...asClasses, signal });
  },
  loadDataset: async ({ table }) => {
    const bytes = (await cambium.createDataset(table, { ...asClasses, maxBins: 255 })).toBytes();
    return (signal) => cambium.loadDataset(bytes, { signal });
  },
  "readCsv, 226 MB": ({ csv }) => {
    const bytes = csv();
    return (signal) => io.readCsv(bytes, { signal });
  },
  "readCsv of text, in quotes": ({ quoted }) => {
    const bytes = quoted();
    return (signal) => io.readCsv(bytes, { signal });
  },
};

const shallow = (maxDepth = 6) => cambium.cart({ maxDepth });

const SEARCHES = {
  "crossValidate, cart":
    ({ table }) =>
    (signal) =>
      cambium.crossValidate(shallow(), table, { ...asClasses, folds: 3, signal }),
  "crossValidate, cart of numbers":
    ({ table }) =>
    (signal) =>
      cambium.crossValidate(shallow(), table, { ...asNumbers, folds: 3, predictions: true, signal }),
  "crossValidate, boosting":
    ({ table }) =>
    (signal) =>
      cambium.crossValidate(cambium.boosting({ rounds: 10 }), table, {
        ...asClasses,
        folds: 3,
        predictions: true,
        signal,
      }),
  "crossValidate by groups": ({ table }) => {
    const group = Uint32Array.from({ length: table.y.length }, (_, row) => (row * 7919) % 50_000);
    return (signal) => cambium.crossValidate(shallow(), table, { ...asClasses, folds: 3, group, signal });
  },
  "crossValidate, early stopping": ({ table }) => {
    const learner = cambium.boosting({ rounds: 10, earlyStopping: { patience: 3 } });
    return (signal) => cambium.crossValidate(learner, table, { ...asClasses, folds: 3, signal });
  },
  gridSearch:
    ({ table }) =>
    (signal) =>
      cambium.gridSearch(cambium.cart, { maxDepth: [3, 6] }, table, { ...asClasses, folds: 2, refit: true, signal }),
  randomSearch:
    ({ table }) =>
    (signal) =>
      cambium.randomSearch(cambium.cart, { maxDepth: cambium.range.integers(2, 6) }, table, {
        ...asClasses,
        folds: 2,
        trials: 2,
        signal,
      }),
};

/** What is asked of a model that is there. */
const PREDICTIONS = {
  predictAsync: ofModel((model, table, signal) => model.predictAsync(table, { signal })),
  predictProbabilityAsync: ofModel((model, table, signal) => model.predictProbabilityAsync(table, { signal })),
  predictScoreAsync: ofModel((model, table, signal) => model.predictScoreAsync(table, { signal })),
  evaluateAsync: ofModel((model, table, signal) => cambium.evaluateAsync(model, table, { signal })),
  permutationImportanceAsync: ofModel((model, table, signal) =>
    cambium.permutationImportanceAsync(model, table, { signal }),
  ),
  "predictAsync of a forest": ofForest((model, table, signal) => model.predictAsync(table, { signal })),
  "predictAsync of a tree with surrogates": ofSurrogates((model, table, signal) =>
    model.predictAsync(table, { signal }),
  ),
  predict: ofModel(async (model, table) => model.predict(table)),
  predictProbability: ofModel(async (model, table) => model.predictProbability(table)),
  evaluate: ofModel(async (model, table) => cambium.evaluate(model, table)),
  permutationImportance: ofModel(async (model, table) => cambium.permutationImportance(model, table)),
  "predict of a forest": ofForest(async (model, table) => model.predict(table)),
  leafIndices: ofModel(async (model, table) => cambium.leafIndices(model, table)),
  predictStages: ofModel(async (model, table) => {
    for (const _ of cambium.predictStages(model, table)) {
      /* All of them. */
    }
  }),
  trainTestSplit:
    ({ table }) =>
    async () =>
      cambium.trainTestSplit(table, { stratify: target }),
  foldsOf:
    ({ table }) =>
    async () =>
      cambium.foldsOf(table, { stratify: target }),
};

function ofModel(use) {
  return async ({ table }) => {
    const model = await cambium.boosting({ rounds: 100 }).fit(table, asClasses);
    return (signal) => use(model, table, signal);
  };
}

function ofForest(use) {
  return async ({ table }) => {
    const model = await cambium.randomForest({ trees: 20 }).fit(table, asClasses);
    return (signal) => use(model, table, signal);
  };
}

function ofSurrogates(use) {
  return async ({ table }) => {
    const model = await cambium.cart({ missing: "surrogate", maxSurrogates: 2, maxDepth: 5 }).fit(table, asClasses);
    return (signal) => use(model, table, signal);
  };
}

function allCategorical(table) {
  return Object.fromEntries(
    Object.keys(table)
      .filter((name) => name !== target)
      .map((name) => [name, "categorical"]),
  );
}

const JOBS = { ...READERS, ...SEARCHES, ...PREDICTIONS };

/** A job, as a function of a signal that may be left out. */
export async function jobNamed({ job, threads }, train, test) {
  const sources = sourcesOf(train, test);
  const learner = LEARNERS[job] ?? CLASS_LEARNERS[job];
  if (learner === undefined) return JOBS[job](sources);
  const table = job === "id3" ? sources.coarse() : sources.table;
  const [made, options] = learner({ ...sources, table });
  const some = threads === undefined ? {} : { threads };
  return (signal) => made.fit(table, { ...options, ...some, ...(signal && { signal }) });
}

function sourcesOf(train, test) {
  const table = namedColumns(train);
  const names = Object.keys(table);
  const textOf = (quote) => {
    const lines = [names.map(quote).join(",")];
    for (let row = 0; row < train.rows; row++) lines.push(names.map((name) => quote(table[name][row])).join(","));
    return new Uint8Array(Buffer.from(lines.join("\n")));
  };
  return {
    table,
    held: () => namedColumns(test),
    coarse: () =>
      mapColumns(table, (column, name) => (name === target ? column : column.map((value) => Math.round(4 * value)))),
    plain: () => mapColumns(table, (column) => Array.from(column)),
    worded: () =>
      mapColumns(table, (column, name) =>
        Array.from(column, (value) => (name === target ? `class ${value}` : `level ${Math.round(10 * value)}`)),
      ),
    objects: () =>
      Array.from({ length: train.rows }, (_, row) => Object.fromEntries(names.map((name) => [name, table[name][row]]))),
    csv: () => textOf(String),
    quoted: () => textOf((value) => `"a ""word"" of ${typeof value === "string" ? value : Math.round(10 * value)}"`),
  };
}

function namedColumns({ x, y, rows, features }) {
  const floats = (path) => new Float32Array(new Uint8Array(readFileSync(path)).buffer);
  const { columns, y: values } = tableOf(floats(x), floats(y), { rows, features }, rows);
  return {
    ...Object.fromEntries(columns.map((column, at) => [`x${at}`, Float64Array.from(column)])),
    y: Float64Array.from(values),
  };
}

function mapColumns(table, map) {
  return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, map(column, name)]));
}

/** As much of an Arrow table as Cambium reads, whose values come one by one. */
function arrowLike(columns) {
  const vectors = new Map(
    Object.entries(columns).map(([name, values]) => [
      name,
      { length: values.length, nullCount: 1, get: (row) => values[row], toArray: () => values },
    ]),
  );
  return {
    numRows: columns[target].length,
    schema: { fields: Object.keys(columns).map((name) => ({ name })) },
    getChild: (name) => vectors.get(name) ?? null,
  };
}
