import { createPacer } from "@cambium/kernels";
import { type Dataset, readDataset, requireTarget } from "../dataset/dataset.ts";
import type { DatasetOptions } from "../dataset/dataset-options.ts";
import { inferTask, targetInTurns } from "../dataset/encode-target.ts";
import { offsetColumns, readOffset } from "../dataset/read-offset.ts";
import { readWeights } from "../dataset/read-weights.ts";
import type { Target } from "../dataset/target.ts";
import { type CambiumWarning, type OnWarning, tellWarnings } from "../dataset/warning.ts";
import type { Model } from "../model/model.ts";
import { KnownTable } from "../table/known-table.ts";
import { readColumn } from "../table/read-column.ts";
import { selectOwnRows, selectRows, selectValues } from "../table/select-rows.ts";
import type { TableInput, TableLike } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import type { EarlyStopping } from "../training/run/early-stopping.ts";
import type { Learner } from "../training/run/learner.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { allRows } from "../util/ranges.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { checkFolds, readFolds, type UnlearnedClass, unlearnedClasses } from "./check-folds.ts";
import type { CrossValidateOptions } from "./cross-validate-options.ts";
import { evaluateAsync, type MetricChoiceOf, type ScoresOf } from "./evaluate.ts";
import { type CommonStop, fitFold, fitInStep, type OnRound } from "./fit-in-step.ts";
import { FoldPool, FoldsBeside, type SentColumns } from "./fold-workers.ts";
import { type Fold, foldsBy } from "./folds-of.ts";
import { type ScoreSummary, summarizeScores } from "./score-summary.ts";

/** The options that say how a table is parted and described, whatever is trained on it. */
export type FoldPlanOptions = Omit<CrossValidateOptions, "metrics" | "predictions" | "onFold">;

/** A model of one fold, and the rows that were held out of it. */
interface FoldModel<M extends Model> {
  /** From 1. */
  readonly fold: number;
  readonly model: M;
  readonly rows: TableLike;
  /** The places of the rows in the whole table. */
  readonly places: Uint32Array;
  readonly scores: ScoresOf<M>;
}

/** What one learner is cross-validated with. */
interface ValidationRun<M extends Model> {
  /** Measured besides the usual metrics. */
  readonly metrics: readonly MetricChoiceOf<M>[];
  readonly signal?: Signal;
  /** Of a search: what the learner is made of. */
  readonly point?: object;
  /** Called after each fold, and waited for. */
  onFold?(fold: FoldModel<M>): unknown;
}

type Signal = DatasetOptions["signal"];

/** Above this many bytes the datasets of the folds are not kept from one learner to the next. */
const MOST_KEPT = 2 ** 30;

/** The same folds of the same table for any number of learners. What a column is, is settled by the whole table. */
export class FoldPlan {
  /** The classes that a fold has no rows to learn from. */
  readonly unlearned: readonly UnlearnedClass[];
  /** Columns, their orders and their bins, fold by fold; empty where they are not kept. */
  readonly #kept: (Promise<Dataset> | undefined)[] = [];
  readonly #keeps: boolean;
  /** By what they say, each once. */
  readonly #warnings = new Map<string, CambiumWarning>();
  /** Whose bins all folds have; null where each has its own. */
  readonly #whole: Dataset | null;

  /** `learner` has a say in the task, where its loss is for one only; `learners` are to be trained. `caller` is what the user called. */
  static async open(
    caller: string,
    learner: Learner,
    input: TableInput,
    options: FoldPlanOptions,
    learners = 1,
  ): Promise<FoldPlan> {
    const { signal, weight } = options;
    if (signal?.aborted) throw signal.reason;
    const plan = await inTurns(planFolds(caller, learner, input, options), createPacer(signal));
    const { table, target, folds, weights, description } = plan;
    // Reads the whole table once: it settles which columns are features, and what they are, for all folds. A table of its own forgets
    // each column that it has given to a dataset, and here the folds are still to come.
    const { rowCount, columnNames, column } = table;
    const whole = await readDataset(new KnownTable(rowCount, columnNames, column), { ...description, weight, signal });
    const { exclude: _, ...others } = description;
    const features = whole.columns.map(({ name }) => name);
    const types = Object.fromEntries(whole.columns.map(({ name, kind }) => [name, kind]));
    const settled = { ...others, features, types };
    return new FoldPlan(caller, options, table, target, folds, weights, settled, whole, learners);
  }

  private constructor(
    private readonly caller: string,
    private readonly options: FoldPlanOptions,
    readonly table: KnownTable,
    readonly target: Target,
    readonly folds: readonly Fold[],
    private readonly weights: Float64Array | null,
    /** How each fold is read: as the whole table was. */
    private readonly description: DatasetOptions,
    whole: Dataset,
    learners: number,
  ) {
    this.unlearned = unlearnedClasses(folds, target);
    for (const warning of whole.warnings) this.#warn(warning);
    this.#whole = options.shareBins ? whole : null;
    const rows = folds.reduce((sum, { train }) => sum + train.length, 0);
    this.#keeps = learners > 1 && 8 * rows * table.columnNames.length <= MOST_KEPT;
  }

