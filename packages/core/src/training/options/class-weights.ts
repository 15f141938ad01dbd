import type { ClassificationTarget, ClassLabel, Target } from "../../dataset/target.ts";
import { weightOfClasses } from "../../dataset/weight-of-classes.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { check } from "../../util/check-options.ts";
import { exactSum } from "../../util/exact-sum.ts";
import { option } from "../../util/option.ts";
import { type ByClass, isByClass, readByClass, readNumber } from "./by-class.ts";

/** What each row's weight is multiplied by; "balanced" gives all classes the same weight in the whole table. Classes left out have 1. */
export type ClassWeights = "balanced" | ByClass<number>;

export const classWeightsOption = /* @__PURE__ */ option(
  check<ClassWeights>(
    '"balanced", or numbers >= 0 by class, as { yes: 5 } or a Map',
    (value) => value === "balanced" || isByClass(value),
  ),
);

/** By class; `owner` is the learner, for errors. */
export function classFactors(owner: string, given: ClassWeights, target: ClassificationTarget): number[] {
  if (given !== "balanced") return readWeights(owner, target.classes, given);
  const weights = weightOfClasses(target);
  const total = exactSum(weights.length, (k) => weights[k]);
  const counts = rowsOfClasses(target);
  const present = counts.filter((count) => count > 0).length;
  // A class without rows has nothing to be weighed.
  const factors = weights.map((weight, k) => (counts[k] === 0 ? 1 : total / (present * weight)));
  checkFactors(owner, factors);
  return factors;
}

/** How many rows each class has. */
export function rowsOfClasses({ classes, codes }: ClassificationTarget): Uint32Array {
  const counts = new Uint32Array(classes.length);
  for (const code of codes) counts[code]++;
  return counts;
}

/** Refuses those that no weight could be multiplied by. */
export function checkFactors(owner: string, factors: readonly number[]): void {
  if (factors.every((factor) => factor >= 0 && factor <= 2 ** 60)) return;
  const message = `${owner}: a class without any weight can not be given some; leave its rows out`;
  throw new CambiumError("bad-option", message);
}

function readWeights(owner: string, classes: readonly ClassLabel[], given: ByClass<number>): number[] {
  const read = readByClass(`${owner}: classWeights`, classes, given);
  const weights = classes.map((label, k) => readNumber(`${owner}: classWeights`, label, read[k] ?? 1));
  if (weights.some((weight) => weight > 0)) return weights;
  throw new CambiumError("bad-option", `${owner}: classWeights are 0 for every class; expected at least one above 0`);
}

/** A class that the factors do not know has its own weight. */
export function weighed<T extends Target>(target: T, factors: readonly number[]): T {
  if (target.task === "regression") return target;
  const { codes, weights } = target;
  return { ...target, weights: Float64Array.from(codes, (code, row) => (weights?.[row] ?? 1) * (factors[code] ?? 1)) };
}
