import { CambiumError } from "./cambium-error.ts";
import { describe } from "./check-options.ts";
import type { Check } from "./option.ts";

/** A check whose values have no type that anybody asks for. */
type AnyCheck = Pick<Check<unknown>, "expected"> & { accepts(value: unknown): boolean };

/** Refuses a wrong argument of a function that takes one value instead of options. */
export function checkArgument(owner: string, given: unknown, rule: AnyCheck): void {
  if (rule.accepts(given)) return;
  throw new CambiumError("bad-option", `${owner} expects ${rule.expected}, got ${describe(given)}`);
}
