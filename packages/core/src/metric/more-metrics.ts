import { droppable } from "../util/droppable.ts";
import {
  meanGammaDeviance,
  meanGammaNegativeLogLikelihood,
  meanPoissonNegativeLogLikelihood,
  tweedieDeviance,
  tweedieNegativeLogLikelihood,
} from "./deviance-metrics.ts";
import { expectileLoss, fairLoss, huberLoss, pseudoHuberLoss, quantileLoss } from "./error-losses.ts";
import type { ClassMetric, ClassPredictions, Figure, NumberMetric, NumberOutcome } from "./metric.ts";
import { aucMu, topAccuracy } from "./multi-class-metrics.ts";
import { type NumberFunction, ofNumbers } from "./of-numbers.ts";
import { rootMeanSquaredLogError } from "./regression-metrics.ts";
import { crossEntropy, kullbackLeibler } from "./share-metrics.ts";
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
  | "quantileLoss"
  | "expectileLoss"
  | "huberLoss"
  | "pseudoHuberLoss"
  | "fairLoss"
  | "tweedieDeviance"
  | "tweedieNegativeLogLikelihood";

export type ClassificationFamilyName = "topAccuracy" | "thresholdAccuracy";

const loss = (metric: NumberFunction) => ofNumbers("lower", metric);

export const moreRegressionMetrics: Readonly<Record<MoreRegressionMetricName, Figure<NumberOutcome>>> =
  /* @__PURE__ */ droppable(() => ({
    rmsle: loss(rootMeanSquaredLogError),
    gammaDeviance: loss(meanGammaDeviance),
    poissonNegativeLogLikelihood: loss(meanPoissonNegativeLogLikelihood),
    gammaNegativeLogLikelihood: loss(meanGammaNegativeLogLikelihood),
    crossEntropy: loss(crossEntropy),
    kullbackLeibler: loss(kullbackLeibler),
  }));

export const moreClassificationMetrics: Readonly<Record<MoreClassificationMetricName, Figure<ClassPredictions>>> =
  /* @__PURE__ */ droppable(() => ({ aucMu: { better: "higher", of: aucMu } }));

export const regressionFamilies: Readonly<Record<RegressionFamilyName, (parameter: number) => NumberMetric>> =
  /* @__PURE__ */ droppable(() => ({
    quantileLoss: (level) => quantileLoss({ level }),
    expectileLoss: (level) => expectileLoss({ level }),
    huberLoss: (delta) => huberLoss({ delta }),
    pseudoHuberLoss: (slope) => pseudoHuberLoss({ slope }),
    fairLoss: (scale) => fairLoss({ scale }),
    tweedieDeviance: (power) => tweedieDeviance({ power }),
    tweedieNegativeLogLikelihood: (power) => tweedieNegativeLogLikelihood({ power }),
  }));

export const classificationFamilies: Readonly<Record<ClassificationFamilyName, (parameter: number) => ClassMetric>> =
  /* @__PURE__ */ droppable(() => ({
    topAccuracy: (k) => topAccuracy({ k }),
    thresholdAccuracy: (threshold) => thresholdAccuracy({ threshold }),
  }));
