import { checkArgument } from "../util/check-argument.ts";
import { checkOptions, type OptionRule } from "../util/check-options.ts";

/** The one option of a metric, which has to be there: no value of it is a better guess than another. */
export function onlyOption<Name extends string>(
  owner: string,
  options: Readonly<Record<Name, number>>,
  name: Name,
  rule: Pick<OptionRule, "expected" | "accepts">,
): number {
  checkOptions(owner, options, { [name]: { ...rule, default: "required", about: "" } });
  checkArgument(`${owner}: ${name}`, options[name], rule);
  return options[name];
}
