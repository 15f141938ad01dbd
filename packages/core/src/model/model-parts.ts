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
  readonly learner: string;
  readonly task: Task;
  readonly target: string;
  /** Empty for regression. */
  readonly classes: readonly ClassLabel[];
  readonly features: readonly FeatureSchema[];
  readonly ensemble: Ensemble;
  readonly link: LinkName;
  readonly loss: LossSpec | null;
  /** The columns that are added to the scores of the rows before the link, one for each score; empty where there are none. */
  readonly offset: readonly string[];
  readonly pruningPath: readonly PruningStep[];
  /** What errors cost, where they do not cost the same: `predict` then decides for the class of least expected cost. */
  readonly cost: CostMatrix | null;
}
