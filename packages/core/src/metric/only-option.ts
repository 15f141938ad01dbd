import { checkArgument } from "../util/check-argument.ts";
import { checkOptions } from "../util/check-options.ts";
import { type Check, required } from "../util/option.ts";

/** The one option of a metric, which has to be there: no value of it is a better guess than another. */
export function onlyOption<Name extends string>(
  owner: string,
  options: Readonly<Record<Name, number>>,
  name: Name,
  rule: Check<number>,
): number {
  checkOptions(owner, options, { [name]: required(rule) });
  checkArgument(`${owner}: ${name}`, options[name], rule);
  return options[name];
}
