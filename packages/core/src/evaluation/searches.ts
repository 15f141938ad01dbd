import type { MayHaveTask, Task } from "../dataset/target.ts";
import type { Metric } from "../metric/metric.ts";
import { metricFor } from "../metric/metric-for.ts";
import type { Model, ModelOf } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { Learner } from "../training/run/learner.ts";
import { ownRun } from "../training/run/own-run.ts";
import { checkArgument, checkOptions, describe, isRecord } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { locatedError } from "../util/located-error.ts";
import { countOf } from "../util/nearest-name.ts";
import { Purpose, randomShare } from "../util/random.ts";
import { TimeLimit } from "../util/time-limit.ts";
import { refuseIdleOptions } from "./cross-validate-options.ts";
import type { MetricChoiceOf, NamedFigures } from "./evaluate.ts";
import { FoldPlan, type FoldPlanOptions } from "./fold-plan.ts";
import type { ParameterRange } from "./parameter-range.ts";
import {
  MOST_TRIALS,
  type RandomSearchOptions,
  randomSearchOptions,
  type SearchOptions,
  type SearchResult,
  searchOptions,
  type Trial,
} from "./search-options.ts";

/** For each parameter the values to try, or for `randomSearch` a range to draw from. */
export type SearchSpace = Readonly<Record<string, readonly unknown[] | ParameterRange>>;

/** One value of each parameter. */
export type PointOf<S extends SearchSpace> = {
  readonly [Name in keyof S]: S[Name] extends readonly (infer Value)[] ? Value : number;
};

/**
 * Tries every combination of the listed values, those of the last parameter changing fastest. `make` turns a combination
 * into a learner. All are cross-validated on the same folds; the best mean of the metric wins; a tie goes to the first.
 */
export async function gridSearch<
  const G extends Readonly<Record<string, readonly unknown[]>>,
  M extends Model,
  T extends Task = Task,
>(
  make: (parameters: PointOf<G>) => Learner<M>,
  grid: G,
  table: TableInput,
  options: SearchOptions<PointOf<G>, ModelOf<T, M>> & MayHaveTask<T>,
): Promise<SearchResult<PointOf<G>, ModelOf<T, M>>> {
  checkOptions("gridSearch", options, searchOptions);
  return runTrials("gridSearch", make, pointsOf(grid) as PointOf<G>[], table, options);
}

function pointsOf(grid: Readonly<Record<string, readonly unknown[]>>): object[] {
  const lists = readSpace("gridSearch", grid, "a list of at least one value", isList);
  const count = lists.reduce((product, [, values]) => product * values.length, 1);
  const found = `the grid has ${count} points, expected at most ${MOST_TRIALS}`;
  demand(count <= MOST_TRIALS, `gridSearch: ${found}; randomSearch tries some of them`, "too-large");
  return lists.reduce<object[]>(
    (points, [name, values]) => points.flatMap((point) => values.map((value) => ({ ...point, [name]: value }))),
    [{}],
  );
}

/**
 * Tries points that are drawn by the seed alone: each parameter by itself, from its list or its range, and no point twice.
 * The rest is as in `gridSearch`. More trials of the same seed begin with the same points.
 */
export async function randomSearch<const S extends SearchSpace, M extends Model, T extends Task = Task>(
  make: (parameters: PointOf<S>) => Learner<M>,
  space: S,
  table: TableInput,
  options: RandomSearchOptions<PointOf<S>, ModelOf<T, M>> & MayHaveTask<T>,
): Promise<SearchResult<PointOf<S>, ModelOf<T, M>>> {
  checkOptions("randomSearch", options, randomSearchOptions);
  const { trials, ...others } = options;
  checkArgument("randomSearch: trials", trials, randomSearchOptions.trials);
  const points = drawPoints(space, trials, options.seed ?? randomSearchOptions.seed.default) as PointOf<S>[];
  // The seed draws also where folds are given, which it has no say in then.
  const { seed, ...unseeded } = others;
  return runTrials("randomSearch", make, points, table, Array.isArray(options.folds) ? unseeded : others);
}

