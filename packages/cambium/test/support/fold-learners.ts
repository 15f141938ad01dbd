import {
  adaBoost,
  boosting,
  cart,
  defineLoss,
  gamma,
  id3,
  type Learner,
  type Loss,
  negativeGain,
  randomForest,
  softmax,
} from "cambium";

const loss = defineLoss({ value: "k * (s - y)^2", parameters: { k: 2 }, task: "regression" });

/** What folds are fitted by, on both sides, by name: learners, and what makes them for a search. */
export const learners = {
  tree: cart({ maxDepth: 4 }),
  exact: boosting({ rounds: 8, maxDepth: 3 }),
  histogram: boosting({ rounds: 8, splitter: "histogram", rowSample: 0.7, prune: [negativeGain({ gamma: 0.01 })] }),
  forest: randomForest({ trees: 10, seed: 3 }),
  formula: boosting({ rounds: 8, loss, splitter: "histogram" }),
  classes: boosting({ rounds: 4, loss: softmax(), splitter: "histogram" }),
  early: boosting({ rounds: 60, maxDepth: 2, earlyStopping: { patience: 3 } }),
  precise: boosting({ rounds: 60, maxDepth: 2, earlyStopping: { patience: 3, metric: "rmse" } }),
  endless: boosting({ rounds: 1_000_000, splitter: "histogram" }),
  nominal: id3(),
  stumps: adaBoost(),
  sizes: boosting({ loss: gamma(), rounds: 3 }),
  byLoss: ({ loss }: { readonly loss: Loss<"classification"> }) => boosting({ rounds: 2, loss }),
  byDepth: ({ maxDepth }: { readonly maxDepth: number }) => boosting({ rounds: 5, maxDepth, splitter: "histogram" }),
} satisfies Record<string, Learner | ((parameters: never) => Learner)>;

/** The script of a worker, which is told what to serve by its argument, or in a page by its address. */
export const FOLD_SCRIPT = `import { serveFolds } from "cambium/workers"; import { learners } from "./fold-learners.ts";
  const { process, location } = globalThis;
  const name = process?.argv[2] ?? new URLSearchParams(location.search).get("of");
  serveFolds(learners[name], process?.getBuiltinModule("node:worker_threads").parentPort ?? self);`;

/** A table with gaps and names, of so many rows. */
export function foldTable(rows: number) {
  let state = 11;
  const next = () => {
    state = (48_271 * state) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const a = Float64Array.from({ length: rows }, next);
  const b = Float32Array.from({ length: rows }, () => (next() < 0.1 ? Number.NaN : Math.floor(9 * next())));
  const colour = Array.from({ length: rows }, () => ["red", "green", "blue", null][Math.floor(4 * next())]);
  const number = Array.from(a, (x, row) => 4 * x + (colour[row] === "red" ? 2 : 0) + next());
  return {
    ...{ a, b, colour, number },
    two: number.map((y) => (y > 3 ? "much" : "little")),
    three: number.map((y) => ["one", "two", "three"][Math.min(2, Math.floor(y / 2))]),
    heavy: Array.from(a, () => 1 + Math.floor(3 * next())),
    key: Array.from(a, (_, row) => (7 * row) % 401),
    unused: new Array<object>(rows).fill({ anything: () => 1 }),
  };
}
