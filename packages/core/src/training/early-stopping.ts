import type { MetricName } from "../metric/metric-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions, integerFrom, numberFromZero, type OptionRule, trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";

/** When to end because nothing gets better on the validation rows, and which rounds to keep. */
export interface EarlyStopping {
  /** So many rounds in a row without an improvement end the fit. */
  readonly patience: number;
  /** By more than this a round must be better than the best so far; 0 unless told. */
  readonly minDelta?: number;
  /** The one figure that is looked at: the loss, unless a metric is named. */
  readonly metric?: "loss" | MetricName;
  /** Whether the rounds after the best one are left out of the model, however the fit ends; true unless told. */
  readonly restoreBest?: boolean;
}

export const earlyStoppingOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  patience: {
    ...integerFrom(1),
    default: "required",
    about: "rounds in a row without an improvement that end the fit",
  },
  minDelta: {
    ...numberFromZero,
    default: "0",
    about: "by more than this a round must be better than the best so far",
  },
  metric: {
    expected: 'the name of a metric, such as "auc" or "rmse", or "loss"',
    accepts: (value) => typeof value === "string",
    default: '"loss"',
    about: "the one figure of the validation rows that is looked at",
  },
  restoreBest: {
    ...trueOrFalse,
    default: "true",
    about: "leave the rounds after the best one out of the model, however the fit ends",
  },
}));

/** The same with all that was left out, and which of two values is the better one. */
export interface StoppingPlan extends Required<EarlyStopping> {
  readonly better: "higher" | "lower";
}

/** A copy that nobody can change. */
export function frozenStopping(given: EarlyStopping | undefined): EarlyStopping | undefined {
  if (given === undefined) return undefined;
  checkOptions("boosting: earlyStopping", given, earlyStoppingOptions);
  if (given.patience !== undefined) return Object.freeze({ ...given });
  const message = "boosting: earlyStopping expects patience, such as { patience: 20 }, got none";
  throw new CambiumError("bad-option", message);
}

/** `betterOf` tells the direction of a metric, or refuses it. */
export function stoppingPlan(
  given: EarlyStopping | undefined,
  betterOf: (metric: string) => "higher" | "lower",
): StoppingPlan | null {
  if (given === undefined) return null;
  const { patience, minDelta = 0, metric = "loss", restoreBest = true } = given;
  return { patience, minDelta, metric, restoreBest, better: betterOf(metric) };
}

/** The best round so far by one figure. Of rounds that are alike the first is the best. */
export class BestRound {
  readonly #sign: 1 | -1;
  readonly #minDelta: number;
  #round = 0;
  #value = Number.POSITIVE_INFINITY;

  constructor(
    readonly metric: string,
    better: "higher" | "lower",
    minDelta = 0,
  ) {
    this.#sign = better === "lower" ? 1 : -1;
    this.#minDelta = minDelta;
  }

  /** 0 before the first. */
  get round(): number {
    return this.#round;
  }

  get value(): number {
    return this.#sign * this.#value;
  }

  see(round: number, value: number): void {
    if (Number.isNaN(value)) {
      const message = `boosting: earlyStopping goes by "${this.metric}", which has no value on the validation rows; choose another metric, or other rows`;
      throw new CambiumError("bad-option", message);
    }
    const cost = this.#sign * value;
    if (this.#round > 0 && !(cost < this.#value - this.#minDelta)) return;
    this.#round = round;
    this.#value = cost;
  }
}
