import { savedBy, stepOf } from "../formulas/newton-gain.ts";

/** What holds the values of leaves back: `l1` draws them to 0, `l2` is added to sums of hessians, and they lie from `lower` to `upper`. */
export interface StepRules {
  readonly l1: number;
  readonly l2: number;
  readonly lower: number;
  readonly upper: number;
}

/** The value of a leaf: what its rows gain most by, within the rules. */
export function newtonStep(gradients: number, hessians: number, { l1, l2, lower, upper }: StepRules): number {
  return Math.min(Math.max(stepOf(gradients, hessians, l1, l2), lower), upper) + 0;
}

/** What a leaf saves by saying `newtonStep`. */
export function newtonSaving(gradients: number, hessians: number, rules: StepRules): number {
  return savedBy(gradients, hessians + rules.l2, rules.l1, newtonStep(gradients, hessians, rules));
}
