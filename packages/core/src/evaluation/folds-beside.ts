import type { StopSignal } from "@cambium/kernels";
import type { OnWarning } from "../dataset/warning.ts";
import { loadModel } from "../model/load-model.ts";
import type { Model } from "../model/model.ts";
import type { Learner, MeasuredRun } from "../training/run/learner.ts";
import { type FoldTask, toldOf } from "./fold-messages.ts";
import type { FoldPool } from "./fold-workers.ts";

/** The rows of a fold, for a worker. */
export type FoldData = Pick<FoldTask, "train" | "description" | "heldOut">;

/** The fits of one learner on the folds of a plan, side by side in workers. */
export class FoldsBeside<M extends Model> {
  readonly #signal: StopSignal;
  /** Why nobody asks for what is not fitted yet; null: they do. */
  #end: { readonly reason: unknown } | null = null;

  constructor(
    private readonly workers: FoldPool,
    private readonly learner: Learner<M>,
    private readonly point: object | null,
    signal: StopSignal | undefined,
    private readonly onWarning: OnWarning,
  ) {
    const ended = () => this.#end;
    this.#signal = {
      get aborted() {
        return ended() !== null || signal?.aborted === true;
      },
      get reason() {
        return ended()?.reason ?? signal?.reason;
      },
    };
  }

  /** The models of folds, as many under way at once as there are workers. Their rows are read when there is one for them. */
  fit(folds: readonly (() => FoldData)[]): Promise<M>[] {
    return folds.map((data) => {
      const fit = this.workers.fit(() => this.#taskOf(data()), { signal: this.#signal, onWarning: this.onWarning });
      return this.#modelOf(fit);
    });
  }

  /** The model of a fold that waits for the others after each round. */
  fitInStep(data: FoldData, onRound: NonNullable<MeasuredRun["onRound"]>): Promise<M> {
    const run = { signal: this.#signal, onWarning: this.onWarning, onRound };
    return this.#modelOf(this.workers.fitAtOnce(this.#taskOf(data), run));
  }

  end(reason: unknown = null): void {
    this.#end ??= { reason };
  }

  #taskOf(data: FoldData): FoldTask {
    return { ...data, learner: toldOf(this.learner), point: this.point };
  }

  #modelOf(fit: Promise<Uint8Array>): Promise<M> {
    const model = fit.then((bytes) => loadModel(bytes) as M);
    // The others end with the same error.
    model.catch((reason: unknown) => this.end(reason));
    return model;
  }
}