/** How often a point is drawn for each that is wanted, before there are taken to be no others. */
const PATIENCE = 100;

function drawPoints(space: SearchSpace, trials: number, seed: number): object[] {
  const axes = readSpace("randomSearch", space, "a list of at least one value, or a range", isListOrRange);
  const ranges = axes.map(([, values]) => (isList(values) ? placesIn(values) : values));
  const wanted = ranges.reduce((points, { size }) => Math.min(trials, points * size), 1);
  const points = new Map<string, object>();
  for (let draw = 0; points.size < wanted && draw < PATIENCE * wanted; draw++) {
    const drawn = ranges.map((range, axis) => range.at(randomShare(seed, Purpose.SearchDraws, draw, axis)));
    const key = drawn.join();
    if (points.has(key)) continue;
    const values = axes.map(([name, from], axis) => [name, isList(from) ? from[drawn[axis]] : drawn[axis]]);
    points.set(key, Object.fromEntries(values));
  }
  return [...points.values()];
}

function placesIn({ length }: readonly unknown[]): ParameterRange {
  return { size: length, at: (share) => Math.floor(share * length) };
}

function isList(values: unknown): values is readonly unknown[] {
  return Array.isArray(values) && values.length > 0;
}

function isListOrRange(values: unknown): values is readonly unknown[] | ParameterRange {
  if (isList(values)) return true;
  const { size, at } = (values ?? {}) as Partial<ParameterRange>;
  return typeof size === "number" && size >= 1 && typeof at === "function";
}

/** The parameters with what they may be. `caller` is what the user called, `expected` what is accepted. */
function readSpace<Values>(
  caller: string,
  given: Readonly<Record<string, unknown>>,
  expected: string,
  accepts: (values: unknown) => values is Values,
): [name: string, values: Values][] {
  const isSpace = isRecord(given) && Object.keys(given).length > 0;
  const got = describe(given) === "an object" ? "none" : describe(given);
  const example = "such as { maxDepth: [2, 4, 8] }";
  demand(isSpace, `${caller} expects for each parameter ${expected}, ${example}, got ${got}`);
  return Object.entries(given).map(([name, values]) => {
    demand(accepts(values), `${caller}: ${name} expects ${expected}, got ${describe(values)}`);
    return [name, values];
  });
}

/** A learner that is to be tried. */
interface Candidate<P extends object, M extends Model> {
  /** For messages: `gridSearch: trial 3, { maxDepth: 4 }`. */
  readonly where: string;
  readonly trial: number;
  readonly parameters: P;
  readonly learner: Learner<M>;
}

/** Cross-validates the learner of each point on the same folds. `caller` is what the user called. */
async function runTrials<P extends object, M extends Model>(
  caller: string,
  make: (parameters: P) => Learner,
  points: readonly P[],
  input: TableInput,
  options: SearchOptions<P, M>,
): Promise<SearchResult<P, M>> {
  refuseIdleOptions(caller, options);
  // The task of the options may leave fewer kinds of models than the learners have.
  const candidates = makeLearners(caller, make as (parameters: P) => Learner<M>, points);
  return ownRun(input, options, (ownInput, own) => tryAll(caller, candidates, ownInput, own));
}

