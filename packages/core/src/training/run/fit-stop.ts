import { clock, createPacer, type Pacer, type StopSignal } from "@cambium/kernels";
import type { Model } from "../../model/model.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { countOf } from "../../util/nearest-name.ts";
import { TimeLimit } from "../../util/time-limit.ts";
import { toldFailure } from "../../util/told-failure.ts";
import type { RunOptions } from "../options/run-options.ts";
import { FitAbortedError, FitFailedError } from "./fit-errors.ts";

/** A fit on its way to a model, which has parts: rounds or trees, one after the other. */
export interface FitInParts {
  /** How many parts are done. */
  readonly done: number;
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
    const begun = fit !== undefined && fit.done > 0 ? fit : null;
    if (this.#limit !== null && error === this.#limit) {
      const limit = `the time limit of ${countOf(timeLimit, "second", "seconds")} was up`;
      if (begun !== null) return begun.modelOf(`${limit} after ${part} ${begun.done}`);
      throw new CambiumError("bad-option", `${name}: ${limit} before the first ${part} was done; allow more`);
    }
    if (!carriesModel) throw error;
    const model = begun && (await begun.modelOf());
    const done = begun?.done ?? 0;
    if (signal?.aborted === true && error === signal.reason) throw new FitAbortedError(name, model, done, error);
    const reason = toldFailure(error);
    throw model === null ? reason : new FitFailedError(name, model, done, reason);
  }
}
