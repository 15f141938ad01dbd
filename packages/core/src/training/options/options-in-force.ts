import type { Task } from "../../dataset/target.ts";
import type { OptionRules } from "../../util/option.ts";
import { type PlainData, plainData } from "../../util/plain-data.ts";

/** All options of a learner with the values that a fit used. */
export type OptionsInForce = { readonly [name: string]: PlainData };

/** Each option of a learner: as it was resolved, where it depends on the data or on other options; else as it was given; else its default. */
export function optionsInForce(
  rules: OptionRules,
  given: object,
  resolved: Readonly<Record<string, unknown>> = {},
): OptionsInForce {
  const asGiven = new Map(Object.entries(given));
  const values = Object.entries(rules).map(([name, rule]) => {
    const value = Object.hasOwn(resolved, name) ? resolved[name] : (asGiven.get(name) ?? rule.default);
    if (value === undefined) throw new TypeError(`unreachable: the default of ${name} depends on the data`);
    return [name, plainData(value)];
  });
  return Object.freeze(Object.fromEntries(values));
}

/** Those of a tree learner. One that somebody else made need not resolve them: they are then as they were given. */
export function inForceOf({ options }: { readonly options?: OptionsInForce }, given: object): OptionsInForce {
  return options ?? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, plainData(value)]));
}

/** A sentence for the report about an option that was chosen automatically. */
export function choiceText(name: string, value: unknown, reason: string): string {
  const data = plainData(value);
  const text = data === null ? "no limit" : typeof data === "string" ? data : textOf(data);
  return `${name} was chosen automatically: ${text}, ${reason}`;
}

/** The same of one that depends on the task of the target alone. */
export function choiceByTask(name: string, value: unknown, task: Task): string {
  return choiceText(name, value, `because the target has ${task === "classification" ? "classes" : "numbers"}`);
}

/** Data as it stands in code: `{ node: 0.5 }`. */
function textOf(data: PlainData): string {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return JSON.stringify(data);
  const parts = Object.entries(data).map(([name, value]) => `${name}: ${textOf(value)}`);
  return `{ ${parts.join(", ")} }`;
}
