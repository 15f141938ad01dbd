import { reasonText } from "@cambium/kernels";
import type { Model } from "../../model/model.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe } from "../../util/check-options.ts";
import { countOf } from "../../util/nearest-name.ts";

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
