import type { Figure, NumberOutcome } from "./metric.ts";

/** A metric as it is called with arrays. */
export type NumberFunction = (predicted: Float64Array, actual: Float64Array, weights: Float64Array | null) => number;

/** The same as a figure of an outcome. */
export function ofNumbers(better: "higher" | "lower", metric: NumberFunction): Figure<NumberOutcome> {
  return { better, of: ({ predicted, actual, weights }) => metric(predicted, actual, weights) };
}
