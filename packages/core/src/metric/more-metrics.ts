import { droppable } from "../util/droppable.ts";
import type { NumberMetricFunction, ProbabilityMetricFunction } from "./callable-metrics.ts";
import { aucMu } from "./class-metrics.ts";
import { tweedieDeviance, tweedieNegativeLogLikelihood } from "./deviance-metrics.ts";
import { expectile, fair, huber, pseudoHuber, quantile } from "./error-losses.ts";
import type { ClassMetric, NumberMetric } from "./metric.ts";
import { topAccuracy } from "./multi-class-metrics.ts";
import {
  crossEntropy,
  gammaDeviance,
  gammaNegativeLogLikelihood,
  kullbackLeibler,
  poissonNegativeLogLikelihood,
  rmsle,
} from "./number-metrics.ts";
import { thresholdAccuracy } from "./threshold-accuracy.ts";

/** Metrics that `evaluate` gives when they are asked for: most targets have no use for them. */
export type MoreRegressionMetricName =
  | "rmsle"
  | "gammaDeviance"
  | "poissonNegativeLogLikelihood"
  | "gammaNegativeLogLikelihood"
  | "crossEntropy"
  | "kullbackLeibler";

export type MoreClassificationMetricName = "aucMu";

/** Metrics with a number of their own, which stands in their name after an @. */
export type RegressionFamilyName =
  | "quantile"
  | "expectile"
  | "huber"
  | "pseudoHuber"
  | "fair"
  | "tweedieDeviance"
  | "tweedieNegativeLogLikelihood";

export type ClassificationFamilyName = "topAccuracy" | "thresholdAccuracy";

export const moreRegressionMetrics: Readonly<Record<MoreRegressionMetricName, NumberMetricFunction>> =
  /* @__PURE__ */ droppable(() => ({
    rmsle,
    gammaDeviance,
    poissonNegativeLogLikelihood,
    gammaNegativeLogLikelihood,
    crossEntropy,
    kullbackLeibler,
  }));

export const moreClassificationMetrics: Readonly<Record<MoreClassificationMetricName, ProbabilityMetricFunction>> =
  /* @__PURE__ */ droppable(() => ({ aucMu }));

export const regressionFamilies: Readonly<Record<RegressionFamilyName, (parameter: number) => NumberMetric>> =
  /* @__PURE__ */ droppable(() => ({
    quantile: (level) => quantile({ level }),
    expectile: (level) => expectile({ level }),
    huber: (delta) => huber({ delta }),
    pseudoHuber: (delta) => pseudoHuber({ delta }),
    fair: (scale) => fair({ scale }),
    tweedieDeviance: (power) => tweedieDeviance({ power }),
    tweedieNegativeLogLikelihood: (power) => tweedieNegativeLogLikelihood({ power }),
  }));

export const classificationFamilies: Readonly<Record<ClassificationFamilyName, (parameter: number) => ClassMetric>> =
  /* @__PURE__ */ droppable(() => ({
    topAccuracy: (k) => topAccuracy({ k }),
    thresholdAccuracy: (threshold) => thresholdAccuracy({ threshold }),
  }));
