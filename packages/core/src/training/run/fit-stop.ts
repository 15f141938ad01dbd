import { clock, createPacer, type Pacer, type StopSignal } from "@cambium/kernels";
import type { Model } from "../../model/model.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { countOf } from "../../util/nearest-name.ts";
import { TimeLimit } from "../../util/time-limit.ts";
import { toldFailure } from "../../util/told-failure.ts";
import type { RunOptions } from "../options/run-options.ts";
import { FitAbortedError } from "./fit-aborted-error.ts";
import { FitFailedError } from "./fit-failed-error.ts";

/** What can end a fit of an ensemble before it is done: its signal and its time limit. All of its long loops ask the one pacer. */
export class FitStop {
  readonly pacer: Pacer;
  /** Asks to stop for either reason. */
  readonly signal: StopSignal | undefined;
  readonly #limit: TimeLimit | null;
  readonly #began = clock();

  /** `learner` is what the user called, and `part` what its model is made of, one after the other. */
  constructor(
    private readonly learner: string,
    private readonly part: "round" | "tree",
    private readonly run: Pick<RunOptions, "signal" | "timeLimit" | "onProgress">,
  ) {
    this.#limit = run.timeLimit === undefined ? null : new TimeLimit(run.timeLimit, run.signal);
    this.signal = this.#limit ?? run.signal;
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
   * The model of a fit that this error ended after so many parts, where the time limit was up; null where something else ended it. Without
   * a part there is no model, and it throws.
   */
  async modelInTime<M>(
    error: unknown,
    done: number,
    modelOf: ((end: string) => Promise<M>) | undefined,
  ): Promise<M | null> {
    const { timeLimit = 0 } = this.run;
    if (this.#limit === null || error !== this.#limit) return null;
    const limit = `the time limit of ${countOf(timeLimit, "second", "seconds")} was up`;
    if (done > 0 && modelOf !== undefined) return modelOf(`${limit} after ${this.part} ${done}`);
    const message = `${this.learner}: ${limit} before the first ${this.part} was done; allow more`;
    throw new CambiumError("bad-option", message);
  }

  /**
   * What becomes of a fit of boosting that this error ended after so many rounds: their model where the time limit was up. Else it throws
   * what `fit` is to reject with: an error that carries the model of the rounds, or the error itself where there are none.
   */
  async settle<M extends Model>(
    error: unknown,
    rounds = 0,
    modelOf?: (end: string | undefined) => Promise<M>,
  ): Promise<M> {
    const inTime = await this.modelInTime(error, rounds, modelOf);
    if (inTime !== null) return inTime;
    const { signal } = this.run;
    const model = rounds > 0 && modelOf !== undefined ? await modelOf(undefined) : null;
    if (signal?.aborted === true && error === signal.reason) {
      throw new FitAbortedError("boosting", model, rounds, error);
    }
    const reason = toldFailure(error);
    throw model === null ? reason : new FitFailedError("boosting", model, rounds, reason);
  }
}

/** What ended a fit, for callers to whom the model of some rounds is of no use. */
export function reasonOfEnd(error: unknown): unknown {
  return error instanceof FitAbortedError || error instanceof FitFailedError ? error.cause : error;
}
