import { clock, createPacer, type Pacer, reasonText, type StopSignal } from "@cambium/kernels";
import { Dataset, readDataset } from "../../dataset/dataset.ts";
import { type DatasetOptions, datasetOptions } from "../../dataset/dataset-options.ts";
import type { OfTask, Target, Task } from "../../dataset/target.ts";
import { tellWarnings } from "../../dataset/warning.ts";
import type { MetricChoice } from "../../metric/metric-for.ts";
import type { RoundScores } from "../../model/learning-curve.ts";
import type { Model, ModelOf } from "../../model/model.ts";
import type { InputPolicy } from "../../predict/encode-table.ts";
import type { TableInput } from "../../table/table-like.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe, oneOf } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { countOf, listNames } from "../../util/nearest-name.ts";
import { droppable, type OptionRules, option } from "../../util/option.ts";
import { TimeLimit } from "../../util/time-limit.ts";
import { toldFailure } from "../../util/told-failure.ts";
import { checkFitOptions, type RunOptions } from "../options/run-options.ts";
import type { EarlyStopping } from "./early-stopping.ts";
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
export interface FitPlan<Run> {
  /** What the user called. */
  readonly name: string;
  /** What its model is made of; null where that is one tree, which no time limit can end. */
  readonly part: "round" | "tree" | null;
  /** Whether errors carry the model of the parts that are done. */
  readonly carriesModel?: boolean;
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

/** A fit on its way to a model, which has parts: rounds or trees, one after the other. */
export interface FitInParts {
  /** How many parts are done. */
  done(): number;
  grow(): Promise<void>;
  /** The model of the parts that are done. `end` says why there are no more, where `grow` did not come to its end. */
  modelOf(end?: string): Promise<Model>;
  /** Gives back what the fit has taken. */
  end(): void;
}

/** What can end a fit before it is done: its signal and its time limit. All of its long loops ask the one pacer. */
export class FitStop {
  readonly pacer: Pacer;
  /** Asks to stop for either reason. */
  readonly signal: StopSignal | undefined;
  readonly #limit: TimeLimit | null;
  readonly #began = clock();

  constructor(
    private readonly plan: Pick<FitPlan<never>, "name" | "part" | "carriesModel">,
    private readonly run: Pick<RunOptions, "signal" | "timeLimit" | "onProgress">,
  ) {
    const { timeLimit, signal } = run;
    this.#limit = timeLimit === undefined || plan.part === null ? null : new TimeLimit(timeLimit, signal);
    this.signal = this.#limit ?? signal;
    this.pacer = createPacer(this.signal);
  }

  /** Since the fit began. */
  get seconds(): number {
    return (clock() - this.#began) / 1000;
  }

  /** Tells the caller how many parts are done. */
  tellProgress(done: number, total: number): void {
    this.run.onProgress?.(Object.freeze({ done, total, seconds: this.seconds }));
  }

  /**
   * The model of a fit that this error ended, where the time limit was up. Else it throws what `fit` is to reject with: the error itself, or
   * one that carries the model of the parts that are done. `fit` is undefined before it has begun.
   */
  async settle(error: unknown, fit: FitInParts | undefined): Promise<Model> {
    const { name, part, carriesModel = false } = this.plan;
    const { signal, timeLimit = 0 } = this.run;
    const begun = fit !== undefined && fit.done() > 0 ? fit : null;
    if (this.#limit !== null && error === this.#limit) {
      const limit = `the time limit of ${countOf(timeLimit, "second", "seconds")} was up`;
      if (begun !== null) return begun.modelOf(`${limit} after ${part} ${begun.done()}`);
      throw new CambiumError("bad-option", `${name}: ${limit} before the first ${part} was done; allow more`);
    }
    if (!carriesModel) throw error;
    const model = begun && (await begun.modelOf());
    const done = begun?.done() ?? 0;
    if (signal?.aborted === true && error === signal.reason) throw new FitAbortedError(name, model, done, error);
    const reason = toldFailure(error);
    throw model === null ? reason : new FitFailedError(name, model, done, reason);
  }
}

/** What `fit` of `boosting` rejects with when its signal is aborted. The signal's reason is its `cause`. */
export class FitAbortedError<M extends Model = Model> extends CambiumError {
  override readonly name = "AbortError";
  /** The model of the rounds that were done, as `earlyStopping` would keep them; null before the first one. */
  readonly model: M | null;

  constructor(learner: string, model: M | null, rounds: number, reason: unknown) {
    const done = rounds === 0 ? "before the first round was done" : `after ${countOf(rounds, "round", "rounds")}`;
    const why = typeof reason === "object" && reason !== null ? reasonText(reason) : describe(reason);
    super("aborted", `${learner}: the fit was aborted ${done}: ${why}`, { cause: reason });
    this.model = model;
  }
}

/**
 * What `fit` of `boosting` rejects with when something fails after the first round: the `save` of a checkpoint on a full disk, a
 * listener, a metric or a loss of your own, a thread. What was thrown is its `cause`. An error of
 * Cambium's names the input and the repair, so its code and message are kept.
 */
export class FitFailedError<M extends Model = Model> extends CambiumError {
  override readonly name = "FitFailedError";
  /** The model of the rounds that were done, as `earlyStopping` would keep them. */
  readonly model: M;

  constructor(learner: string, model: M, rounds: number, cause: unknown) {
    const ours = cause instanceof CambiumError ? cause : null;
    const why = cause instanceof Error ? cause.message : describe(cause);
    const message = `${learner}: the fit failed after ${countOf(rounds, "round", "rounds")}, whose model this error carries: ${why}`;
    super(ours?.code ?? "fit-failed", ours?.message.replace(/^cambium: /, "") ?? message, { cause });
    this.model = model;
  }
}

/** What ended a fit, for callers to whom the model of some rounds is of no use. */
export function reasonOfEnd(error: unknown): unknown {
  return error instanceof FitAbortedError || error instanceof FitFailedError ? error.cause : error;
}
