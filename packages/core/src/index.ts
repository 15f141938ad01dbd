// Public names, in the order in which data flows.
export { configureKernels, createPacer, exp, log, type Pacer } from "@cambium/kernels";
export {
  type ConformalIntervals,
  type ConformalIntervalsOptions,
  conformalIntervals,
  conformalIntervalsOptions,
  type Intervals,
  type QuantileModels,
} from "./calibration/conformal-intervals.ts";
export {
  type ConformalSets,
  type ConformalSetsOptions,
  conformalSets,
  conformalSetsOptions,
} from "./calibration/conformal-sets.ts";
export {
  type CalibratedModel,
  type IsotonicCalibrationData,
  type IsotonicCalibrationOptions,
  isotonicCalibration,
  isotonicCalibrationOptions,
} from "./calibration/isotonic-calibration.ts";
export { loadIsotonicCalibration } from "./calibration/load-isotonic-calibration.ts";
export { absoluteError } from "./criterion/absolute-error.ts";
export type { Criterion } from "./criterion/criterion.ts";
export { entropy } from "./criterion/entropy.ts";
export { gini } from "./criterion/gini.ts";
export { goalOfTarget } from "./criterion/goal-of-target.ts";
export { misclassification } from "./criterion/misclassification.ts";
export { type NewtonOptions, newton } from "./criterion/newton.ts";
export { poissonDeviance } from "./criterion/poisson-deviance.ts";
export type { BinnedColumn } from "./dataset/bin-column.ts";
export type { CategoricalColumn, Column, FeatureSchema, NumericColumn } from "./dataset/column.ts";
export { createDataset, type Dataset } from "./dataset/dataset.ts";
export {
  type CreateDatasetOptions,
  createDatasetOptions,
  type DatasetOptions,
  datasetOptions,
} from "./dataset/dataset-options.ts";
export {
  type ColumnCuts,
  type DiscretizedTable,
  type DiscretizeOptions,
  discretize,
  discretizeOptions,
} from "./dataset/discretize.ts";
export type { ColumnType } from "./dataset/encode-column.ts";
export { type LoadDatasetOptions, loadDataset, loadDatasetOptions } from "./dataset/load-dataset.ts";
export type {
  ClassificationTarget,
  ClassLabel,
  MayHaveTask,
  OfTask,
  RegressionTarget,
  Target,
  TargetOf,
  Task,
} from "./dataset/target.ts";
export type { CambiumWarning, CambiumWarningCode, OnWarning } from "./dataset/warning.ts";
export { weightOfClasses } from "./dataset/weight-of-classes.ts";
export type { Combination, Ensemble } from "./ensemble/ensemble.ts";
export type { CommonStop } from "./evaluation/common-stop.ts";
export { type CrossValidation, crossValidate } from "./evaluation/cross-validate.ts";
export {
  type CrossValidateOptions,
  crossValidateOptions,
  type FoldLike,
  type FoldReport,
} from "./evaluation/cross-validate-options.ts";
export {
  type ClassificationScores,
  type EvaluateAsyncOptions,
  type EvaluateOptions,
  evaluate,
  evaluateAsync,
  evaluateAsyncOptions,
  evaluateOptions,
  type MetricChoiceOf,
  type NamedFigures,
  type RegressionScores,
  type ScoresOf,
} from "./evaluation/evaluate.ts";
export { evaluateOutOfBag } from "./evaluation/evaluate-out-of-bag.ts";
export { type FoldWorkers, foldWorkers } from "./evaluation/fold-workers.ts";
export { type Fold, type FoldsOptions, foldsOf, foldsOptions } from "./evaluation/folds-of.ts";
export { gridSearch } from "./evaluation/grid-search.ts";
export type { HeldOutClasses, HeldOutNumbers, HeldOutPredictions } from "./evaluation/held-out-rows.ts";
export { outOfBagPredictions } from "./evaluation/out-of-bag-predictions.ts";
export { type ParameterRange, type Ranges, range } from "./evaluation/parameter-range.ts";
export {
  type PredictionStage,
  type PredictStagesOptions,
  predictStages,
  predictStagesOptions,
} from "./evaluation/predict-stages.ts";
export { randomSearch } from "./evaluation/random-search.ts";
export type { UnseenClass } from "./evaluation/read-actual.ts";
export type { MetricsOf, ScoreSummary } from "./evaluation/score-summary.ts";
export {
  type MetricNameOf,
  type RandomSearchOptions,
  randomSearchOptions,
  type SearchOptions,
  searchOptions,
  type TrialReport,
} from "./evaluation/search-options.ts";
export type { SearchResult, Trial } from "./evaluation/search-result.ts";
export type { PointOf, SearchSpace } from "./evaluation/search-space.ts";
export { serveFolds, type WorkerPort } from "./evaluation/serve-folds.ts";
export {
  type TableParts,
  type TrainTestSplitOptions,
  trainTestSplit,
  trainTestSplitOptions,
} from "./evaluation/train-test-split.ts";
export type { UnlearnedClass } from "./evaluation/unlearned-classes.ts";
export { namesText, presentText } from "./explain/condition-text.ts";
export { decisionPath, type PathBranch, type PathStep } from "./explain/decision-path.ts";
export {
  type FeatureImportance,
  type ImportanceKind,
  type ImportanceOptions,
  importance,
  importanceOptions,
} from "./explain/importance.ts";
export { leafIndices, leafIndicesAsync } from "./explain/leaf-indices.ts";
export {
  type OutOfBagImportance,
  type OutOfBagImportanceOptions,
  outOfBagImportance,
  outOfBagImportanceOptions,
} from "./explain/out-of-bag-importance.ts";
export {
  type PermutationImportance,
  type PermutationImportanceAsyncOptions,
  type PermutationImportanceOptions,
  permutationImportance,
  permutationImportanceAsync,
  permutationImportanceAsyncOptions,
  permutationImportanceOptions,
} from "./explain/permutation-importance.ts";
export { type LeafRegion, regions } from "./explain/regions.ts";
export { treeCost } from "./explain/tree-cost.ts";
export { type NodeValues, nodeValues, type TreeRule, treeRules } from "./explain/tree-rules.ts";
export { classGoal } from "./goal/class-goal.ts";
export { countGoal } from "./goal/count-goal.ts";
export { addRow, type ClassGoal, type FitGoal, type GradientGoal, statsWidth } from "./goal/fit-goal.ts";
export { gradientGoal, leastSquaresGoal } from "./goal/gradient-goal.ts";
export { depthGrower } from "./grower/depth-grower.ts";
export type { Grower, GrowPlan, GrowTask, GrowthOrder } from "./grower/grower.ts";
export { leafGrower } from "./grower/leaf-grower.ts";
export type { NodeTrace } from "./grower/node-trace.ts";
export { bestConstant } from "./loss/best-constant.ts";
export { initialScoreOf } from "./loss/initial-score-of.ts";
export {
  applyLink,
  type ClassLinkName,
  classLinkNames,
  type LinkName,
  type LossLinkName,
  linkNames,
  scoreOf,
} from "./loss/link.ts";
export { logistic } from "./loss/logistic.ts";
export {
  type AnyLoss,
  type ClassLoss,
  isClassLoss,
  type Loss,
  type LossParts,
  type LossSpec,
} from "./loss/loss.ts";
export { type SoftmaxOptions, softmax } from "./loss/softmax.ts";
export { softplus } from "./loss/softplus.ts";
export { squaredError } from "./loss/squared-error.ts";
export { checkTwoClasses, logOdds, logOddsOf } from "./loss/two-classes.ts";
export type {
  LabelMetricFunction,
  NumberMetricFunction,
  ProbabilityMetricFunction,
} from "./metric/callable-metrics.ts";
export type { ClassRates, ConfusionRows } from "./metric/classification-metrics.ts";
export type { ConfusionMatrix, ConfusionMatrixOptions } from "./metric/confusion-matrix.ts";
export type {
  ClassMetric,
  ClassPredictions,
  Figure,
  Metric,
  NumberMetric,
  NumberOutcome,
} from "./metric/metric.ts";
export type {
  ClassificationMetricChoice,
  MetricChoice,
  RegressionMetricChoice,
} from "./metric/metric-for.ts";
export type {
  ClassificationMetricName,
  ClassificationMetrics,
  MetricName,
  RegressionMetricName,
  RegressionMetrics,
} from "./metric/metric-table.ts";
export { type Metrics, metrics } from "./metric/metrics.ts";
export type { ReliabilityBin } from "./metric/probability-metrics.ts";
export type { RoundScores, SetScores } from "./model/learning-curve.ts";
export { loadModel } from "./model/load-model.ts";
export type {
  ClassificationModel,
  Model,
  ModelByTask,
  ModelDescription,
  ModelOf,
  OutOfBag,
  RegressionModel,
} from "./model/model.ts";
export type { ClassPredictor, NumberPredictor, Predictor } from "./model/predictor.ts";
export { type AsyncOptions, asyncOptions, type SignalOptions } from "./predict/async-options.ts";
export { encodeTable, type FlatRows, type InputPolicy, type PredictInput } from "./predict/encode-table.ts";
export { type ChiSquareOptions, chiSquare, chiSquareOptions } from "./pruning/chi-square.ts";
export {
  type CostComplexityOptions,
  costComplexity,
  costComplexityOptions,
  type PruningMeasure,
  type PruningRule,
} from "./pruning/cost-complexity.ts";
export { type ErrorBasedOptions, errorBased, errorBasedOptions } from "./pruning/error-based.ts";
export { maxDepth } from "./pruning/max-depth.ts";
export { maxLeaves } from "./pruning/max-leaves.ts";
export { minChildWeight } from "./pruning/min-child-weight.ts";
export { minGain } from "./pruning/min-gain.ts";
export { minRowsLeaf } from "./pruning/min-rows-leaf.ts";
export { minRowsSplit } from "./pruning/min-rows-split.ts";
export { type NegativeGainOptions, negativeGain, negativeGainOptions } from "./pruning/negative-gain.ts";
export { pessimisticError } from "./pruning/pessimistic-error.ts";
export type {
  GrowthLimit,
  HeldOut,
  PostPruning,
  PrePruning,
  PruningEvidence,
  PruningNeed,
  PruningStep,
  PruningStrategy,
  PruningVerdict,
  RuleBounds,
} from "./pruning/pruning-strategy.ts";
export { purity } from "./pruning/purity.ts";
export { reducedError } from "./pruning/reduced-error.ts";
export { absoluteErrorSplitter } from "./splitter/absolute-error-splitter.ts";
export { exactSplitter } from "./splitter/exact-splitter.ts";
export { histogramSplitter } from "./splitter/histogram-splitter.ts";
export { type CandidateSplit, copyOfSplit, type Split, type SurrogateSplit } from "./splitter/split.ts";
export type {
  OnCandidate,
  SearchNode,
  SearchPlan,
  SplitSearch,
  Splitter,
  TreeDraw,
} from "./splitter/splitter.ts";
export type { ValueBounds } from "./splitter/value-bounds.ts";
export { isArrowTable, tableFromArrow } from "./table/table-from-arrow.ts";
export { tableFromColumns } from "./table/table-from-columns.ts";
export { tableFromRows } from "./table/table-from-rows.ts";
export type { ArrowTableLike, ArrowVectorLike, TableInput, TableLike } from "./table/table-like.ts";
export { toTable } from "./table/to-table.ts";
export { type BaggingOptions, bagging, baggingOptions } from "./training/bagging/bagging.ts";
export {
  extraTrees,
  extraTreesOptions,
  type RandomForestOptions,
  randomForest,
  randomForestOptions,
} from "./training/bagging/random-forest.ts";
export {
  type AdaBoostFitOptions,
  type AdaBoostOptions,
  type AdaBoostReport,
  adaBoost,
  adaBoostOptions,
  adaBoostRunOptions,
} from "./training/boosting/ada-boost.ts";
export type { ErrorShape } from "./training/boosting/ada-boost-rounds.ts";
export { boosting } from "./training/boosting/boosting.ts";
export {
  type BoostingFitOptions,
  type BoostingOptions,
  boostingOptions,
  boostingRunOptions,
  type RoundListener,
  type RoundReport,
} from "./training/boosting/boosting-options.ts";
export type { Checkpoint } from "./training/boosting/checkpoint.ts";
export type { PartitionLimits } from "./training/boosting/constraints.ts";
export type { GradientSample } from "./training/boosting/gradient-sample.ts";
export { type RefreshOptions, refreshLeaves, refreshOptions } from "./training/boosting/refresh-leaves.ts";
export type { ByClass } from "./training/options/by-class.ts";
export type { ClassOptions } from "./training/options/class-options.ts";
export type { ClassWeights } from "./training/options/class-weights.ts";
export {
  type BagOptions,
  type ColumnShare,
  type ForestFitOptions,
  forestRunOptions,
  type TreeReport,
} from "./training/options/forest-options.ts";
export { type FitProgress, fitOptions, type RunOptions, runOptions } from "./training/options/run-options.ts";
export type { SizeOptions } from "./training/options/size-options.ts";
export type { SplitterOptions } from "./training/options/splitter-options.ts";
export { type EarlyStopping, earlyStoppingOptions } from "./training/run/early-stopping.ts";
export { FitAbortedError } from "./training/run/fit-aborted-error.ts";
export { FitFailedError } from "./training/run/fit-failed-error.ts";
export type { EndsEarly, Learner, MeasuredRun } from "./training/run/learner.ts";
export { type C45Options, c45, c45Options } from "./training/single-trees/c45.ts";
export { cart } from "./training/single-trees/cart.ts";
export {
  type CartFitOptions,
  type CartOptions,
  type CriterionName,
  cartOptions,
  cartRunOptions,
} from "./training/single-trees/cart-options.ts";
export { type Id3Options, id3, id3Options } from "./training/single-trees/id3.ts";
export type { PrunedTree } from "./training/single-trees/prune-tree.ts";
export type { SampleBatch, TreeLearner, TreeMaker, TreeSample } from "./training/single-trees/tree-learner.ts";
export { collapseTree } from "./tree/collapse-tree.ts";
export { type Condition, childConditions, childRegion, type Region } from "./tree/condition.ts";
export { type CostMatrix, predictedClass } from "./tree/predicted-class.ts";
export { type EncodedRows, leafOf, routeRow, rowsOfColumns } from "./tree/route-row.ts";
export { hasSurrogates, type Surrogates } from "./tree/surrogates.ts";
export {
  EVERY_CHILD,
  heaviestChild,
  isLeaf,
  leafCount,
  NodeKind,
  parentsOf,
  type SparseValues,
  type Tree,
} from "./tree/tree.ts";
export { predictedClassOfNode, valueOfNode, valuesOfNode } from "./tree/values-of-node.ts";
export { CambiumError, type CambiumErrorCode } from "./util/cambium-error.ts";
export {
  type AbortSignalLike,
  aSignal,
  check,
  checkOptions,
  integerFrom,
  isListOf,
  isRecord,
  isText,
  numberAboveZero,
  numberFromZero,
  oneOf,
  wholeLimitFrom,
} from "./util/check-options.ts";
export { exactSum, meanInTurns, weightedMean } from "./util/exact-sum.ts";
export { didYouMean } from "./util/nearest-name.ts";
export {
  type Check,
  type OptionRule,
  type OptionRules,
  type OptionsOf,
  option,
  type RequiredRule,
  required,
  withDefaults,
} from "./util/option.ts";
export { isDate, isDetached, isPromise } from "./util/other-realms.ts";
export { plainText } from "./util/plain-text.ts";
export { atOnce, inTurns, type Turns, turnsOver } from "./util/turns.ts";
export { quantileInTurns, weightedQuantile } from "./util/weighted-quantile.ts";
