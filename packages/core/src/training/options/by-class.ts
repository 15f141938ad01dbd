import type { ClassLabel } from "../../dataset/target.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe } from "../../util/check-options.ts";
import { listNames } from "../../util/nearest-name.ts";
import { isMap, pairsOf } from "../../util/other-realms.ts";

/**
 * Something for each class: an object by the text of the labels, or a Map by the labels themselves, where 1 and "1" are
 * two classes.
 */
export type ByClass<T> = { readonly [label: string]: T } | ReadonlyMap<ClassLabel, T>;

export function isByClass(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What was given for each class, by an option that errors name; undefined for those that were left out. Keys are only compared, never looked up. */
export function readByClass(option: string, classes: readonly ClassLabel[], given: unknown): unknown[] {
  const entries = isMap(given) ? pairsOf(given) : Object.entries(given as object);
  const found = new Array<unknown>(classes.length).fill(undefined);
  const means = isMap(given) ? (label: ClassLabel) => label : String;
  for (const [key, value] of entries) {
    const places = classes.flatMap((label, k) => (means(label) === key ? [k] : []));
    if (places.length === 1) {
      found[places[0]] = value;
      continue;
    }
    const problem = places.length === 0 ? "is no class of the target" : "means two classes";
    const repair =
      places.length === 0 ? `there are ${listNames(classes.map(String))}` : "pass a Map by the labels themselves";
    throw new CambiumError("bad-option", `${option}: ${describe(key)} ${problem}; ${repair}`);
  }
  return found;
}

export function readNumber(option: string, label: ClassLabel, value: unknown): number {
  if (value === 0 || (typeof value === "number" && value >= 2 ** -60 && value <= 2 ** 30)) return value;
  throw new CambiumError(
    "bad-option",
    `${option} of ${describe(label)} expects 0, or a number from 2^-60 to 2^30, got ${describe(value)}`,
  );
}
