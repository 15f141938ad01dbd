import { createPacer } from "@cambium/kernels";
import { type Dataset, readDataset, requireTarget } from "../dataset/dataset.ts";
import type { DatasetOptions } from "../dataset/dataset-options.ts";
import { inferTask, targetInTurns } from "../dataset/encode-target.ts";
import { offsetColumns, readOffset } from "../dataset/read-offset.ts";
import { readWeights } from "../dataset/read-weights.ts";
import type { Target } from "../dataset/target.ts";
import type { CambiumWarning, OnWarning } from "../dataset/warning.ts";
import type { Model } from "../model/model.ts";
import { KnownTable } from "../table/known-table.ts";
import { readColumn } from "../table/read-column.ts";
import { selectOwnRows, selectRows, selectValues } from "../table/select-rows.ts";
import type { TableInput, TableLike } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { reasonOfEnd } from "../training/run/fit-stop.ts";
import type { EndsEarly, Learner } from "../training/run/learner.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { allRows } from "../util/ranges.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { checkFolds, readFolds } from "./check-folds.ts";
import type { CommonStop } from "./common-stop.ts";
import type { CrossValidateOptions } from "./cross-validate-options.ts";
import { evaluateAsync, type MetricChoiceOf, type ScoresOf } from "./evaluate.ts";
import { fitInStep } from "./fit-in-step.ts";
import type { SentColumns } from "./fold-messages.ts";
import { FoldWarnings } from "./fold-warnings.ts";
import { FoldPool } from "./fold-workers.ts";
import { type FoldData, FoldsBeside } from "./folds-beside.ts";
import { type Fold, foldsBy } from "./folds-of.ts";
import { type UnlearnedClass, unlearnedClasses } from "./unlearned-classes.ts";

/** The options that say how a table is parted and described, whatever is trained on it. */
export type FoldPlanOptions = Omit<CrossValidateOptions, "metrics" | "predictions" | "onFold">;

/** What the models of one learner have of their own. */
interface FoldRunOptions {
  readonly signal?: FoldPlanOptions["signal"] | undefined;
  /** Of a search: what the learner is made of. */
  readonly point?: object | null | undefined;
}

/** A model of one fold, and the rows that were held out of it. */
export interface FoldModel<M extends Model> {
  readonly model: M;
  readonly rows: TableLike;
  /** The places of the rows in the whole table. */
  readonly places: Uint32Array;
  readonly scores: ScoresOf<M>;
  /** Of a learner that ends early: where all folds ended; else null. */
  readonly stop: CommonStop | null;
}

/** Above this many bytes the datasets of the folds are not kept from one learner to the next. */
const MOST_KEPT = 2 ** 30;

interface PlannedFolds extends Pick<FoldPlan, "table" | "target" | "folds" | "unlearned"> {
  readonly weights: Float64Array | null;
  readonly description: DatasetOptions;
}

/** The same folds of the same table for any number of learners. What a column is, is settled by the whole table. */
export class FoldPlan {
  readonly table: KnownTable;
  readonly target: Target;
  readonly folds: readonly Fold[];
  /** The classes that a fold has no rows to learn from. */
  readonly unlearned: readonly UnlearnedClass[];
  readonly #weights: Float64Array | null;
  readonly #warnings: FoldWarnings;
  /** How each fold is read: as the whole table was. */
  #description: DatasetOptions;
  /** Columns, their orders and their bins, fold by fold; empty where they are not kept. */
  readonly #kept: (Promise<Dataset> | undefined)[] = [];
  readonly #keeps: boolean;
  #whole: Promise<Dataset> | undefined;

  /** `learner` has a say in the task, where its loss is for one only; `learners` are to be trained. `caller` is what the user called. */
  static async open(
    caller: string,
    learner: Learner,
    input: TableInput,
    options: FoldPlanOptions,
    learners = 1,
  ): Promise<FoldPlan> {
    const { signal } = options;
    if (signal?.aborted) throw signal.reason;
    const plan = await inTurns(FoldPlan.#plan(caller, learner, input, options, learners), createPacer(signal));
    await plan.#settleColumns();
    return plan;
  }

  static *#plan(
    caller: string,
    learner: Learner,
    input: TableInput,
    options: FoldPlanOptions,
    learners: number,
  ): Turns<FoldPlan> {
    const table = toTable(input);
    yield;
    const values = readColumn(table, requireTarget(table, options.target), "target");
    const settled = options.task ?? learner.task;
    const task = settled ?? inferTask(options.target, values);
    const folds = yield* foldsFor(caller, table, options, values, task === "classification");
    const target = yield* targetInTurns(options.target, values, null, task, options.classes);
    // A fold need not have rows of each class: its model knows them all the same.
    const classes = target.task === "classification" ? { classes: target.classes } : {};
    const description = describeData({ ...options, ...(settled && { task: settled }), ...classes });
    const unlearned = unlearnedClasses(folds, target);
    yield;
    const weights = readWeights(table, options.weight);
    yield;
    // A fold counts its own rows: what is wrong in one is said of the whole table.
    readOffset(table, offsetColumns(options.offset));
    yield;
    checkFolds(caller, folds, weights);
    return new FoldPlan(caller, options, learners, { table, target, folds, unlearned, weights, description });
  }

