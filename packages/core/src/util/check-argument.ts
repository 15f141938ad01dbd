import { describe } from "./check-options.ts";
import { demand } from "./demand.ts";
import type { Check } from "./option.ts";

/** Refuses a wrong argument of a function that takes one value instead of options. */
export function checkArgument(owner: string, given: unknown, rule: Check<unknown>): void {
  demand(rule.accepts(given), `${owner} expects ${rule.expected}, got ${describe(given)}`);
}
