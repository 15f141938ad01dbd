import { numberMetric } from "./callable-metrics.ts";
import * as deviance from "./deviance-metrics.ts";
import * as regression from "./regression-metrics.ts";
import * as share from "./share-metrics.ts";

// The metrics of numbers by their names. Each call is marked as pure, so that a bundle without metrics has none of them.
export const rmse = /* @__PURE__ */ numberMetric("rmse", "lower", regression.rootMeanSquaredError);
export const mae = /* @__PURE__ */ numberMetric("mae", "lower", regression.meanAbsoluteError);
export const medianAbsoluteError = /* @__PURE__ */ numberMetric(
  "medianAbsoluteError",
  "lower",
  regression.medianAbsoluteError,
);
export const mape = /* @__PURE__ */ numberMetric("mape", "lower", regression.meanAbsolutePercentageError);
export const maxError = /* @__PURE__ */ numberMetric("maxError", "lower", regression.maxError);
export const r2 = /* @__PURE__ */ numberMetric("r2", "higher", regression.rSquared);
export const explainedVariance = /* @__PURE__ */ numberMetric(
  "explainedVariance",
  "higher",
  regression.explainedVariance,
);
export const poissonDeviance = /* @__PURE__ */ numberMetric("poissonDeviance", "lower", deviance.meanPoissonDeviance);
export const rmsle = /* @__PURE__ */ numberMetric("rmsle", "lower", regression.rootMeanSquaredLogError);
export const gammaDeviance = /* @__PURE__ */ numberMetric("gammaDeviance", "lower", deviance.meanGammaDeviance);
export const poissonNegativeLogLikelihood = /* @__PURE__ */ numberMetric(
  "poissonNegativeLogLikelihood",
  "lower",
  deviance.meanPoissonNegativeLogLikelihood,
);
export const gammaNegativeLogLikelihood = /* @__PURE__ */ numberMetric(
  "gammaNegativeLogLikelihood",
  "lower",
  deviance.meanGammaNegativeLogLikelihood,
);
export const crossEntropy = /* @__PURE__ */ numberMetric("crossEntropy", "lower", share.crossEntropy);
export const kullbackLeibler = /* @__PURE__ */ numberMetric("kullbackLeibler", "lower", share.kullbackLeibler);