  private constructor(
    private readonly caller: string,
    private readonly options: FoldPlanOptions,
    learners: number,
    { table, target, folds, unlearned, weights, description }: PlannedFolds,
  ) {
    this.table = table;
    this.target = target;
    this.folds = folds;
    this.unlearned = unlearned;
    this.#weights = weights;
    this.#description = description;
    this.#warnings = new FoldWarnings(options.onWarning);
    const rows = folds.reduce((sum, { train }) => sum + train.length, 0);
    this.#keeps = learners > 1 && 8 * rows * table.columnNames.length <= MOST_KEPT;
  }

  get warnings(): readonly CambiumWarning[] {
    return this.#warnings.all;
  }

  /** Reads the whole table once: it settles which columns are features, and what they are, for all folds. */
  async #settleColumns(): Promise<void> {
    const { signal, weight, shareBins } = this.options;
    const described = { ...this.#description, weight, signal };
    // A table of its own forgets each column that it has given to a dataset, and here the folds are still to come.
    const { rowCount, columnNames, column } = this.table;
    const whole = await readDataset(new KnownTable(rowCount, columnNames, column), described);
    this.#warnings.take(whole.warnings);
    if (shareBins) this.#whole = Promise.resolve(whole);
    const { exclude: _, ...others } = this.#description;
    const features = whole.columns.map(({ name }) => name);
    const types = Object.fromEntries(whole.columns.map(({ name, kind }) => [name, kind]));
    this.#description = { ...others, features, types };
  }