async function tryAll<P extends object, M extends Model>(
  caller: string,
  candidates: readonly Candidate<P, M>[],
  input: TableInput,
  options: SearchOptions<P, M>,
): Promise<SearchResult<P, M>> {
  const plan = await FoldPlan.open(caller, candidates[0].learner, input, options, candidates.length);
  const { task } = plan.target;
  refuseOtherTasks(candidates, task);
  const metric = metricFor(caller, task, options.metric ?? (task === "classification" ? "accuracy" : "rmse"));
  const { timeLimit, signal } = options;
  const limit = timeLimit === undefined ? null : new TimeLimit(timeLimit, signal);
  const ranked: Trial<P, M>[] = [];
  try {
    for (const candidate of candidates) {
      const result = await tryOne(plan, candidate, metric as Metric<never>, limit ?? signal);
      rank(ranked, result, metric.better);
      options.onTrial?.({ trials: candidates.length, result, best: ranked[0] });
    }
  } catch (error) {
    if (limit === null || error !== limit) throw error;
  }
  const best = bestOf(caller, ranked, metric.name, timeLimit);
  const { learner: tried } = candidates[best.trial - 1];
  const learner = tried.endsEarly?.ofRounds(best.stop?.rounds) ?? tried;
  const model = options.refit ? await plan.fitAll(learner) : null;
  const planned = candidates.length;
  const { folds, unlearned, warnings } = plan;
  const found = { metric: metric.name, trials: ranked, best, learner, model, folds, unlearned };
  return { ...found, planned, complete: ranked.length === planned, warnings };
}

/** All of them before the first is tried, so that options that can not be end the search at once. */
function makeLearners<P extends object, M extends Model>(
  caller: string,
  make: (parameters: P) => Learner<M>,
  points: readonly P[],
): Candidate<P, M>[] {
  const expected = `${caller} expects a function from parameters to a learner`;
  demand(typeof make === "function", `${expected}, got ${describe(make)}`);
  return points.map((point, i) => {
    // Nobody can change it under the search.
    const parameters = Object.freeze(point);
    const values = Object.entries(parameters).map(([name, value]) => `${name}: ${describe(value)}`);
    const where = `${caller}: trial ${i + 1}, { ${values.join(", ")} }`;
    try {
      const learner = make(parameters);
      const message = `expected a learner, such as cart(), from the function, got ${describe(learner)}`;
      demand(typeof learner?.fit === "function", message);
      return { where, trial: i + 1, parameters, learner };
    } catch (error) {
      throw locatedError(error, where);
    }
  });
}

async function tryOne<P extends object, M extends Model>(
  plan: FoldPlan,
  { where, trial, parameters, learner }: Candidate<P, M>,
  metric: Metric<never>,
  stop: FoldPlanOptions["signal"],
): Promise<Trial<P, M>> {
  try {
    const run = { metrics: [metric as MetricChoiceOf<M>], signal: stop, point: parameters };
    const summary = await plan.validate(learner, run);
    const value = (summary.mean as unknown as NamedFigures)[metric.name];
    return { trial, parameters, value, ...summary };
  } catch (error) {
    throw error === stop?.reason ? error : locatedError(error, where);
  }
}

function refuseOtherTasks(candidates: readonly Candidate<object, Model>[], task: Task): void {
  const other = candidates.find(({ learner }) => learner.task !== undefined && learner.task !== task);
  const message = `the learner is for ${other?.learner.task}, but the first is for ${task}; give all the same task`;
  demand(other === undefined, `${other?.where}: ${message}`);
}

/** Puts a trial behind all that are as good. */
function rank<T extends Trial>(ranked: T[], trial: T, better: "higher" | "lower"): void {
  const beats = ({ value }: T) => (better === "higher" ? trial.value > value : trial.value < value);
  const place = ranked.findIndex((other) => beats(other) || (Number.isNaN(other.value) && !Number.isNaN(trial.value)));
  ranked.splice(place < 0 ? ranked.length : place, 0, trial);
}

function bestOf<T extends Trial>(caller: string, ranked: readonly T[], metric: string, timeLimit = 0): T {
  const best = ranked[0];
  const limit = countOf(timeLimit, "second", "seconds");
  demand(best !== undefined, `${caller}: no trial ended within ${limit}; allow more, or ask for fewer folds`);
  const found = `metric "${metric}" has no value in some fold of every trial`;
  demand(!Number.isNaN(best.value), `${caller}: ${found}; choose another, or ask for fewer folds`);
  return best;
}
