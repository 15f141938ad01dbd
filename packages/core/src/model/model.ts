import type { FeatureSchema } from "../dataset/column.ts";
import type { ClassLabel } from "../dataset/target.ts";
import type { Ensemble } from "../ensemble/ensemble.ts";
import type { LinkName } from "../loss/link.ts";
import type { LossSpec } from "../loss/loss.ts";
import type { TableInput } from "../table/table-like.ts";

/** How a model treats what training never saw. */
export interface InputPolicy {
  /** "learn": a missing value goes where training sent it; "error": it is refused. */
  readonly missing: "learn" | "error";
  /** A category that training never saw: treated as missing, or refused. */
  readonly unseen: "missing" | "error";
}

/** One step of the weakest-link path, from the full tree to the root. */
export interface PruningStep {
  /** From this α on the tree has been cut back so far. */
  readonly alpha: number;
  readonly leaves: number;
  /** Impurity of the training rows, summed over the leaves. */
  readonly impurity: number;
  /** Error on rows that the tree did not see; null where nothing was held out. */
  readonly validationError: number | null;
  readonly standardError: number | null;
}

interface ModelBase extends InputPolicy {
  /** The learner's name: "cart", "boosting". */
  readonly learner: string;
  readonly target: string;
  readonly features: readonly FeatureSchema[];
  readonly ensemble: Ensemble;
  /** How scores become predictions. */
  readonly link: LinkName;
  /** What was minimised; null for a single tree. */
  readonly loss: LossSpec | null;
  /** The weakest-link path where one was computed, else empty. */
  readonly pruningPath: readonly PruningStep[];
  /** What was guessed, and which engine ran, in sentences. Not saved. */
  readonly report: readonly string[];
  /** Before the link: `scoresPerRow` numbers, row after row. */
  predictScore(table: TableInput): Float64Array;
  toBytes(): Uint8Array<ArrayBuffer>;
}

export interface ClassificationModel extends ModelBase {
  readonly task: "classification";
  readonly classes: readonly ClassLabel[];
  /** The likeliest class of every row, as it was written in the target; of equals the first. */
  predict(table: TableInput): ClassLabel[];
  /** Row after row, one number per class, in the order of `classes`. */
  predictProbability(table: TableInput): Float64Array;
  predictOne(row: Readonly<Record<string, unknown>>): ClassLabel;
}

export interface RegressionModel extends ModelBase {
  readonly task: "regression";
  predict(table: TableInput): Float64Array;
  predictOne(row: Readonly<Record<string, unknown>>): number;
}

/** Told apart by `task`. */
export type Model = ClassificationModel | RegressionModel;
