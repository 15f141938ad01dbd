// One line per loss, and what makes losses of expressions. `npm run generate` writes all that is derived from these lines: the record,
// the docs' table, cambium's exports.
export { absoluteError } from "./absolute-error.ts";
export { type AbsolutePercentageErrorOptions, absolutePercentageError } from "./absolute-percentage-error.ts";
export { builtInLosses } from "./built-in-losses.ts";
export { crossEntropy } from "./cross-entropy.ts";
export { type ExpectileOptions, expectile } from "./expectile.ts";
export { exponential } from "./exponential.ts";
export { defineLoss } from "./expression/define-loss.ts";
export type { LossDefinition } from "./expression/loss-definition.ts";
export { type FairOptions, fair } from "./fair.ts";
export { type FocalOptions, focal } from "./focal.ts";
export { gamma } from "./gamma.ts";
export { hinge } from "./hinge.ts";
export { type HuberOptions, huber } from "./huber.ts";
export { logCosh } from "./log-cosh.ts";
export { logistic } from "./logistic.ts";
export { oneVsAll } from "./one-vs-all.ts";
export { type PoissonOptions, poisson } from "./poisson.ts";
export { type PseudoHuberOptions, pseudoHuber } from "./pseudo-huber.ts";
export { type QuantileOptions, quantile } from "./quantile.ts";
export { type SoftmaxOptions, softmax } from "./softmax.ts";
export { squaredError } from "./squared-error.ts";
export { squaredLogError } from "./squared-log-error.ts";
export { type TweedieOptions, tweedie } from "./tweedie.ts";
