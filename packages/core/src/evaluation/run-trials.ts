import type { Task } from "../dataset/target.ts";
import type { Metric } from "../metric/metric.ts";
import { metricFor } from "../metric/metric-for.ts";
import type { Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { Learner } from "../training/run/learner.ts";
import { ownRun } from "../training/run/own-run.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { locatedError } from "../util/located-error.ts";
import { countOf } from "../util/nearest-name.ts";
import { TimeLimit } from "../util/time-limit.ts";
import { refuseIdleOptions } from "./cross-validate-options.ts";
import type { MetricChoiceOf, NamedFigures } from "./evaluate.ts";
import { FoldPlan, type FoldPlanOptions } from "./fold-plan.ts";
import type { SearchOptions, SearchResult, Trial } from "./search-options.ts";

/** A learner that is to be tried. */
interface Candidate<P extends object, M extends Model> {
  readonly trial: number;
  readonly parameters: P;
  readonly learner: Learner<M>;
}

/** Cross-validates the learner of each point on the same folds. `caller` is what the user called. */
export async function runTrials<P extends object, M extends Model>(
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
  refuseOtherTasks(caller, candidates, plan.target.task);
  const { task } = plan.target;
  const metric = metricFor(caller, task, options.metric ?? (task === "classification" ? "accuracy" : "rmse"));
  const { timeLimit, signal } = options;
  const limit = timeLimit === undefined ? null : new TimeLimit(timeLimit, signal);
  const ranked: Trial<P, M>[] = [];
  try {
    for (const candidate of candidates) {
      const result = await tryOne(caller, plan, candidate, metric as Metric<never>, limit ?? signal);
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
    try {
      const learner = make(parameters);
      const message = `expected a learner, such as cart(), from the function, got ${describe(learner)}`;
      demand(typeof learner?.fit === "function", message);
      return { trial: i + 1, parameters, learner };
    } catch (error) {
      throw locatedError(error, whereOf(caller, i + 1, parameters));
    }
  });
}

async function tryOne<P extends object, M extends Model>(
  caller: string,
  plan: FoldPlan,
  { trial, parameters, learner }: Candidate<P, M>,
  metric: Metric<never>,
  stop: FoldPlanOptions["signal"],
): Promise<Trial<P, M>> {
  try {
    const run = { metrics: [metric as MetricChoiceOf<M>], signal: stop, point: parameters };
    const summary = await plan.validate(learner, run);
    const value = (summary.mean as unknown as NamedFigures)[metric.name];
    return { trial, parameters, value, ...summary };
  } catch (error) {
    throw error === stop?.reason ? error : locatedError(error, whereOf(caller, trial, parameters));
  }
}

function refuseOtherTasks(caller: string, candidates: readonly Candidate<object, Model>[], task: Task): void {
  const other = candidates.find(({ learner }) => learner.task !== undefined && learner.task !== task);
  if (other === undefined) return;
  const message = `the learner is for ${other.learner.task}, but the first is for ${task}; give all the same task`;
  throw new CambiumError("bad-option", `${whereOf(caller, other.trial, other.parameters)}: ${message}`);
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

/** `gridSearch: trial 3, { maxDepth: 4 }` */
function whereOf(caller: string, trial: number, parameters: object): string {
  const values = Object.entries(parameters).map(([name, value]) => `${name}: ${describe(value)}`);
  return `${caller}: trial ${trial}, { ${values.join(", ")} }`;
}
