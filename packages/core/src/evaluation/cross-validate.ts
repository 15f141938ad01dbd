import { type DatasetOptions, requireTarget } from "../dataset/dataset.ts";
import { inferType } from "../dataset/encode-column.ts";
import { encodeTarget, inferTask } from "../dataset/encode-target.ts";
import { readWeights } from "../dataset/read-weights.ts";
import { meanAndDeviation } from "../metric/mean-and-deviation.ts";
import type { Model } from "../model/model.ts";
import { readColumn } from "../table/read-column.ts";
import { selectRows } from "../table/select-rows.ts";
import type { TableInput, TableLike } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import type { Learner } from "../training/learner.ts";
import { checkFolds, readFolds } from "./check-folds.ts";
import { type CrossValidateOptions, checkFoldOptions, expectLearner } from "./cross-validate-options.ts";
import { evaluate, type ScoresOf } from "./evaluate.ts";
import { type Fold, foldsBy } from "./folds-of.ts";
import { type HeldOutPredictions, HeldOutRows } from "./held-out-rows.ts";

/** The figures of a kind of model, without the number of rows. */
export type MetricsOf<M extends Model> = { readonly [Name in Exclude<keyof ScoresOf<M>, "rows">]: number };

export interface CrossValidation<M extends Model = Model> {
  /** For each fold what `evaluate` says of its model, on the rows that were held out. */
  readonly scores: readonly ScoresOf<M>[];
  /** Over the folds, each counted alike. */
  readonly mean: MetricsOf<M>;
  /** Of the folds' figures; the divisor is their number less one. */
  readonly standardDeviation: MetricsOf<M>;
  readonly folds: readonly Fold[];
  /** What each row was predicted while it was held out; null unless `predictions` asks for it. */
  readonly heldOut: HeldOutPredictions<M> | null;
}

/**
 * Trains once for each fold, on the rows of all others, and evaluates on the rows held out. Classes are stratified unless
 * told. What a column is, is settled by the whole table, so it is the same in all folds.
 */
export async function crossValidate<M extends Model>(
  learner: Learner<M>,
  input: TableInput,
  options: CrossValidateOptions<M>,
): Promise<CrossValidation<M>> {
  expectLearner("crossValidate", learner);
  checkFoldOptions("crossValidate", options as CrossValidateOptions);
  const table = toTable(input);
  const folds = foldsFor("crossValidate", learner, table, options as CrossValidateOptions);
  const description = describeData(table, options as CrossValidateOptions);
  const task = taskOf(learner, table, options as CrossValidateOptions);
  const target = encodeTarget(options.target, readColumn(table, options.target, "target"), null, task);
  const weights = readWeights(table, options.weight);
  checkFolds("crossValidate", folds, weights, target);
  const heldOut = options.predictions ? new HeldOutRows(target, table.rowCount) : null;
  const scores: ScoresOf<M>[] = [];
  for (const { train, test } of folds) {
    const model = await learner.fit(selectRows(table, train), { ...description, ...weightFor(train) });
    const rows = selectRows(table, test);
    const found = evaluate(model, rows, weightFor(test));
    scores.push(found);
    heldOut?.add(model, rows, test);
    options.onFold?.({ fold: scores.length, folds: folds.length, scores: found });
  }
  // The task is that of the models, which the compiler can not know.
  return { scores, ...summaryOf<M>(scores), folds, heldOut: (heldOut?.predictions() ?? null) as HeldOutPredictions<M> };

  /** A column is left to be read from the rows, so that it does not become a feature. */
  function weightFor(rows: Uint32Array): Pick<DatasetOptions, "weight"> {
    if (weights === null) return {};
    return {
      weight: typeof options.weight === "string" ? options.weight : Float64Array.from(rows, (row) => weights[row]),
    };
  }
}

/** The folds that the options ask for. */
export function foldsFor(caller: string, learner: Learner, table: TableLike, options: CrossValidateOptions): Fold[] {
  const { folds, stratify, group, seed } = options;
  const name = requireTarget(table, options.target);
  const target = readColumn(table, name, "target");
  if (Array.isArray(folds)) return readFolds(caller, folds, table.rowCount);
  const stratifies = stratify ?? taskOf(learner, table, options) === "classification";
  const strata =
    typeof stratifies === "string" ? readColumn(table, stratifies, "stratify") : stratifies ? target : null;
  return foldsBy(caller, table, strata, {
    ...(typeof folds === "number" && { folds }),
    ...(seed !== undefined && { seed }),
    ...(group !== undefined && { group }),
  });
}

function taskOf(learner: Learner, table: TableLike, { task, target }: CrossValidateOptions) {
  return task ?? learner.task ?? inferTask(target, readColumn(table, target, "target"));
}

/** What every fit is told of the data besides the weights. */
export function describeData(table: TableLike, options: CrossValidateOptions): DatasetOptions {
  const { target, task, weight, group, types, signal } = options;
  // A group is who a row is of: what is learned of it says nothing of others.
  const others = table.columnNames.filter((name) => name !== target && name !== weight && name !== group);
  const features = options.features ?? others;
  const settled = features.map((name) => [name, typeOf(table, name, types)]);
  return {
    target,
    features,
    types: { ...Object.fromEntries(settled), ...types },
    ...(task && { task }),
    ...(signal && { signal }),
  };
}

/** A fold need not show what a column is: it may have no value there. */
function typeOf(table: TableLike, name: string, types: DatasetOptions["types"] = {}) {
  return Object.hasOwn(types, name) ? types[name] : inferType(name, readColumn(table, name, "features"));
}

function summaryOf<M extends Model>(
  scores: readonly ScoresOf<M>[],
): Pick<CrossValidation<M>, "mean" | "standardDeviation"> {
  const figures = scores as unknown as readonly Readonly<Record<string, number>>[];
  const names = Object.keys(figures[0]).filter((name) => name !== "rows");
  const summaries = names.map((name) => [name, meanAndDeviation(figures.map((of) => of[name]))] as const);
  const pick = (part: "mean" | "standardDeviation") =>
    Object.fromEntries(summaries.map(([name, summary]) => [name, summary[part]])) as unknown as MetricsOf<M>;
  return { mean: pick("mean"), standardDeviation: pick("standardDeviation") };
}
