import { exp, log } from "@cambium/kernels";
import { aNumber, check, describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { type Check, droppable } from "../util/option.ts";

/** Numbers that `randomSearch` may draw for a parameter, as the functions of `range` make them. */
export interface ParameterRange {
  /** How many numbers there are: Infinity where they are not counted. */
  readonly size: number;
  /** The number at a share from 0 to below 1 of the range. */
  at(share: number): number;
}

/** What makes ranges for `randomSearch`. */
export interface Ranges {
  /** Whole numbers from `low` to `high`, both included, all equally likely. */
  readonly integers: (low: number, high: number) => ParameterRange;
  /** Numbers from `low` to `high`, all equally likely. */
  readonly uniform: (low: number, high: number) => ParameterRange;
  /** Numbers from `low` to `high`, their logarithms equally likely: for learning rates and penalties. */
  readonly logUniform: (low: number, high: number) => ParameterRange;
}

/** Ranges of numbers for `randomSearch`. */
export const range: Ranges = /* @__PURE__ */ droppable(() => Object.freeze({ integers, uniform, logUniform }));

function integers(low: number, high: number): ParameterRange {
  checkBounds("range.integers", low, high, check("whole numbers", Number.isSafeInteger));
  const size = high - low + 1;
  return rangeOf(low, high, size, (share) => low + Math.floor(share * size));
}

function uniform(low: number, high: number): ParameterRange {
  checkBounds("range.uniform", low, high, check("numbers", Number.isFinite));
  return rangeOf(low, high, Number.POSITIVE_INFINITY, (share) => low * (1 - share) + high * share);
}

function logUniform(low: number, high: number): ParameterRange {
  checkBounds(
    "range.logUniform",
    low,
    high,
    aNumber("numbers above 0", (x) => x > 0 && Number.isFinite(x)),
  );
  const [from, to] = [log(low), log(high)];
  return rangeOf(low, high, Number.POSITIVE_INFINITY, (share) => exp(from * (1 - share) + to * share));
}

/** Rounding may lead out of the bounds, but not far. */
function rangeOf(low: number, high: number, size: number, at: (share: number) => number): ParameterRange {
  return Object.freeze({ size, at: (share: number) => Math.min(high, Math.max(low, at(share))) });
}

function checkBounds(name: string, low: number, high: number, { expected, accepts }: Check<number>): void {
  const message = `${name} expects two ${expected}, the lower one first, got ${describe(low)} and ${describe(high)}`;
  demand(accepts(low) && accepts(high) && low < high, message);
}
