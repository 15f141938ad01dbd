import { type DatasetOptions, requireTarget } from "../dataset/dataset.ts";
import { inferType } from "../dataset/encode-column.ts";
import { encodeTarget, inferTask } from "../dataset/encode-target.ts";
import { readWeights } from "../dataset/read-weights.ts";
import type { Target } from "../dataset/target.ts";
import type { Model } from "../model/model.ts";
import { readColumn } from "../table/read-column.ts";
import { selectRows } from "../table/select-rows.ts";
import type { TableInput, TableLike } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { FitAbortedError } from "../training/fit-aborted-error.ts";
import type { Learner } from "../training/learner.ts";
import { allRows } from "../util/ranges.ts";
import { checkFolds, readFolds } from "./check-folds.ts";
import type { CrossValidateOptions } from "./cross-validate-options.ts";
import { evaluate, type MetricChoiceOf, type ScoresOf } from "./evaluate.ts";
import { type Fold, foldsBy } from "./folds-of.ts";

/** The options that say how a table is parted and described, whatever is trained on it. */
export type FoldPlanOptions = Omit<CrossValidateOptions, "metrics" | "predictions" | "onFold">;

/** A model of one fold, and the rows that were held out of it. */
export interface FoldModel<M extends Model> {
  readonly model: M;
  readonly rows: TableLike;
  /** The places of the rows in the whole table. */
  readonly places: Uint32Array;
  readonly scores: ScoresOf<M>;
}

/** The same folds of the same table for any number of learners. What a column is, is settled by the whole table. */
export class FoldPlan {
  readonly table: TableLike;
  readonly target: Target;
  readonly folds: readonly Fold[];
  readonly #weights: Float64Array | null;
  readonly #description: DatasetOptions;

  /** `learner` has a say in the task, where its loss is for one only. `caller` is what the user called. */
  constructor(
    caller: string,
    learner: Learner,
    input: TableInput,
    private readonly options: FoldPlanOptions,
  ) {
    this.table = toTable(input);
    const values = readColumn(this.table, requireTarget(this.table, options.target), "target");
    const settled = options.task ?? learner.task;
    const task = settled ?? inferTask(options.target, values);
    this.folds = foldsFor(caller, this.table, options, values, task === "classification");
    this.#description = describeData(this.table, { ...options, ...(settled && { task: settled }) });
    this.target = encodeTarget(options.target, values, null, task);
    this.#weights = readWeights(this.table, options.weight);
    checkFolds(caller, this.folds, this.#weights, this.target);
  }

  /** Trains on all but one fold and evaluates on it, fold after fold. `metrics` are told besides. */
  async *models<M extends Model>(
    learner: Learner<M>,
    metrics: readonly MetricChoiceOf<M>[],
    signal = this.options.signal,
  ): AsyncGenerator<FoldModel<M>> {
    for (const { train, test } of this.folds) {
      const model = await this.#fit(learner, selectRows(this.table, train), train, signal);
      const rows = selectRows(this.table, test);
      yield { model, rows, places: test, scores: evaluate(model, rows, { ...this.#weightOf(test), metrics }) };
    }
  }

  /** Trains on the whole table. */
  fitAll<M extends Model>(learner: Learner<M>): Promise<M> {
    return this.#fit(learner, this.table, allRows(this.table.rowCount), this.options.signal);
  }

  async #fit<M extends Model>(
    learner: Learner<M>,
    rows: TableLike,
    places: Uint32Array,
    signal: DatasetOptions["signal"],
  ): Promise<M> {
    if (signal?.aborted) throw signal.reason;
    try {
      return await learner.fit(rows, { ...this.#description, ...this.#weightOf(places), ...(signal && { signal }) });
    } catch (error) {
      // The model of some rounds on one fold is nothing to the caller.
      throw error instanceof FitAbortedError ? error.cause : error;
    }
  }

  /** A column is left to be read from the rows, so that it does not become a feature. */
  #weightOf(places: Uint32Array): Pick<DatasetOptions, "weight"> {
    const { weight } = this.options;
    const weights = this.#weights;
    if (weights === null) return {};
    return { weight: typeof weight === "string" ? weight : Float64Array.from(places, (row) => weights[row]) };
  }
}

/** The folds that the options ask for. */
function foldsFor(
  caller: string,
  table: TableLike,
  { folds, stratify, group, seed }: FoldPlanOptions,
  target: ArrayLike<unknown>,
  ofClasses: boolean,
): Fold[] {
  if (Array.isArray(folds)) return readFolds(caller, folds, table.rowCount);
  const stratifies = stratify ?? ofClasses;
  const strata =
    typeof stratifies === "string" ? readColumn(table, stratifies, "stratify") : stratifies ? target : null;
  return foldsBy(caller, table, strata, {
    ...(typeof folds === "number" && { folds }),
    ...(seed !== undefined && { seed }),
    ...(group !== undefined && { group }),
  });
}

/** What every fit is told of the data besides the weights. */
function describeData(table: TableLike, options: FoldPlanOptions): DatasetOptions {
  const { target, task, weight, group, rowKey, types } = options;
  // A group is who a row is of: what is learned of it says nothing of others.
  const apart = [target, weight, group, rowKey];
  const others = table.columnNames.filter((name) => !apart.includes(name));
  const features = options.features ?? others;
  const settled = features.map((name) => [name, typeOf(table, name, types)]);
  return {
    target,
    features,
    types: { ...Object.fromEntries(settled), ...types },
    ...(task && { task }),
    ...(rowKey !== undefined && { rowKey }),
  };
}

/** A fold need not show what a column is: it may have no value there. */
function typeOf(table: TableLike, name: string, types: DatasetOptions["types"] = {}) {
  return Object.hasOwn(types, name) ? types[name] : inferType(name, readColumn(table, name, "features"));
}
