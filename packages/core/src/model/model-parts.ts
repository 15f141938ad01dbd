import type { FeatureSchema } from "../dataset/column.ts";
import type { ClassLabel, Task } from "../dataset/target.ts";
import type { Ensemble } from "../ensemble/ensemble.ts";
import type { LinkName } from "../loss/link.ts";
import type { LossSpec } from "../loss/loss.ts";
import type { InputPolicy } from "../predict/encode-table.ts";
import type { PruningStep } from "../pruning/pruning-strategy.ts";
import type { CostMatrix } from "../tree/predicted-class.ts";

/** All that a model is; the rest are functions of it. */
export interface ModelParts extends InputPolicy {
  /** The learner's name: "cart", "randomForest". */
  readonly learner: string;
  readonly task: Task;
  readonly target: string;
  /** Empty for regression. */
  readonly classes: readonly ClassLabel[];
  readonly features: readonly FeatureSchema[];
  readonly ensemble: Ensemble;
  /** How scores become predictions. */
  readonly link: LinkName;
  /** What was minimised; null for single trees and forests. */
  readonly loss: LossSpec | null;
  /**
   * The columns that are added to the scores of the rows before the link, one for each score: `predict` and its kin need them. Empty
   * where there are none.
   */
  readonly offset: readonly string[];
  /** The weakest-link path where one was computed, else empty. */
  readonly pruningPath: readonly PruningStep[];
  /** What errors cost, by the actual class and the predicted one: `predict` then decides for the class of least expected cost. Null where all cost the same. */
  readonly cost: CostMatrix | null;
}
