import { CambiumError } from "./cambium-error.ts";
import { describe, type OptionRule } from "./check-options.ts";

/** Refuses a wrong argument of a function that takes one value instead of options. */
export function checkArgument(owner: string, given: unknown, rule: Pick<OptionRule, "expected" | "accepts">): void {
  if (rule.accepts(given)) return;
  throw new CambiumError("bad-option", `${owner} expects ${rule.expected}, got ${describe(given)}`);
}
