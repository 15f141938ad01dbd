import {
  type BoostingOptions,
  boosting,
  cart,
  defineLoss,
  extraTrees,
  type Model,
  randomForest,
  softmax,
  type TableInput,
} from "cambium";

// The same models in every host. Nothing is imported but the library, so that a page, a worker or an emulated machine can run
// this file. What a default would decide is said wherever a better default could come: these tell hosts apart, not versions.

/** What a host makes of one form. */
export interface GoldenModel {
  /** SHA-256 of the model's bytes, as hexadecimal digits. */
  readonly hash: string;
  readonly report: readonly string[];
}

/** How the trees of one form come about: the table they learn from is one of two tasks, on as many threads as are asked for. */
type Form = (tables: Tables, threads: number) => Promise<Model>;

interface Tables {
  readonly numbers: Columns;
  readonly classes: Columns;
  readonly long: Columns;
}

type Columns = Readonly<Record<string, ArrayLike<unknown>>>;

const ROWS = 1500;
/** Enough for every level of a tree to be more than one task of its threads. */
const LONG_ROWS = 20_000;

const binned = { rounds: 5, maxDepth: 5, splitter: "histogram", maxBins: 255, categorical: "partition" } as const;
const numeric = { features: ["a", "b", "c"] };
const weight = Float64Array.from({ length: ROWS }, (_, row) => [0, 1, 0.3, 7][row % 4]);

const boosted =
  (options: BoostingOptions, run: object = {}, table: keyof Tables = "numbers"): Form =>
  (tables, threads) =>
    boosting(options).fit(tables[table] as TableInput, { target: "y", ...run, threads });

/** Each form by a name that says what it shows. */
const goldenForms: Readonly<Record<string, Form>> = {
  "boosting, by depth, numbers": boosted(binned),
  "boosting, by depth, two classes": boosted(binned, {}, "classes"),
  "boosting, by leaf, numbers": boosted({ ...binned, growth: "leaf", maxLeaves: 23, maxDepth: 12 }),
  "boosting, by leaf, two classes": boosted({ ...binned, growth: "leaf", maxLeaves: 23, maxDepth: 12 }, {}, "classes"),
  "boosting, symmetric, numbers": boosted({ ...binned, growth: "symmetric" }, numeric),
  "boosting, symmetric, two classes": boosted({ ...binned, growth: "symmetric" }, numeric, "classes"),
  "boosting, rows drawn": boosted({ ...binned, rowSample: 0.6, seed: 3 }),
  "boosting, rows drawn by a key": boosted({ ...binned, rowSample: 0.6, seed: 3 }, { rowKey: "key" }, "classes"),
  "boosting, columns drawn": boosted({ ...binned, columnSample: { tree: 0.8, level: 0.7, node: 0.7 }, seed: 4 }),
  "boosting, weights": boosted(binned, { weight }),
  "boosting, bins of two bytes": boosted({ ...binned, maxBins: 700 }),
  "boosting, all bits, numbers": boosted({ ...binned, gradientBits: "wide" }),
  "boosting, all bits, two classes": boosted({ ...binned, gradientBits: "wide" }, {}, "classes"),
  "boosting, penalties and limits": boosted(
    { ...binned, l1: 0.5, l2: 3, maxDeltaStep: 0.7, minRowsLeaf: 9, minGain: 0.01 },
    {},
    "classes",
  ),
  "boosting, constraints": boosted({ ...binned, monotone: { a: 1, b: -1 }, gainFactors: { c: 0.5 } }),
  "boosting, one category against the rest": boosted({ ...binned, categorical: "oneVsRest" }),
  "boosting, many rows, numbers": boosted({ ...binned, rounds: 2, maxDepth: 7 }, {}, "long"),
  "boosting, a loss of an expression": boosted(
    { ...binned, rounds: 2, loss: defineLoss({ value: "log(exp(s - y) + exp(k * (y - s)))", parameters: { k: 0.5 } }) },
    {},
    "long",
  ),
  "boosting, a score for each class, on offsets": ({ classes }, threads) => {
    const down = Float64Array.from(classes.a as Float64Array, (up) => -up);
    const run = { target: "y", offset: ["a", "down"], threads };
    return boosting({ ...binned, loss: softmax({ hessianFactor: 2 }) }).fit({ ...classes, down }, run);
  },
  "boosting, exact": boosted({ rounds: 5, maxDepth: 5, splitter: "exact" }, {}, "classes"),
  "a tree on bins": ({ classes }) => cart({ splitter: "histogram", minRowsLeaf: 4 }).fit(classes, { target: "y" }),
  "a tree of entropy": ({ classes }) => cart({ criterion: "entropy", maxDepth: 6 }).fit(classes, { target: "y" }),
  "a forest": ({ classes }, threads) => randomForest({ trees: 6, seed: 1 }).fit(classes, { target: "y", threads }),
  "extra trees": ({ numbers }, threads) => extraTrees({ trees: 6, seed: 1 }).fit(numbers, { target: "y", threads }),
};

/** Milliseconds. */
const WARM_UP = 600;

/** What this host makes of the forms of these names, of all unless told. */
export async function goldenModels(
  threads: number,
  names: readonly string[] = Object.keys(goldenForms),
): Promise<Record<string, GoldenModel>> {
  const tables = { numbers: tableOf(ROWS, false), classes: tableOf(ROWS, true), long: tableOf(LONG_ROWS, false) };
  // Workers take a while to start, and join what comes after that.
  const ready = performance.now() + (threads > 1 ? WARM_UP : 0);
  while (performance.now() < ready) await goldenForms[names[0]](tables, threads);
  const models: Record<string, GoldenModel> = {};
  for (const name of names) {
    const model = await goldenForms[name](tables, threads);
    models[name] = { hash: await hashOf(model.toBytes()), report: model.report };
  }
  return models;
}

/** Numbers with and without gaps, of many values and of few, beside categories; the target needs them all. */
function tableOf(rows: number, isClasses: boolean): Columns {
  const next = lehmer(11);
  const column = (make: () => number) => Float64Array.from({ length: rows }, make);
  const [a, b] = [column(next), column(() => Math.floor(next() * 1e9) - 5e8)];
  const c = column(() => (next() < 0.3 ? Number.NaN : Math.floor(next() * 12) / 4));
  const kinds = column(() => Math.floor(next() * next() * 20));
  const noise = column(next);
  const y = a.map(
    (value, row) => 3 * value + (b[row] > 0 ? value : 0.5) + (c[row] || 2) * 0.25 + ((kinds[row] * 7) % 5) + noise[row],
  );
  return {
    ...{ a, b, c, key: a.map((_, row) => (row * 48271) % 2147483647) },
    kind: Array.from(kinds, (kind, row) => (row % 17 === 0 ? null : `kind ${kind}`)),
    y: isClasses ? Array.from(y, (value) => (value > 4.9 ? "high" : "low")) : y,
  };
}

/** Lehmer's generator, exact in doubles: the same numbers in every host. */
function lehmer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
