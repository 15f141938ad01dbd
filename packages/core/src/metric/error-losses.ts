import { log } from "@cambium/kernels";
import { numberAboveZero, type OptionRule } from "../util/check-options.ts";
import { square } from "../util/square.ts";
import { lessItsLog } from "./less-its-log.ts";
import { lossOfRows } from "./mean-of-rows.ts";
import type { NumberMetric } from "./metric.ts";
import { onlyOption } from "./only-option.ts";

const insideOne: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number above 0 and below 1",
  accepts: (value) => typeof value === "number" && value > 0 && value < 1,
};

/** Mean of `level`·error where the target was above, of (1 - level)·error where it was below: least for the quantile of that level. */
export function quantileLoss(options: { readonly level: number }): NumberMetric {
  const level = onlyOption("quantileLoss", options, "level", insideOne);
  return lossOfRows(`quantileLoss@${level}`, (predicted, actual) => {
    return actual >= predicted ? level * (actual - predicted) : (1 - level) * (predicted - actual);
  });
}

/** Mean of `level`·error² where the target was above, of (1 - level)·error² where it was below: least for the expectile of that level. */
export function expectileLoss(options: { readonly level: number }): NumberMetric {
  const level = onlyOption("expectileLoss", options, "level", insideOne);
  return lossOfRows(`expectileLoss@${level}`, (predicted, actual) => {
    return (actual >= predicted ? level : 1 - level) * square(actual - predicted);
  });
}

/** Mean of error²/2 up to errors of `delta`, and from there on of delta·(|error| - delta/2). */
export function huberLoss(options: { readonly delta: number }): NumberMetric {
  const delta = onlyOption("huberLoss", options, "delta", numberAboveZero);
  return lossOfRows(`huberLoss@${delta}`, (predicted, actual) => {
    const size = Math.abs(actual - predicted);
    return size <= delta ? square(size) / 2 : delta * (size - delta / 2);
  });
}

/** Mean of slope²·(√(1 + (error/slope)²) - 1): Huber's without a corner. */
export function pseudoHuberLoss(options: { readonly slope: number }): NumberMetric {
  const slope = onlyOption("pseudoHuberLoss", options, "slope", numberAboveZero);
  return lossOfRows(`pseudoHuberLoss@${slope}`, (predicted, actual) => {
    const share = (actual - predicted) / slope;
    // The square over the root plus one is the root less one, and loses no digits where the error is small.
    return square(actual - predicted) / (Math.sqrt(1 + square(share)) + 1);
  });
}

/** Mean of c²·(|error|/c - log(1 + |error|/c)), where c is the `scale`. */
export function fairLoss(options: { readonly scale: number }): NumberMetric {
  const scale = onlyOption("fairLoss", options, "scale", numberAboveZero);
  return lossOfRows(`fairLoss@${scale}`, (predicted, actual) => {
    const share = Math.abs(actual - predicted) / scale;
    return square(scale) * lessItsLog(share, () => log(1 + share));
  });
}
