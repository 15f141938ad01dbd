import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import type { ParameterRange } from "./parameter-range.ts";

/** For each parameter the values to try, or for `randomSearch` a range to draw from. */
export type SearchSpace = Readonly<Record<string, readonly unknown[] | ParameterRange>>;

/** One value of each parameter. */
export type PointOf<S extends SearchSpace> = {
  readonly [Name in keyof S]: S[Name] extends readonly (infer Value)[] ? Value : number;
};

export function isList(values: unknown): values is readonly unknown[] {
  return Array.isArray(values) && values.length > 0;
}

export function isListOrRange(values: unknown): values is readonly unknown[] | ParameterRange {
  if (isList(values)) return true;
  const { size, at } = (values ?? {}) as Partial<ParameterRange>;
  return typeof size === "number" && size >= 1 && typeof at === "function";
}

/** The parameters with what they may be. `caller` is what the user called, `expected` what is accepted. */
export function readSpace<Values>(
  caller: string,
  given: Readonly<Record<string, unknown>>,
  expected: string,
  accepts: (values: unknown) => values is Values,
): [name: string, values: Values][] {
  if (typeof given !== "object" || given === null || Array.isArray(given) || Object.keys(given).length === 0) {
    const message = `expects for each parameter ${expected}, such as { maxDepth: [2, 4, 8] }`;
    const what = describe(given) === "an object" ? "none" : describe(given);
    throw new CambiumError("bad-option", `${caller} ${message}, got ${what}`);
  }
  return Object.entries(given).map(([name, values]) => {
    if (accepts(values)) return [name, values];
    throw new CambiumError("bad-option", `${caller}: ${name} expects ${expected}, got ${describe(values)}`);
  });
}

/** A point that nobody can change under the search. */
export function pointOf(values: readonly (readonly [name: string, value: unknown])[]): object {
  return Object.freeze(Object.fromEntries(values));
}
