import type { MayHaveTask, Task } from "../dataset/target.ts";
import type { CambiumWarning } from "../dataset/warning.ts";
import { metricsFor } from "../metric/metric-for.ts";
import type { Model, ModelOf } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import type { Learner } from "../training/run/learner.ts";
import { ownRun } from "../training/run/own-run.ts";
import { checkOptions, describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import type { UnlearnedClass } from "./check-folds.ts";
import { type CrossValidateOptions, crossValidateOptions, refuseIdleOptions } from "./cross-validate-options.ts";
import type { MetricChoiceOf, NamedFigures } from "./evaluate.ts";
import type { CommonStop } from "./fit-in-step.ts";
import { FoldPlan, type FoldPlanOptions } from "./fold-plan.ts";
import type { Fold } from "./folds-of.ts";
import { type HeldOutPredictions, HeldOutRows } from "./held-out-rows.ts";
import type { ScoreSummary } from "./score-summary.ts";

export interface CrossValidation<M extends Model = Model, F = unknown> extends ScoreSummary<M, F> {
  readonly folds: readonly Fold[];
  /** The classes that a fold had no row to learn from, as where a class has one row; empty where all folds had all classes. */
  readonly unlearned: readonly UnlearnedClass[];
  /** What each row was predicted while it was held out; null unless `predictions` asks for it. */
  readonly heldOut: HeldOutPredictions<M> | null;
  /** Of a learner with early stopping: where all folds ended; else null. */
  readonly stop: CommonStop | null;
  /** What is probably wrong with the data or with what was learned, each once. */
  readonly warnings: readonly CambiumWarning[];
}

/**
 * Trains once for each fold, on the rows of all others, and evaluates on the rows held out. Default: classes are
 * stratified. What a column is, is settled by the whole table, so it is the same in all folds.
 */
export function crossValidate<M extends Model, T extends Task = Task>(
  learner: Learner<M>,
  input: TableInput,
  options: CrossValidateOptions<ModelOf<T, M>> & MayHaveTask<T> & { readonly metrics: readonly unknown[] },
): Promise<CrossValidation<ModelOf<T, M>, NamedFigures>>;
export function crossValidate<M extends Model, T extends Task = Task>(
  learner: Learner<M>,
  input: TableInput,
  options: CrossValidateOptions<ModelOf<T, M>> & MayHaveTask<T>,
): Promise<CrossValidation<ModelOf<T, M>>>;
export async function crossValidate<M extends Model>(
  learner: Learner<M>,
  input: TableInput,
  options: CrossValidateOptions<M>,
): Promise<CrossValidation<M>> {
  const expected = "crossValidate expects a learner, such as cart()";
  demand(typeof learner?.fit === "function", `${expected}, got ${describe(learner)}`);
  checkOptions("crossValidate", options, crossValidateOptions);
  refuseIdleOptions("crossValidate", options as FoldPlanOptions);
  return ownRun(input, options, (ownInput, own) => validateFolds(learner, ownInput, own));
}

async function validateFolds<M extends Model>(
  learner: Learner<M>,
  input: TableInput,
  options: CrossValidateOptions<M>,
): Promise<CrossValidation<M>> {
  const plan = await FoldPlan.open("crossValidate", learner, input, options as FoldPlanOptions);
  // A metric that can not be is refused before anything is trained.
  const metrics = metricsFor("crossValidate", plan.target.task, options.metrics ?? []) as readonly MetricChoiceOf<M>[];
  const heldOut = options.predictions ? new HeldOutRows(plan.target, plan.table.rowCount) : null;
  const validated = await plan.validate(learner, {
    metrics,
    onFold: async ({ fold, model, rows, places, scores }) => {
      await heldOut?.add(model, rows, places, options.signal);
      options.onFold?.({ fold, folds: plan.folds.length, scores });
    },
  });
  const { folds, unlearned, warnings } = plan;
  // The task is that of the models, which the compiler can not know.
  const predictions = (heldOut?.predictions() ?? null) as HeldOutPredictions<M> | null;
  return { ...validated, folds, unlearned, heldOut: predictions, warnings };
}