  /** Trains on all but one fold and evaluates on it, fold after fold. `metrics` are told besides. */
  async *models<M extends Model>(
    learner: Learner<M>,
    metrics: readonly MetricChoiceOf<M>[],
    { signal = this.options.signal, point = null }: FoldRunOptions = {},
  ): AsyncGenerator<FoldModel<M>> {
    learner.checkTarget?.(this.target);
    const { workers } = this.options;
    const beside =
      workers instanceof FoldPool
        ? new FoldsBeside<M>(workers, learner, point, signal, this.#warnings.takeOfFold)
        : undefined;
    try {
      const { endsEarly } = learner;
      const inStep = endsEarly === undefined ? null : await this.#fitInStep(endsEarly, beside, signal);
      const fits =
        inStep === null ? beside?.fit(this.folds.map((_, fold) => () => this.#sent(fold, false))) : undefined;
      for (const [fold, { test }] of this.folds.entries()) {
        const model = inStep?.models[fold] ?? (await (fits?.[fold] ?? this.#fit(learner, fold, signal)));
        const rows = selectRows(this.table, test);
        const scores = await evaluateAsync(model, rows, { ...this.#weightOf(test), metrics, signal });
        yield { model, rows, places: test, scores, stop: inStep?.stop ?? null };
      }
    } finally {
      beside?.end();
    }
  }

  /** Trains on the whole table. */
  async fitAll<M extends Model>(learner: Learner<M>): Promise<M> {
    const { signal } = this.options;
    const dataset = await this.#datasetOf(allRows(this.table.rowCount), signal);
    return fitOn(learner, dataset, signal, this.#warnings.takeOfFold);
  }

  async #fit<M extends Model>(learner: Learner<M>, fold: number, signal: DatasetOptions["signal"]): Promise<M> {
    if (signal?.aborted) throw signal.reason;
    return fitOn(learner, await this.#datasetOfFold(fold, signal), signal, this.#warnings.takeOfFold);
  }

  /** The folds of a learner that ends early are all under way at once. */
  async #fitInStep<M extends Model>(
    { rule, ofRounds }: EndsEarly<M>,
    beside: FoldsBeside<M> | undefined,
    signal: DatasetOptions["signal"],
  ) {
    if (this.#weights !== null && typeof this.options.weight !== "string") {
      const message = `${this.caller}: earlyStopping weighs rows held out by a column of theirs; pass weight: the name of one`;
      throw new CambiumError("bad-option", message);
    }
    const { task } = this.target;
    const count = this.folds.length;
    if (beside !== undefined) {
      return fitInStep<M>(rule, count, task, (fold, onRound) => beside.fitInStep(this.#sent(fold, true), onRound));
    }
    const datasets: Dataset[] = [];
    for (let fold = 0; fold < count; fold++) {
      if (signal?.aborted) throw signal.reason;
      datasets.push(await this.#datasetOfFold(fold, signal));
    }
    const learner = ofRounds();
    const fit = fitInStep<M>(rule, count, task, (fold, onRound) => {
      const validation = selectOwnRows(this.table, this.folds[fold].test);
      return learner.fit(datasets[fold], {
        signal,
        onWarning: this.#warnings.takeOfFold,
        validation,
        metrics: [rule.metric ?? "meanLoss"],
        onRound,
      });
    });
    return reasonOf(fit);
  }

  /** What a worker is sent of a fold. */
  #sent(fold: number, withHeldOut: boolean): FoldData {
    const { train, test } = this.folds[fold];
    return {
      train: this.#columnsOf(train),
      description: { ...this.#description, ...this.#weightOf(train) },
      heldOut: withHeldOut ? this.#columnsOf(test) : null,
    };
  }

  #columnsOf(rows: Uint32Array): SentColumns {
    const { target, features = [], offset, rowKey } = this.#description;
    const { weight } = this.options;
    const others = [target, ...offsetColumns(offset), rowKey, weight].filter((name) => typeof name === "string");
    const names = new Set([...others, ...features]);
    return [...names].map((name) => [name, selectValues(readColumn(this.table, name, "features"), rows)]);
  }

  #datasetOfFold(fold: number, signal: DatasetOptions["signal"]): Promise<Dataset> {
    const kept = this.#kept[fold];
    if (kept !== undefined) return kept;
    const made = this.#makeFold(this.folds[fold].train, signal);
    if (this.#keeps) this.#kept[fold] = made;
    return made;
  }

  async #makeFold(rows: Uint32Array, signal: DatasetOptions["signal"]): Promise<Dataset> {
    const dataset = await this.#datasetOf(rows, signal);
    if (!this.options.shareBins) return dataset;
    this.#whole ??= this.#datasetOf(allRows(this.table.rowCount), signal);
    return dataset.withBinsOf({ dataset: await this.#whole, rows });
  }

  /** The rows are copied out of the table, so nobody else has them. */
  #datasetOf(rows: Uint32Array, signal: DatasetOptions["signal"]): Promise<Dataset> {
    return readDataset(selectRows(this.table, rows), { ...this.#description, ...this.#weightOf(rows), signal });
  }

  /** A column is left to be read from the rows, so that it does not become a feature. */
  #weightOf(places: Uint32Array): Pick<DatasetOptions, "weight"> {
    const { weight } = this.options;
    const weights = this.#weights;
    if (weights === null) return {};
    return { weight: typeof weight === "string" ? weight : Float64Array.from(places, (row) => weights[row]) };
  }
}

async function fitOn<M extends Model>(
  learner: Learner<M>,
  dataset: Dataset,
  signal: DatasetOptions["signal"],
  onWarning: OnWarning,
): Promise<M> {
  if (signal?.aborted) throw signal.reason;
  return reasonOf(learner.fit(dataset, { signal, onWarning }));
}

/** The model of some rounds on one fold is nothing to the caller. */
async function reasonOf<T>(fit: Promise<T>): Promise<T> {
  try {
    return await fit;
  } catch (error) {
    throw reasonOfEnd(error);
  }
}

/** The folds that the options ask for. */
function* foldsFor(
  caller: string,
  table: KnownTable,
  { folds, stratify, group, seed }: FoldPlanOptions,
  target: ArrayLike<unknown>,
  ofClasses: boolean,
): Turns<Fold[]> {
  if (Array.isArray(folds)) return readFolds(caller, folds, table.rowCount);
  const stratifies = stratify ?? ofClasses;
  const strata =
    typeof stratifies === "string" ? readColumn(table, stratifies, "stratify") : stratifies ? target : null;
  return yield* foldsBy(caller, table, strata, { folds: typeof folds === "number" ? folds : undefined, seed, group });
}

/** What every fit is told of the data besides the weights. */
function describeData(options: FoldPlanOptions): DatasetOptions {
  const { target, task, classes, offset, group, rowKey, features, exclude = [], types } = options;
  // A group is who a row is of: what is learned of it says nothing of others.
  const isApart = features === undefined && typeof group === "string";
  return { target, task, classes, offset, rowKey, features, exclude: isApart ? [...exclude, group] : exclude, types };
}
