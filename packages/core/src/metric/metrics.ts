import { weightedMean } from "../util/exact-sum.ts";
import { droppable } from "../util/option.ts";
import { classificationFamilies, classificationMetrics, moreClassificationMetrics } from "./class-metrics.ts";
import { classRates } from "./classification-metrics.ts";
import { confusionMatrix } from "./confusion-matrix.ts";
import { moreRegressionMetrics, regressionFamilies, regressionMetrics } from "./number-metrics.ts";
import { calibrationErrorOf, reliabilityTable } from "./reliability-table.ts";

/** What some metrics are made of, and what metrics of one's own may be. */
const tables = {
  /** A table, no metric: how the rows of each actual class, a row of the table, were predicted, in columns. Takes labels. */
  confusionMatrix,
  /** A table, no metric: precision, recall and F1 of each class of a confusion matrix. */
  classRates,
  /** A table, no metric: how often what was predicted with a probability came true (`happened`, 1 or 0), in bins of equal width. */
  reliabilityTable,
  /** Mean distance, by weight, of `predicted` from `observed` over the bins of a reliability table. */
  calibrationErrorOf,
  /** For metrics of your own: the mean of a number of each row, by weight, the same to the bit in any order of the rows. */
  weightedMean,
};

type PlainMetrics = typeof regressionMetrics &
  typeof moreRegressionMetrics &
  typeof classificationMetrics &
  typeof moreClassificationMetrics;

type Families = typeof regressionFamilies & typeof classificationFamilies;

type MakersOf<F extends Readonly<Record<keyof F, (options: never) => unknown>>> = {
  readonly [Name in keyof F]: (options: Parameters<F[Name]>[0]) => ReturnType<F[Name]>;
};

/**
 * Every metric, by the name that it has as text. A metric is given to `evaluate` and the like, or called with arrays: the true
 * values, the predictions, the weights. A metric with a parameter is made by a function of its options, such as
 * `metrics.quantile({ level: 0.9 })`. A metric that has the name of a loss is the weighted mean of that loss.
 */
export interface Metrics extends Readonly<PlainMetrics>, MakersOf<Families>, Readonly<typeof tables> {}

/** All metrics, and the tables that some of them are made of. */
export const metrics: Metrics = /* @__PURE__ */ droppable(() =>
  Object.freeze({
    ...regressionMetrics,
    ...moreRegressionMetrics,
    ...regressionFamilies,
    ...classificationMetrics,
    ...moreClassificationMetrics,
    ...classificationFamilies,
    ...tables,
  }),
);
