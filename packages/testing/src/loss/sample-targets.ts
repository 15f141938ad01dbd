import type { AnyLoss, Target } from "@cambium/core";

/** A target to try a loss on, and how a failure calls it. */
export interface SampleTarget {
  readonly label: string;
  readonly target: Target;
}

/** Targets sorted by what the loss's `checkTarget` said about them. */
export interface SortedTargets {
  readonly accepted: readonly SampleTarget[];
  readonly refused: readonly (SampleTarget & { readonly error: unknown })[];
}

/** Asks `checkTarget` about each target. */
export function sortTargets(loss: AnyLoss, samples: readonly SampleTarget[]): SortedTargets {
  const accepted: SampleTarget[] = [];
  const refused: (SampleTarget & { error: unknown })[] = [];
  for (const sample of samples) {
    try {
      // Of the loss's task, as the samples are.
      loss.checkTarget(sample.target as never);
      accepted.push(sample);
    } catch (error) {
      refused.push({ ...sample, error });
    }
  }
  return { accepted, refused };
}

/** What a loss of this task may be made for, in no order. A loss need not accept all of them. */
export function sampleTargets(task: Target["task"]): SampleTarget[] {
  return task === "regression"
    ? [
        numbers("any numbers", [-3, 1.5, 0.25, 4, -0.5, 1, 2.75, -1.25, 0]),
        numbers("numbers from 0 on", [1, 0, 3, 0.25, 5, 0, 2, 1.5]),
        numbers("numbers above 0", [0.75, 3, 0.25, 1.5, 5, 0.5, 2, 1]),
        numbers("shares", [0.25, 1, 0, 0.5, 0.25, 0.75]),
      ]
    : [
        classes("two classes", ["no", "yes"], [0, 1, 1, 0, 1, 0, 1, 1]),
        classes("three classes", ["a", "b", "c"], [0, 1, 2, 2, 1, 0, 0, 1]),
      ];
}

function numbers(label: string, values: readonly number[]): SampleTarget {
  return { label, target: { task: "regression", name: label, values: Float64Array.from(values), weights: null } };
}

function classes(label: string, names: readonly string[], codes: readonly number[]): SampleTarget {
  return {
    label,
    target: { task: "classification", name: label, codes: Int32Array.from(codes), classes: names, weights: null },
  };
}

export function rowCountOf(target: Target): number {
  return target.task === "regression" ? target.values.length : target.codes.length;
}

/** The same samples, weighted. */
export function weightedSamples(samples: readonly SampleTarget[]): SampleTarget[] {
  return samples.map(({ label, target }) => ({ label: `${label}, weighted`, target: weighted(target) }));
}

/** The same rows with weights 1, 2, 3, 1, …: no two neighbours weigh the same. */
export function weighted(target: Target): Target {
  return { ...target, weights: Float64Array.from({ length: rowCountOf(target) }, (_, row) => 1 + (row % 3)) };
}

/** One row of a target, without a weight. */
export function rowOf(target: Target, row: number): Target {
  return target.task === "regression"
    ? { ...target, values: target.values.slice(row, row + 1), weights: null }
    : { ...target, codes: target.codes.slice(row, row + 1), weights: null };
}

/** A target of its own arrays, which a loss may spoil. */
export function copyOf(target: Target): Target {
  const weights = target.weights?.slice() ?? null;
  return target.task === "regression"
    ? { ...target, values: target.values.slice(), weights }
    : { ...target, codes: target.codes.slice(), weights };
}

/** A target of its own arrays, with the last row first. */
export function reversed(target: Target): Target {
  const copy = copyOf(target);
  (copy.task === "regression" ? copy.values : copy.codes).reverse();
  copy.weights?.reverse();
  return copy;
}

/** How a failure calls a row. */
export function describeRow({ label, target }: SampleTarget, row: number): string {
  const value = target.task === "regression" ? target.values[row] : target.classes[target.codes[row]];
  return `${label}, row ${row + 1} (target ${value})`;
}
