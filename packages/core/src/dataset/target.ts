/** A class as the user wrote it. */
export type ClassLabel = string | number | boolean;

/** Every node keeps a number for each class, and a confusion matrix one for each two: a column of names or numbers of things is no target. */
export const MOST_CLASSES = 4096;

/** What is to be learned: classes. Numbers are ordered by value, text by code point, false before true. */
export interface ClassificationTarget {
  readonly task: "classification";
  readonly name: string;
  readonly codes: Int32Array;
  readonly classes: readonly ClassLabel[];
  /** null: every row weighs 1. */
  readonly weights: Float64Array | null;
}

/** What is to be learned: numbers. */
export interface RegressionTarget {
  readonly task: "regression";
  readonly name: string;
  readonly values: Float64Array;
  readonly weights: Float64Array | null;
}

export type Target = ClassificationTarget | RegressionTarget;
export type Task = Target["task"];

/** The target of a task. */
export type TargetOf<T extends Task> = { classification: ClassificationTarget; regression: RegressionTarget }[T];

/** Options in which the task may be written. */
export interface MayHaveTask<T extends Task> {
  readonly task?: T | undefined;
}

/** Options in which the task is written. */
export interface OfTask<T extends Task> {
  readonly task: T;
}
