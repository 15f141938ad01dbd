import { droppable } from "./droppable.ts";

/**
 * The names that other libraries use for options, and ours for the same: the first that the learner has is the answer. What follows a
 * colon is part of the answer. Names are written as in Python; `maxDepth` and `max.depth` are looked up as `max_depth`.
 */
export const PEER_NAMES: readonly (readonly [theirs: string, ...ours: readonly string[]])[] = [
  ["ccp_alpha cp cost_complexity_pruning", "prune: costComplexity({ alpha })"],
  ["xval", "prune: costComplexity({ folds })"],
  ["max_depth depth maxdepth", "maxDepth"],
  ["max_leaf_nodes max_leaves max_leaf num_leaves num_leaf maxnodes", "maxLeaves"],
  [
    "min_samples_leaf min_data_in_leaf min_data_per_leaf min_data min_child_samples min_instances_per_node minbucket nodesize",
    "minRowsLeaf",
  ],
  ["min_samples_split minsplit min_node_size", "minRowsSplit"],
  [
    "min_child_weight min_sum_hessian_in_leaf min_sum_hessian_per_leaf min_sum_hessian min_hessian min_num_obj min_cases",
    "minChildWeight",
  ],
  ["gamma min_split_loss min_gain_to_split min_split_gain min_impurity_decrease min_info_gain", "minGain"],
  ["confidence_factor CF", "prune: errorBased({ confidence })"],
  ["n_estimators num_trees num_tree nrounds num_round num_rounds", "rounds", "trees"],
  ["num_boost_round num_iterations num_iteration iterations max_iter", "rounds"],
  ["ntree", "trees", "rounds"],
  ["num_parallel_tree", "treesPerRound"],
  ["eta learning_rate shrinkage shrinkage_rate", "learningRate"],
  ["base_score", "baseScore"],
  ["max_samples sample_fraction sampsize subsample sub_row bagging_fraction", "rowSample"],
  ["top_rate other_rate goss data_sample_strategy sampling_method", "rowSample: { largest, others }"],
  ["max_features mtry colsample_bynode feature_fraction_bynode", "columnSample: { node }"],
  ["colsample_bytree feature_fraction sub_feature", "columnSample: { tree }"],
  ["colsample_bylevel rsm", "columnSample: { level }"],
  ["replace", "bootstrap"],
  ["random_state random_seed bagging_seed", "seed"],
  ["tree_method splitting", "splitter"],
  ["max_bin max_bins border_count", "maxBins"],
  ["grow_policy growing_strategy", "growth"],
  ["interaction_constraints interaction_cst", "interactions"],
  ["monotone_constraints monotone_constraint monotonic_cst mc", "monotone"],
  ["max_cat_threshold", "categorical: { mostCategories }"],
  ["cat_smooth", "categorical: { smoothing }"],
  ["feature_contri feature_penalty feature_weights", "gainFactors"],
  ["subset", "grouping"],
  ["algorithm", "kind"],
  ["objective loss_function application", "loss"],
  ["loss", "errorShape"],
  ["lambda reg_lambda lambda_l2 l2_leaf_reg l2_regularization", "l2"],
  ["reg_alpha lambda_l1 l1_regularization", "l1"],
  ["alpha", "l1", "prune: costComplexity({ alpha })"],
  ["max_delta_step max_tree_output max_leaf_output", "maxDeltaStep"],
  ["class_weight class_weights scale_pos_weight is_unbalance auto_class_weights", "classWeights"],
  ["prior", "priors"],
  ["loss_matrix cost_matrix", "cost"],
  ["sample_weight sample_weights case_weights weight_column", "weight"],
  ["init_score", "baseScore", "offset"],
  ["base_margin baseline", "offset"],
  ["label label_column target_column", "target"],
  ["feature_names feature_columns", "features"],
  ["ignore_column ignored_features drop", "exclude"],
  ["cat_features categorical_feature categorical_features feature_types", "types"],
  ["na_values", "missingValues"],
  ["sep", "delimiter"],
  ["n_jobs nthread num_threads thread_count", "threads", "workers"],
  ["verbose verbose_eval", "onProgress"],
  ["timeout max_time max_runtime_secs", "timeLimit"],
  ["init_model xgb_model warm_start", "continueFrom"],
  ["early_stopping_rounds early_stopping_round early_stopping n_iter_no_change od_wait", "earlyStopping: { patience }"],
  ["min_delta tol", "minDelta"],
  ["stopping_rounds", "patience"],
  ["use_best_model save_best", "restoreBest"],
  ["eval_set evals valid_sets watchlist", "validation"],
  ["eval_metric feval custom_metric", "metrics"],
  ["is_provide_training_metric training_metric", "trainMetrics"],
  ["metric_name", "metric"],
  ["data_name", "set"],
  ["maximize", "better"],
  ["test_size", "test"],
  ["cv n_splits nfold", "folds"],
  ["groups", "group"],
  ["scoring", "metric"],
  ["n_repeats", "repeats"],
  ["n_iter", "trials", "rounds"],
  ["n_trials", "trials"],
];

const byPeerName = /* @__PURE__ */ droppable(
  () => new Map(PEER_NAMES.flatMap(([theirs, ...ours]) => theirs.split(" ").map((name) => [name, ours]))),
);

/** What we call an option that has this name elsewhere: best first; nothing where nobody has it. */
export function namesHere(name: string): readonly string[] {
  const asInPython = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/[.-]/g, "_");
  return byPeerName.get(name) ?? byPeerName.get(asInPython) ?? [];
}
