import { CambiumError } from "./cambium-error.ts";
import { demand } from "./demand.ts";
import { didYouMean, listNames } from "./nearest-name.ts";
import type { Check, OptionRules } from "./option.ts";
import { isArray, isDate, isMap, isPromise } from "./other-realms.ts";
import { namesHere } from "./peer-names.ts";

/** A check by a test whose type TypeScript cannot find out: `check<Criterion>("a criterion", (value) => …)`. */
export function check<T>(expected: string, accepts: (value: unknown) => boolean): Check<T> {
  return { expected, accepts: accepts as Check<T>["accepts"] };
}

/** A whole number in a range, whose text belongs to the same declaration. */
export function integerFrom(least: number, most = 2 ** 31 - 1): Check<number> {
  return check(
    most === 2 ** 31 - 1 ? `a whole number >= ${least}` : `a whole number from ${least} to ${most}`,
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  );
}

/** A seed of random choices. */
export const aSeed = /* @__PURE__ */ integerFrom(0, Number.MAX_SAFE_INTEGER);

/** A limit on a count: a whole number, or Infinity where there is to be no limit. */
export function wholeLimitFrom(least: number): Check<number> {
  const whole = integerFrom(least);
  return check(
    `${whole.expected}, or Infinity for no limit`,
    (value) => value === Number.POSITIVE_INFINITY || whole.accepts(value),
  );
}

/** A number that passes a test; NaN passes none. */
export function aNumber(expected: string, accepts: (value: number) => boolean): Check<number> {
  return check(expected, (value) => typeof value === "number" && accepts(value));
}

/** A limit on an amount: a number above 0, or Infinity where there is to be no limit. */
export const limitAboveZero = /* @__PURE__ */ aNumber("a number above 0, or Infinity for no limit", (x) => x > 0);

/** A finite number that is not negative. */
export const numberFromZero = /* @__PURE__ */ aNumber("a number >= 0", (x) => x >= 0 && Number.isFinite(x));

/** A share, which may be nothing, or all. */
export const shareFromZero = /* @__PURE__ */ aNumber("a number from 0 to 1", (x) => x >= 0 && x <= 1);

/** A share that is not nothing. */
export const shareAboveZero = /* @__PURE__ */ aNumber("a number above 0 and up to 1", (x) => x > 0 && x <= 1);

export const numberAboveZero = /* @__PURE__ */ aNumber("a number above 0", (x) => x > 0 && Number.isFinite(x));

/** A switch. */
export const trueOrFalse = /* @__PURE__ */ check<boolean>("true or false", (value) => typeof value === "boolean");

/** A column, by its name. */
export const aColumn = /* @__PURE__ */ check<string>("the name of a column", (value) => typeof value === "string");

/** A column by its name, or something else that is an object. */
export function aColumnOr<T extends object>(expected: string): Check<string | T> {
  return check(expected, (value) => typeof value === "string" || (typeof value === "object" && value !== null));
}

/** Whether a value is a list of such items. `every` would pass over the holes of a sparse array. */
export function isListOf<T>(value: unknown, accepts: (item: unknown) => boolean): value is readonly T[] {
  if (!isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!accepts(value[i])) return false;
  return true;
}

/** A list of so many such items at least. */
export function aList<T>(expected: string, accepts: (item: unknown) => boolean, least = 0): Check<readonly T[]> {
  return check(expected, (value) => isListOf(value, accepts) && value.length >= least);
}

/** Whether a value is an object of named values, as options and what they hold by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !isArray(value) && !isMap(value) && !isPromise(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** As much of an `AbortSignal` as is read here. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

/** What ends a run. */
export const aSignal = /* @__PURE__ */ check<AbortSignalLike>(
  "an AbortSignal",
  (value) => typeof value === "object" && value !== null && "aborted" in value,
);

/** What is called while a run goes on. */
export function aFunction<F extends (...given: never[]) => unknown>(): Check<F> {
  return check("a function", (value) => typeof value === "function");
}

/** One of a few words. */
export function oneOf<const Words extends readonly string[]>(...words: Words): Check<Words[number]> {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.splice(-2).join(" or ");
  return check([...quoted, last].join(", "), (value) => words.some((word) => word === value));
}

/** The options of another call, one of which may have been meant. */
export interface OtherOptions {
  /** How that call is written around an option. */
  readonly around: (option: string) => string;
  readonly rules: OptionRules;
}

/** Refuses a wrong argument of a function that takes one value instead of options. */
export function checkArgument(owner: string, given: unknown, rule: Check<unknown>): void {
  demand(rule.accepts(given), `${owner} expects ${rule.expected}, got ${describe(given)}`);
}

/** Refuses unknown names and wrong values, each with the repair. `owner` is what the user called: `cart`, `boosting.fit`. */
export function checkOptions(owner: string, given: object, rules: OptionRules, other?: OtherOptions): void {
  checkFewOptions(owner, given, rules, (name, known) => hintAt(name, known, other));
}

/** The same for who only predicts, without the names that other libraries use. `hint` says which of the known options may be meant. */
export function checkFewOptions(owner: string, given: object, rules: OptionRules, hint = didYouMean): void {
  if (!isRecord(given)) {
    throw new CambiumError("bad-option", `${owner}: expected an object of options, got ${describe(given)}`);
  }
  const known = Object.keys(rules);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      const message = `${owner} has no option "${name}"; ${hint(name, known)}it takes ${listNames(known)}`;
      throw new CambiumError("unknown-option", message);
    }
    if (value !== undefined && !rule.accepts(value)) {
      const repair = value === Number.POSITIVE_INFINITY && rule.noLimit !== undefined ? `; ${rule.noLimit}` : "";
      demand(false, `${owner}: ${name} expects ${rule.expected}, got ${describe(value)}${repair}`);
    }
  }
}

function hintAt(name: string, known: readonly string[], other: OtherOptions | undefined): string {
  const answers = namesHere(name);
  const ours = answers.find((answer) => known.includes(nameIn(answer)));
  if (ours !== undefined) return `it is called ${ours} here; `;
  const there = [name, ...answers].find((answer) => other !== undefined && Object.hasOwn(other.rules, nameIn(answer)));
  return there !== undefined && other !== undefined ? `write ${other.around(there)}; ` : didYouMean(name, known);
}

/** An answer may have an example after a colon. */
function nameIn(answer: string): string {
  return answer.split(":")[0];
}

/** A value as a message shows it: short, and never more than its kind when it is large. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || typeof value === "boolean" || value === undefined) return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== "object") return `a ${typeof value}`;
  if (isDate(value)) return "a date";
  if (isMap(value)) return "a Map";
  return isPromise(value) ? "a promise" : "an object";
}
