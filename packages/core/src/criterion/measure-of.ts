import type { TreeMeasure } from "@cambium/kernels";
import type { Criterion } from "./criterion.ts";

/** By the function that finds the gain: a criterion that is made of a built-in one, with a `gain` of its own, has no measure. */
const measures = /* @__PURE__ */ new WeakMap<Criterion["gain"], TreeMeasure>();

/** Says by which measure compiled loops find the same gains, to the bit. They then grow whole trees by this criterion. */
export function measuredBy<C extends Criterion>(measure: TreeMeasure, criterion: C): C {
  measures.set(criterion.gain, measure);
  return criterion;
}

/** The measure of a criterion; undefined where no compiled loop has one. */
export function measureOf({ gain }: Pick<Criterion, "gain">): TreeMeasure | undefined {
  return measures.get(gain);
}
