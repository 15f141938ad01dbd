// What a program needs that has a model and trains none: a bundle of it has no learner, and of the kernels only those that predict.
export {
  type AsyncOptions,
  CambiumError,
  type CambiumErrorCode,
  type ClassificationModel,
  type ClassLabel,
  type FeatureSchema,
  type FlatRows,
  loadModel,
  type Model,
  type PredictInput,
  type RegressionModel,
  type TableInput,
  type TableLike,
} from "@cambium/core";
