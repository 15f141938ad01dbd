import { Dataset, readDataset } from "../../dataset/dataset.ts";
import { type DatasetOptions, datasetOptions } from "../../dataset/dataset-options.ts";
import type { OfTask, Target, Task } from "../../dataset/target.ts";
import { tellWarnings } from "../../dataset/warning.ts";
import type { MetricChoice } from "../../metric/metric-for.ts";
import type { RoundScores } from "../../model/learning-curve.ts";
import type { Model, ModelOf } from "../../model/model.ts";
import type { InputPolicy } from "../../predict/encode-table.ts";
import type { TableInput } from "../../table/table-like.ts";
import { oneOf } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { droppable } from "../../util/droppable.ts";
import { listNames } from "../../util/nearest-name.ts";
import { type OptionRules, option } from "../../util/option.ts";
import { checkFitOptions, type RunOptions } from "../options/run-options.ts";
import type { EarlyStopping } from "./early-stopping.ts";
import { type EndPlan, type FitInParts, FitStop } from "./fit-stop.ts";
import { ownRun } from "./own-run.ts";

/**
 * A learner is a plain frozen value: what changes the model's bytes stands in it, what belongs to one run stands in `fit`.
 */
export interface Learner<M extends Model = Model, Run extends object = RunOptions> {
  readonly name: string;
  /** The options as they were given. */
  readonly options: object;
  /** The only task that it is for, where its options say so: its loss's. */
  readonly task?: Task;
  /** Of one that ends by rows that it does not learn from. */
  readonly endsEarly?: EndsEarly<M>;
  /** Throws where `fit` would because of a target. Folds count their own rows: all are checked before they are dealt. */
  checkTarget?(target: Target): void;
  /** Trains a model. What all learners take is declared by itself, so that TypeScript can call a union of learners. */
  readonly fit: Fit<M, Run> & Fit<M, RunOptions>;
}

/** The calls of `fit`. A task that is written as a literal decides the type of the model. */
export interface Fit<M extends Model, Run extends object> {
  /** A dataset knows its target already. */
  <T extends Task>(dataset: Dataset<T>, options?: Run): Promise<ModelOf<T, M>>;
  (table: TableInput, options: DatasetOptions & Run & OfTask<"classification">): Promise<ModelOf<"classification", M>>;
  (table: TableInput, options: DatasetOptions & Run & OfTask<"regression">): Promise<ModelOf<"regression", M>>;
  <T extends Task>(table: TableInput, options: DatasetOptions & Run & OfTask<T>): Promise<ModelOf<T, M>>;
  // TypeScript explains the last one where none fits.
  (table: TableInput, options: DatasetOptions & Run): Promise<M>;
}

/** How a learner ends early, so that folds can be brought to end at once. */
export interface EndsEarly<M extends Model = Model> {
  readonly rule: EarlyStopping;
  /** The same learner without the rule, of so many rounds, or of as many as it has. */
  ofRounds(rounds?: number): Learner<M, MeasuredRun>;
}

/** What `fit` of such a learner takes besides. */
export interface MeasuredRun extends RunOptions {
  readonly validation?: TableInput | undefined;
  readonly metrics?: readonly ("meanLoss" | MetricChoice)[] | undefined;
  readonly onRound?: ((report: RoundScores) => unknown) | undefined;
}

/** What tells the `fit` of one learner from that of another. */
export interface FitPlan<Run> extends EndPlan {
  /** The options of the learner. */
  readonly rules: OptionRules;
  /** Those of its `fit`, besides the description of the data. */
  readonly runRules: OptionRules;
  /** The only task that it is for. */
  readonly task?: Task | undefined;
  /** Whether its rows have scores, to which an offset can be added. */
  readonly takesOffset?: boolean;
  open(dataset: Dataset, run: Run, stop: FitStop): Promise<FitInParts>;
}

/** A `fit` of a learner. The task of the data decides the type of the model, and the compiler can not know it. */
export function fitOf<M extends Model, Run extends RunOptions>(plan: FitPlan<Run>): Learner<M, Run>["fit"] {
  const fit = async (data: TableInput | Dataset, given = {} as Partial<DatasetOptions> & Run) => {
    checkFitOptions(plan.name, given, plan.runRules, plan.rules);
    return ownRun(data, given, async (ownData, run) => {
      const stop = new FitStop(plan, run);
      let begun: FitInParts | undefined;
      try {
        // Reading the data heeds what ends the fit, too.
        begun = await plan.open(await datasetOf(ownData, { ...run, signal: stop.signal }, plan), run, stop);
        await begun.grow();
      } catch (error) {
        return await stop.settle(error, begun);
      } finally {
        begun?.end();
      }
      return begun.modelOf();
    });
  };
  return fit as never;
}

/** The dataset of a `fit` call: the given one, or one made from the table. Its warnings are told. */
async function datasetOf(
  data: TableInput | Dataset,
  options: Partial<DatasetOptions> & Pick<RunOptions, "onWarning">,
  { task, takesOffset = false }: Pick<FitPlan<never>, "task" | "takesOffset">,
): Promise<Dataset> {
  if (options.signal?.aborted) throw options.signal.reason;
  // A dataset has settled all of its options but those of the run.
  const isSettled = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && name !== "signal" && name !== "lend" && Object.hasOwn(datasetOptions, name);
  const given = data instanceof Dataset ? Object.entries(options).find(isSettled)?.[0] : undefined;
  demand(given === undefined, `fit: ${given} was settled when the dataset was created; leave it out here`);
  const described = { ...options, task: options.task ?? task } as DatasetOptions;
  const dataset = data instanceof Dataset ? data : await readDataset(data, described);
  tellWarnings(dataset.warnings, options.onWarning);
  const { offset } = dataset;
  const message = `fit: offset: ${listNames(offset?.columns ?? [])} would be added to the scores of rows, which boosting alone has; leave it out, or use boosting`;
  demand(takesOffset || offset === null, message);
  return dataset;
}

/** How a model treats values that its trees can not look up. */
export const inputPolicyOptions = /* @__PURE__ */ droppable(() => ({
  /** "learn": each split learns the side of missing values; "error": prediction refuses them. Default: "learn". */
  missing: option(oneOf("learn", "error"), "learn"),
  /** "missing": a category that training did not see is treated as missing; "error": it is refused. Default: "missing". */
  unseen: option(oneOf("missing", "error"), "missing"),
}));

/** The same of any learner. */
export type InputPolicyOptions = { readonly [Name in keyof InputPolicy]?: InputPolicy[Name] | undefined };
