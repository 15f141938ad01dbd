import { meanAndDeviation } from "../metric/mean-and-deviation.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import { BestRound, type StoppingPlan } from "../training/run/early-stopping.ts";

/** Where the fits of all folds ended, because the mean of the folds got no better. */
export interface CommonStop {
  /** The rounds after which the mean was the best: as many are to be made where there are no rows to go by. */
  readonly rounds: number;
  /** The name of what was looked at. */
  readonly metric: string;
  /** After each round, on the rows held out: the mean of the folds, each counted alike, and how far they lie apart. */
  readonly curve: readonly { readonly round: number; readonly mean: number; readonly standardDeviation: number }[];
}

/** Fits under way at once, none of which begins a round before all others have done the last. */
export class FoldsInStep {
  readonly #best: BestRound;
  readonly #curve: CommonStop["curve"][number][] = [];
  readonly #values: number[] = [];
  #waiting: ((isOver: boolean) => void)[] = [];
  #isBroken = false;

  constructor(
    private readonly folds: number,
    plan: StoppingPlan,
  ) {
    this.#best = new BestRound(plan);
  }

  /** What the fit of a fold tells of each round to; it goes on when the last of them has. */
  async hear(fold: number, { round, sets }: RoundScores): Promise<"stop" | "on"> {
    const { set, metric } = this.#best.plan;
    this.#values[fold] = sets[set][metric];
    if (this.#isBroken) return "stop";
    if (this.#waiting.length < this.folds - 1) {
      const isOver = await new Promise<boolean>((resolve) => this.#waiting.push(resolve));
      return isOver ? "stop" : "on";
    }
    const isOver = this.#endRound(round);
    this.#release(isOver);
    return isOver ? "stop" : "on";
  }

  /** A fold has failed: the others need not go on. */
  break(): void {
    this.#isBroken = true;
    this.#release(true);
  }

  get stop(): CommonStop {
    return { rounds: this.#best.round, metric: this.#best.plan.metric, curve: this.#curve };
  }

  #endRound(round: number): boolean {
    const { mean, standardDeviation } = meanAndDeviation(this.#values);
    this.#curve.push({ round, mean, standardDeviation });
    this.#best.see(round, mean);
    return round - this.#best.round >= this.#best.plan.patience;
  }

  #release(isOver: boolean): void {
    for (const goOn of this.#waiting.splice(0)) goOn(isOver);
  }
}