  /** Those of the whole table and of all fits on parts of it. */
  get warnings(): readonly CambiumWarning[] {
    return [...this.#warnings.values()];
  }

  readonly #warn: OnWarning = (warning) => {
    const key = JSON.stringify([warning.code, warning.column]);
    if (this.#warnings.has(key)) return;
    this.#warnings.set(key, warning);
    tellWarnings([warning], this.options.onWarning);
  };

  /** What is wrong with the data is said of the whole table: a part may look odd by chance. A fit itself gives one warning only. */
  readonly #warnOfFold: OnWarning = (warning) => {
    if (warning.code === "no-better-than-chance") this.#warn(warning);
  };

  /** Trains on all but one fold and evaluates on it, fold after fold. `stop`: where all folds of a learner that ends early ended; else null. */
  async validate<M extends Model>(
    learner: Learner<M>,
    { metrics, signal = this.options.signal, point, onFold }: ValidationRun<M>,
  ): Promise<ScoreSummary<M> & { readonly stop: CommonStop | null }> {
    learner.checkTarget?.(this.target);
    const { workers } = this.options;
    const beside =
      workers instanceof FoldPool ? new FoldsBeside<M>(workers, learner, point, signal, this.#warnOfFold) : null;
    const fitOf = (fold: number, onRound?: OnRound): Promise<M> =>
      beside?.fit(() => this.#sent(fold, onRound !== undefined), onRound) ?? this.#fit(learner, fold, signal, onRound);
    const all: ScoresOf<M>[] = [];
    try {
      const rule = this.#commonRule(learner);
      const inStep = rule && (await fitInStep(rule, this.folds.length, this.target.task, fitOf));
      const fits = inStep === null && beside !== null ? this.folds.map((_, fold) => fitOf(fold)) : [];
      for (const [fold, { test: places }] of this.folds.entries()) {
        const model = await (inStep?.models[fold] ?? fits[fold] ?? fitOf(fold));
        const rows = selectRows(this.table, places);
        const scores: ScoresOf<M> = await evaluateAsync(model, rows, { ...this.#weightOf(places), metrics, signal });
        all.push(scores);
        await onFold?.({ fold: fold + 1, model, rows, places, scores });
      }
      return { ...summarizeScores<M>(all), stop: inStep?.stop ?? null };
    } finally {
      beside?.end();
    }
  }

  /** Trains on the whole table. */
  async fitAll<M extends Model>(learner: Learner<M>): Promise<M> {
    const { signal } = this.options;
    const dataset = await this.#datasetOf(allRows(this.table.rowCount), signal);
    return fitFold(learner, dataset, { signal, onWarning: this.#warnOfFold }, null);
  }

  async #fit<M extends Model>(learner: Learner<M>, fold: number, signal: Signal, onRound?: OnRound): Promise<M> {
    if (signal?.aborted) throw signal.reason;
    const dataset = await this.#datasetOfFold(fold, signal);
    const heldOut = onRound && { table: selectOwnRows(this.table, this.folds[fold].test), onRound };
    return fitFold(learner, dataset, { signal, onWarning: this.#warnOfFold }, heldOut ?? null);
  }

  /** By what a learner ends on all folds at once; null where it does not end early. */
  #commonRule({ endsEarly }: Learner): EarlyStopping | null {
    if (endsEarly === undefined) return null;
    if (this.weights === null || typeof this.options.weight === "string") return endsEarly.rule;
    const message = `${this.caller}: earlyStopping weighs rows held out by a column of theirs; pass weight: the name of one`;
    throw new CambiumError("bad-option", message);
  }

  /** What a worker is sent of a fold. */
  #sent(fold: number, withHeldOut: boolean) {
    const { train, test } = this.folds[fold];
    return {
      train: this.#columnsOf(train),
      description: { ...this.description, ...this.#weightOf(train) },
      heldOut: withHeldOut ? this.#columnsOf(test) : null,
    };
  }

  #columnsOf(rows: Uint32Array): SentColumns {
    const { target, features = [], offset, rowKey } = this.description;
    const { weight } = this.options;
    const others = [target, ...offsetColumns(offset), rowKey, weight].filter((name) => typeof name === "string");
    const names = new Set([...others, ...features]);
    return [...names].map((name) => [name, selectValues(readColumn(this.table, name, "features"), rows)]);
  }

  #datasetOfFold(fold: number, signal: Signal): Promise<Dataset> {
    const { train: rows } = this.folds[fold];
    const whole = this.#whole;
    const made =
      this.#kept[fold] ??
      this.#datasetOf(rows, signal).then((own) => (whole === null ? own : own.withBinsOf({ dataset: whole, rows })));
    if (this.#keeps) this.#kept[fold] = made;
    return made;
  }

  /** The rows are copied out of the table, so nobody else has them. */
  #datasetOf(rows: Uint32Array, signal: Signal): Promise<Dataset> {
    return readDataset(selectRows(this.table, rows), { ...this.description, ...this.#weightOf(rows), signal });
  }

  /** A column is left to be read from the rows, so that it does not become a feature. */
  #weightOf(places: Uint32Array): Pick<DatasetOptions, "weight"> {
    const { weight } = this.options;
    const { weights } = this;
    if (weights === null) return {};
    return { weight: typeof weight === "string" ? weight : Float64Array.from(places, (row) => weights[row]) };
  }
}

/** The folds of a table, and how each of them is to be read. */
function* planFolds(caller: string, learner: Learner, input: TableInput, options: FoldPlanOptions) {
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
  yield;
  const weights = readWeights(table, options.weight);
  yield;
  // A fold counts its own rows: what is wrong in one is said of the whole table.
  readOffset(table, offsetColumns(options.offset));
  yield;
  checkFolds(caller, folds, weights);
  return { table, target, folds, weights, description };
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
