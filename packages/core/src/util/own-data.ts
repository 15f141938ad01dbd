import { isArray, isDetached, isMap, isTypedArray, pairsOf } from "./other-realms.ts";

const LONGEST = 2 ** 29;

/**
 * A copy of plain data, which nobody else has: of arrays, of Maps, of objects of named values, and of what is in them. Anything
 * with methods (a loss, a metric, a model, a signal) is itself.
 */
function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  // One that is longer than any table is refused where it is read, and has no room here.
  if (isArray(value)) return value.length > LONGEST ? value : Array.from(value, copied);
  if (isTypedArray(value)) return isDetached(value) ? value : Uint8Array.prototype.slice.call(value);
  if (isMap(value)) return new Map(pairsOf(value).map(([key, item]) => [key, copied(item)]));
  return isPlain(value) ? ownOptions(value) : value;
}

/** A copy of options that nobody else has. Some of them may be functions, which stay what they are. */
export function ownOptions<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, copied(value)])) as T;
}

/** Made by braces, or by `JSON.parse`, in whatever realm, and without methods. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isBare = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isBare && !Object.values(value).some((item) => typeof item === "function");
}
