import { log } from "@cambium/kernels";
import { check, numberAboveZero } from "../util/check-options.ts";
import { square } from "../util/square.ts";
import type { NumberMetricFunction } from "./callable-metrics.ts";
import { lessItsLog } from "./less-its-log.ts";
import { metricOfRows } from "./mean-of-rows.ts";
import { onlyOption } from "./only-option.ts";

const insideOne = /* @__PURE__ */ check<number>(
  "a number above 0 and below 1",
  (value) => typeof value === "number" && value > 0 && value < 1,
);

/** Mean of `level`·error where the target was above, of (1 - level)·error where it was below: least for the quantile of that level. */
export function quantile(options: { readonly level: number }): NumberMetricFunction {
  const level = onlyOption("metrics.quantile", options, "level", insideOne);
  return metricOfRows(`quantile@${level}`, (predicted, actual) => {
    return actual >= predicted ? level * (actual - predicted) : (1 - level) * (predicted - actual);
  });
}

/** Mean of `level`·error² where the target was above, of (1 - level)·error² where it was below: least for the expectile of that level. */
export function expectile(options: { readonly level: number }): NumberMetricFunction {
  const level = onlyOption("metrics.expectile", options, "level", insideOne);
  return metricOfRows(`expectile@${level}`, (predicted, actual) => {
    return (actual >= predicted ? level : 1 - level) * square(actual - predicted);
  });
}

/** Mean of error²/2 up to errors of `delta`, and from there on of delta·(|error| - delta/2). */
export function huber(options: { readonly delta: number }): NumberMetricFunction {
  const delta = onlyOption("metrics.huber", options, "delta", numberAboveZero);
  return metricOfRows(`huber@${delta}`, (predicted, actual) => {
    const size = Math.abs(actual - predicted);
    return size <= delta ? square(size) / 2 : delta * (size - delta / 2);
  });
}

/** Mean of delta²·(√(1 + (error/delta)²) - 1): Huber's without a corner. */
export function pseudoHuber(options: { readonly delta: number }): NumberMetricFunction {
  const delta = onlyOption("metrics.pseudoHuber", options, "delta", numberAboveZero);
  return metricOfRows(`pseudoHuber@${delta}`, (predicted, actual) => {
    const share = (actual - predicted) / delta;
    // The square over the root plus one is the root less one, and loses no digits where the error is small.
    return square(actual - predicted) / (Math.sqrt(1 + square(share)) + 1);
  });
}

/** Mean of c²·(|error|/c - log(1 + |error|/c)), where c is the `scale`. */
export function fair(options: { readonly scale: number }): NumberMetricFunction {
  const scale = onlyOption("metrics.fair", options, "scale", numberAboveZero);
  return metricOfRows(`fair@${scale}`, (predicted, actual) => {
    const share = Math.abs(actual - predicted) / scale;
    return square(scale) * lessItsLog(share, () => log(1 + share));
  });
}
