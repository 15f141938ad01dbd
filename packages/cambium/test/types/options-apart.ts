// Options that are kept apart, may be undefined, or pass through helpers.
import {
  adaBoost,
  type BoostingFitOptions,
  type BoostingOptions,
  boosting,
  type CartOptions,
  c45,
  cart,
  type DatasetOptions,
  type Learner,
  type Model,
  type RandomForestOptions,
  type RegressionModel,
  randomForest,
  squaredError,
  type TableInput,
} from "cambium";

const table: { x: number[]; z: number[]; y: number[] } = { x: [1, 2, 3, 4], z: [4, 3, 2, 1], y: [1, 2, 3, 4] };

// Without `as const`.
const options = { rounds: 3, learningRate: 0.2, maxDepth: 2, columnSample: { tree: 0.8 }, interactions: [["x", "z"]] };
const run = { target: "y", features: ["x", "z"], types: {} };
await boosting(options).fit(table, run);
const forest = { trees: 2, seed: 4, columnSample: { node: 0.5 }, minRowsLeaf: 1 };
await randomForest(forest).fit(table, run);

// With `satisfies`, and with a type.
const checked = {
  rounds: 3,
  splitter: "histogram",
  maxBins: 16,
  growth: "leaf",
  monotone: { x: 1 },
} satisfies BoostingOptions;
await boosting(checked).fit(table, run);
const described = { target: "y", task: "regression" } satisfies DatasetOptions;
export const narrowed: RegressionModel = await cart().fit(table, described);
const wide: CartOptions = { maxDepth: 3, missing: "learn", criterion: "squaredError" };
export const ofWide: Model = await cart(wide).fit(table, run);
const everything: DatasetOptions & BoostingFitOptions = { target: "y", threads: 1, trainMetrics: true };
export const ofEverything: Model = await boosting({ rounds: 2 }).fit(table, everything);

// Values that may be undefined, as settings of a page or of the environment are.
interface Settings {
  readonly seed?: number | undefined;
  readonly depth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly task?: "classification" | "regression" | undefined;
}
export async function train({ seed, depth, signal, task }: Settings): Promise<Model> {
  await cart({ maxDepth: depth, prune: undefined }).fit(table, { target: "y", signal, weight: undefined });
  await adaBoost({ rounds: 2, kind: undefined, learningRate: undefined }).fit(table, { target: "y", signal });
  return boosting({
    seed,
    maxDepth: depth,
    rounds: 2,
    earlyStopping: undefined,
    columnSample: { tree: undefined },
  }).fit(table, {
    ...{ target: "y", signal, task, validation: undefined, onRound: undefined, timeLimit: undefined },
  });
}
await train({});
await train({ seed: 2, depth: 1, signal: new AbortController().signal, task: "regression" });

// Through a helper of one's own.
async function trainBoth<M extends Model>(learner: Learner<M>, data: TableInput, target: string): Promise<[M, number]> {
  const model = await learner.fit(data, { target });
  return [model, model.rounds];
}
const [model, rounds] = await trainBoth(boosting({ loss: squaredError(), rounds: 3 }), table, "y");
export const ofHelper: RegressionModel = model;
export const three: number = rounds;
const [tree] = await trainBoth(c45(), { x: [1, 2, 3, 4], y: ["a", "a", "b", "b"] }, "y");
export const labels = tree.classes;

const withDefaults = (given: BoostingOptions = {}): Learner => boosting({ rounds: 2, learningRate: 0.3, ...given });
await withDefaults({ maxLeaves: 4 }).fit(table, run);
const forestOf = <O extends RandomForestOptions>(given: O) => randomForest({ trees: 2, ...given });
await forestOf({ maxDepth: 2 }).fit(table, run);

// @ts-expect-error: a misspelled option is refused.
export const misspelled = () => boosting({ round: 3 });
// @ts-expect-error: of the wrong type.
export const wrong = () => boosting({ rounds: "3" });
// @ts-expect-error: what a forest has, boosting has not.
export const other = () => boosting({ trees: 3 });
