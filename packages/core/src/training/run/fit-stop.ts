import { clock, createPacer, type Pacer, reasonText, type StopSignal } from "@cambium/kernels";
import type { Model } from "../../model/model.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe } from "../../util/check-options.ts";
import { countOf } from "../../util/nearest-name.ts";
import { TimeLimit } from "../../util/time-limit.ts";
import { toldFailure } from "../../util/told-failure.ts";
import type { RunOptions } from "../options/run-options.ts";

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

/** How a fit may end. */
export interface EndPlan {
  /** What the user called. */
  readonly name: string;
  /** What its model is made of; null where that is one tree, which no time limit can end. */
  readonly part: "round" | "tree" | null;
  /** Whether errors carry the model of the parts that are done. */
  readonly carriesModel?: boolean;
}

/** What can end a fit before it is done: its signal and its time limit. All of its long loops ask the one pacer. */
export class FitStop {
  readonly pacer: Pacer;
  /** Asks to stop for either reason. */
  readonly signal: StopSignal | undefined;
  readonly #limit: TimeLimit | null;
  readonly #began = clock();

  constructor(
    private readonly plan: EndPlan,
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
