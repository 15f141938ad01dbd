import type { CambiumWarning } from "../dataset/warning.ts";
import type { Model } from "../model/model.ts";
import type { Learner } from "../training/run/learner.ts";
import type { CommonStop } from "./fit-in-step.ts";
import type { Fold } from "./folds-of.ts";
import type { ScoreSummary } from "./score-summary.ts";
import type { UnlearnedClass } from "./unlearned-classes.ts";

/** What cross-validation says of one point. */
export interface Trial<P extends object = object, M extends Model = Model> extends ScoreSummary<M> {
  /** From 1, in the order in which they were tried. */
  readonly trial: number;
  readonly parameters: P;
  /** The metric's mean over the folds. */
  readonly value: number;
  /** Of a learner with early stopping: where all folds ended; else null. */
  readonly stop: CommonStop | null;
}

export interface SearchResult<P extends object = object, M extends Model = Model> {
  /** The name of what decided. */
  readonly metric: string;
  /** The best first, of equals the one that was tried first; those whose value is NaN come last. */
  readonly trials: readonly Trial<P, M>[];
  readonly best: Trial<P, M>;
  /** The learner of the best; where it has early stopping, without that and of as many rounds as the folds ended at. */
  readonly learner: Learner<M>;
  /** The best, trained on the whole table; null unless `refit` asks for it. */
  readonly model: M | null;
  readonly folds: readonly Fold[];
  /** The classes that a fold had no row to learn from; empty where all folds had all classes. */
  readonly unlearned: readonly UnlearnedClass[];
  /** How many points there were to try: as many as `trials`, unless the time was up before. */
  readonly planned: number;
  /** False where the time was up before all had been tried. */
  readonly complete: boolean;
  /** What is probably wrong with the data or with what was learned, each once. */
  readonly warnings: readonly CambiumWarning[];
}
