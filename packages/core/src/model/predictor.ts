import type { ClassLabel } from "../dataset/target.ts";
import type { PredictInput } from "../predict/encode-table.ts";
import type { CostMatrix } from "../tree/predicted-class.ts";

/** What it takes to be judged or calibrated by a table: of a `ClassificationModel` what predicts, with or without trees. */
export interface ClassPredictor {
  readonly task: "classification";
  readonly target: string;
  readonly classes: readonly ClassLabel[];
  /** What errors cost, by the actual class and the predicted one; null where all cost the same. */
  readonly cost: CostMatrix | null;
  predict(table: PredictInput): ClassLabel[];
  /** Row after row, one number per class, in the order of `classes`. */
  predictProbability(table: PredictInput): Float64Array;
}

/** The same of a `RegressionModel`. */
export interface NumberPredictor {
  readonly task: "regression";
  readonly target: string;
  predict(table: PredictInput): Float64Array;
}

/** Told apart by `task`. */
export type Predictor = ClassPredictor | NumberPredictor;
