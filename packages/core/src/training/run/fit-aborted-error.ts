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
