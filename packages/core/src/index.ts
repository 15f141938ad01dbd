// Public names by file: first the types, then the values.
export type { Pacer } from "@cambium/kernels";
export { configureKernels, createPacer, exp, log } from "@cambium/kernels";
export type {
  ConformalIntervals,
  ConformalIntervalsOptions,
  ConformalSets,
  ConformalSetsOptions,
  Intervals,
  QuantileModels,
} from "./calibration/conformal.ts";
export {
  conformalIntervals,
  conformalIntervalsOptions,
  conformalSets,
  conformalSetsOptions,
} from "./calibration/conformal.ts";
export type {
  CalibratedModel,
  IsotonicCalibrationData,
  IsotonicCalibrationOptions,
} from "./calibration/isotonic-calibration.ts";
export {
  isotonicCalibration,
  isotonicCalibrationOptions,
  loadIsotonicCalibration,
} from "./calibration/isotonic-calibration.ts";
export { absoluteError } from "./criterion/absolute-error.ts";
export type { Criterion } from "./criterion/criterion.ts";
export { entropy } from "./criterion/entropy.ts";
export { gini } from "./criterion/gini.ts";
export { goalOfTarget } from "./criterion/goal-of-target.ts";
export { misclassification } from "./criterion/misclassification.ts";
export type { NewtonOptions } from "./criterion/newton.ts";
export { newton } from "./criterion/newton.ts";
export { poissonDeviance } from "./criterion/poisson-deviance.ts";
export type { BinnedColumn } from "./dataset/bin-column.ts";
export type { CategoricalColumn, Column, FeatureSchema, NumericColumn } from "./dataset/column.ts";
export type { Dataset } from "./dataset/dataset.ts";
export { createDataset } from "./dataset/dataset.ts";
export type { CreateDatasetOptions, DatasetOptions } from "./dataset/dataset-options.ts";
export { createDatasetOptions, datasetOptions } from "./dataset/dataset-options.ts";
export type { ColumnCuts, DiscretizedTable, DiscretizeOptions } from "./dataset/discretize.ts";
export { discretize, discretizeOptions } from "./dataset/discretize.ts";
export type { ColumnType } from "./dataset/encode-column.ts";
export type { LoadDatasetOptions } from "./dataset/load-dataset.ts";
export { loadDataset, loadDatasetOptions } from "./dataset/load-dataset.ts";
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
export type { UnlearnedClass } from "./evaluation/check-folds.ts";
export type { CrossValidation } from "./evaluation/cross-validate.ts";
export { crossValidate } from "./evaluation/cross-validate.ts";
export type { CrossValidateOptions, FoldLike, FoldReport } from "./evaluation/cross-validate-options.ts";
export { crossValidateOptions } from "./evaluation/cross-validate-options.ts";
export type {
  ClassificationScores,
  EvaluateAsyncOptions,
  EvaluateOptions,
  MetricChoiceOf,
  NamedFigures,
  RegressionScores,
  ScoresOf,
} from "./evaluation/evaluate.ts";
export { evaluate, evaluateAsync, evaluateAsyncOptions, evaluateOptions } from "./evaluation/evaluate.ts";
export type { CommonStop } from "./evaluation/fit-in-step.ts";
export type { FoldWorkers, WorkerPort } from "./evaluation/fold-workers.ts";
export { foldWorkers, serveFolds } from "./evaluation/fold-workers.ts";
export type { Fold, FoldsOptions, TableParts, TrainTestSplitOptions } from "./evaluation/folds-of.ts";
export { foldsOf, foldsOptions, trainTestSplit, trainTestSplitOptions } from "./evaluation/folds-of.ts";
export type { HeldOutClasses, HeldOutNumbers, HeldOutPredictions } from "./evaluation/held-out-rows.ts";
export { evaluateOutOfBag, outOfBagPredictions } from "./evaluation/out-of-bag.ts";
export type { ParameterRange, Ranges } from "./evaluation/parameter-range.ts";
export { range } from "./evaluation/parameter-range.ts";
export type { PredictionStage, PredictStagesOptions } from "./evaluation/predict-stages.ts";
export { predictStages, predictStagesOptions } from "./evaluation/predict-stages.ts";
export type { UnseenClass } from "./evaluation/read-actual.ts";
export type { MetricsOf, ScoreSummary } from "./evaluation/score-summary.ts";
export type {
  MetricNameOf,
  RandomSearchOptions,
  SearchOptions,
  SearchResult,
  Trial,
  TrialReport,
} from "./evaluation/search-options.ts";
export { randomSearchOptions, searchOptions } from "./evaluation/search-options.ts";
export type { PointOf, SearchSpace } from "./evaluation/searches.ts";
export { gridSearch, randomSearch } from "./evaluation/searches.ts";
export { namesText, presentText } from "./explain/condition-text.ts";
export type { PathBranch, PathStep } from "./explain/decision-path.ts";
export { decisionPath } from "./explain/decision-path.ts";
export type { FeatureImportance, ImportanceKind, ImportanceOptions } from "./explain/importance.ts";
export { importance, importanceOptions } from "./explain/importance.ts";
export { leafIndices, leafIndicesAsync } from "./explain/leaf-indices.ts";
export type { OutOfBagImportance, OutOfBagImportanceOptions } from "./explain/out-of-bag-importance.ts";
export { outOfBagImportance, outOfBagImportanceOptions } from "./explain/out-of-bag-importance.ts";
export type {
  PermutationImportance,
  PermutationImportanceAsyncOptions,
  PermutationImportanceOptions,
} from "./explain/permutation-importance.ts";
export {
  permutationImportance,
  permutationImportanceAsync,
  permutationImportanceAsyncOptions,
  permutationImportanceOptions,
} from "./explain/permutation-importance.ts";
export type { LeafRegion } from "./explain/regions.ts";
export { regions } from "./explain/regions.ts";
export { treeCost } from "./explain/tree-cost.ts";
export type { NodeValues, TreeRule } from "./explain/tree-rules.ts";
export { nodeValues, treeRules } from "./explain/tree-rules.ts";
export type { ClassGoal, FitGoal, GradientGoal } from "./goal/fit-goal.ts";
export { addRow, classGoal, statsWidth } from "./goal/fit-goal.ts";
export { countGoal, gradientGoal, leastSquaresGoal } from "./goal/gradient-goal.ts";
export type { Grower, GrowPlan, GrowTask, GrowthOrder } from "./grower/grower.ts";
export { depthGrower, leafGrower } from "./grower/growers.ts";
export type { NodeTrace } from "./grower/node-trace.ts";
export { bestConstant } from "./loss/best-constant.ts";
export { initialScoreOf } from "./loss/initial-score-of.ts";
export type { ClassLinkName, LinkName, LossLinkName } from "./loss/link.ts";
export { applyLink, classLinkNames, linkNames, scoreOf } from "./loss/link.ts";
export { logistic } from "./loss/logistic.ts";
export type { AnyLoss, ClassLoss, Loss, LossParts, LossSpec } from "./loss/loss.ts";
export { isClassLoss } from "./loss/loss.ts";
export type { SoftmaxOptions } from "./loss/softmax.ts";
export { softmax } from "./loss/softmax.ts";
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
export type { ClassMetric, ClassPredictions, Figure, Metric, NumberMetric, NumberOutcome } from "./metric/metric.ts";
export type { ClassificationMetricChoice, MetricChoice, RegressionMetricChoice } from "./metric/metric-for.ts";
export type {
  ClassificationMetricName,
  ClassificationMetrics,
  MetricName,
  RegressionMetricName,
  RegressionMetrics,
} from "./metric/metric-table.ts";
export type { Metrics } from "./metric/metrics.ts";
export { metrics } from "./metric/metrics.ts";
export type { ReliabilityBin } from "./metric/reliability-table.ts";
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
export type { AsyncOptions, SignalOptions } from "./predict/async-options.ts";
export { asyncOptions } from "./predict/async-options.ts";
export type { FlatRows, InputPolicy, PredictInput } from "./predict/encode-table.ts";
export { encodeTable } from "./predict/encode-table.ts";
export type { ChiSquareOptions } from "./pruning/chi-square.ts";
export { chiSquare, chiSquareOptions } from "./pruning/chi-square.ts";
export type { CostComplexityOptions, PruningMeasure, PruningRule } from "./pruning/cost-complexity.ts";
export { costComplexity, costComplexityOptions } from "./pruning/cost-complexity.ts";
export type { ErrorBasedOptions } from "./pruning/error-based.ts";
export { errorBased, errorBasedOptions } from "./pruning/error-based.ts";
export { maxDepth, maxLeaves, minChildWeight, minGain, minRowsLeaf, minRowsSplit, purity } from "./pruning/limits.ts";
export type { NegativeGainOptions } from "./pruning/negative-gain.ts";
export { negativeGain, negativeGainOptions } from "./pruning/negative-gain.ts";
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
export { reducedError } from "./pruning/reduced-error.ts";
export { absoluteErrorSplitter } from "./splitter/absolute-error-splitter.ts";
export { exactSplitter } from "./splitter/exact-splitter.ts";
export { histogramSplitter } from "./splitter/histogram-splitter.ts";
export type { CandidateSplit, Split, SurrogateSplit } from "./splitter/split.ts";
export { copyOfSplit } from "./splitter/split.ts";
export type { OnCandidate, SearchNode, SearchPlan, SplitSearch, Splitter, TreeDraw } from "./splitter/splitter.ts";
export type { ValueBounds } from "./splitter/value-bounds.ts";
export { isArrowTable, tableFromArrow } from "./table/table-from-arrow.ts";
export type { ArrowTableLike, ArrowVectorLike, TableInput, TableLike } from "./table/table-like.ts";
export { tableFromColumns, tableFromRows, toTable } from "./table/to-table.ts";
export type { BaggingOptions, RandomForestOptions } from "./training/bagging/bagging.ts";
export {
  bagging,
  baggingOptions,
  extraTrees,
  extraTreesOptions,
  randomForest,
  randomForestOptions,
} from "./training/bagging/bagging.ts";
export type { AdaBoostFitOptions, AdaBoostOptions, AdaBoostReport } from "./training/boosting/ada-boost.ts";
export { adaBoost, adaBoostOptions, adaBoostRunOptions } from "./training/boosting/ada-boost.ts";
export type { ErrorShape } from "./training/boosting/ada-boost-rounds.ts";
export { boosting } from "./training/boosting/boosting.ts";
export type {
  BoostingFitOptions,
  BoostingOptions,
  Checkpoint,
  GradientSample,
  RoundListener,
  RoundReport,
} from "./training/boosting/boosting-options.ts";
export { boostingOptions, boostingRunOptions } from "./training/boosting/boosting-options.ts";
export type { PartitionLimits } from "./training/boosting/column-limits.ts";
export type { RefreshOptions } from "./training/boosting/refresh-leaves.ts";
export { refreshLeaves, refreshOptions } from "./training/boosting/refresh-leaves.ts";
export type { ByClass, ClassOptions, ClassWeights } from "./training/options/class-options.ts";
export type { BagOptions, ColumnShare, ForestFitOptions, TreeReport } from "./training/options/forest-options.ts";
export { forestRunOptions } from "./training/options/forest-options.ts";
export type { FitProgress, RunOptions } from "./training/options/run-options.ts";
export { fitOptions, runOptions } from "./training/options/run-options.ts";
export type { SizeOptions } from "./training/options/size-options.ts";
export type { SplitterOptions } from "./training/options/splitter-options.ts";
export type { EarlyStopping } from "./training/run/early-stopping.ts";
export { earlyStoppingOptions } from "./training/run/early-stopping.ts";
export type { EndsEarly, Learner, MeasuredRun } from "./training/run/learner.ts";
export { FitAbortedError, FitFailedError } from "./training/run/learner.ts";
export type { CartOptions, CriterionName } from "./training/single-trees/cart.ts";
export { cart, cartOptions } from "./training/single-trees/cart.ts";
export type { PrunedTree, TreeSample } from "./training/single-trees/prune-tree.ts";
export type { C45Options, Id3Options } from "./training/single-trees/quinlan.ts";
export { c45, c45Options, id3, id3Options } from "./training/single-trees/quinlan.ts";
export type { CartFitOptions, SampleBatch, TreeLearner, TreeMaker } from "./training/single-trees/tree-learner.ts";
export { cartRunOptions } from "./training/single-trees/tree-learner.ts";
export { collapseTree } from "./tree/collapse-tree.ts";
export type { Condition, Region } from "./tree/condition.ts";
export { childConditions, childRegion } from "./tree/condition.ts";
export type { CostMatrix } from "./tree/predicted-class.ts";
export { predictedClass } from "./tree/predicted-class.ts";
export type { EncodedRows } from "./tree/route-row.ts";
export { leafOf, routeRow, rowsOfColumns } from "./tree/route-row.ts";
export type { Surrogates } from "./tree/surrogates.ts";
export { hasSurrogates } from "./tree/surrogates.ts";
export type { SparseValues, Tree } from "./tree/tree.ts";
export { EVERY_CHILD, heaviestChild, isLeaf, leafCount, NodeKind, parentsOf } from "./tree/tree.ts";
export { predictedClassOfNode, valueOfNode, valuesOfNode } from "./tree/values-of-node.ts";
export type { CambiumErrorCode } from "./util/cambium-error.ts";
export { CambiumError } from "./util/cambium-error.ts";
export type { AbortSignalLike } from "./util/check-options.ts";
export {
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
export type { Check, OptionRule, OptionRules, OptionsOf, RequiredRule } from "./util/option.ts";
export { option, required, withDefaults } from "./util/option.ts";
export { isDate, isDetached, isPromise } from "./util/other-realms.ts";
export { plainText } from "./util/plain-text.ts";
export type { Turns } from "./util/turns.ts";
export { atOnce, inTurns, turnsOver } from "./util/turns.ts";
export { quantileInTurns, weightedQuantile } from "./util/weighted-quantile.ts";
