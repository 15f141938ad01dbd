import type { TreeMeasure } from "@cambium/kernels";
import type { Criterion } from "./criterion.ts";

/** What compiled loops need to know of a gain. */
export interface Measure {
  readonly measure: TreeMeasure;
  /** Added to the sum of hessians of every child. */
  readonly l2: number;
}

/** By the function that finds the gain: a criterion that is made of a built-in one, with a `gain` of its own, has no measure. */
const measures = /* @__PURE__ */ new WeakMap<Criterion["gain"], Measure>();

/** Compiled loops find the gains of this criterion by this measure, with the same bits. They then grow whole trees by it. */
export function measuredBy<C extends Criterion>(measure: TreeMeasure, criterion: C, l2 = 0): C {
  measures.set(criterion.gain, { measure, l2 });
  return criterion;
}

/** The measure of a criterion; undefined if no compiled loop has it. */
export function measureOf({ gain }: Pick<Criterion, "gain">): Measure | undefined {
  return measures.get(gain);
}
