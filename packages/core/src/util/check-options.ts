import { CambiumError } from "./cambium-error.ts";
import { didYouMean, listNames } from "./nearest-name.ts";
import { isArray, isDate, isMap, isPromise } from "./other-realms.ts";
import { namesHere } from "./peer-names.ts";

/** One option of a learner, a reader or a plot: declared once, and the check, the default and the table in the docs come from it. */
export interface OptionRule {
  /** What is accepted, as the end of "expected …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** How the docs write the default. */
  readonly default: string;
  readonly about: string;
  /** What to do for no limit, where the option sets a limit and does not accept Infinity. */
  readonly noLimit?: string;
}

/** A whole number in a range, whose text belongs to the same declaration. */
export function integerFrom(least: number, most = 2 ** 31 - 1): Pick<OptionRule, "expected" | "accepts"> {
  return {
    expected: most === 2 ** 31 - 1 ? `a whole number >= ${least}` : `a whole number from ${least} to ${most}`,
    accepts: (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  };
}

/** A limit on a count: a whole number, or Infinity where there is to be no limit. */
export function wholeLimitFrom(least: number): Pick<OptionRule, "expected" | "accepts"> {
  const whole = integerFrom(least);
  return {
    expected: `${whole.expected}, or Infinity for no limit`,
    accepts: (value) => value === Number.POSITIVE_INFINITY || whole.accepts(value),
  };
}

/** A limit on an amount: a number above 0, or Infinity where there is to be no limit. */
export const limitAboveZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number above 0, or Infinity for no limit",
  accepts: (value) => typeof value === "number" && value > 0,
};

/** A finite number that is not negative. */
export const numberFromZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number >= 0",
  accepts: (value) => typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY,
};

/** A share, which may be nothing, or all. */
export const shareFromZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number from 0 to 1",
  accepts: (value) => typeof value === "number" && value >= 0 && value <= 1,
};

/** A share that is not nothing. */
export const shareAboveZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number above 0 and up to 1",
  accepts: (value) => typeof value === "number" && value > 0 && value <= 1,
};

export const numberAboveZero: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a number above 0",
  accepts: (value) => typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY,
};

/** A switch. */
export const trueOrFalse: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "true or false",
  accepts: (value) => typeof value === "boolean",
};

/** A column, by its name. */
export const aColumn: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "the name of a column",
  accepts: (value) => typeof value === "string",
};

/** Whether a value is a list of such items. `every` would pass over the holes of a sparse array. */
export function isListOf<T>(value: unknown, accepts: (item: unknown) => boolean): value is readonly T[] {
  if (!isArray(value)) return false;
  for (let i = 0; i < value.length; i++) if (!accepts(value[i])) return false;
  return true;
}

/** Whether a value is an object of named values, as options and what they hold by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !isArray(value) && !isMap(value) && !isPromise(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** What ends a run. */
export const aSignal: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "an AbortSignal",
  accepts: (value) => typeof value === "object" && value !== null && "aborted" in value,
};

/** What is called while a run goes on. */
export const aFunction: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "a function",
  accepts: (value) => typeof value === "function",
};

/** One of a few words. */
export function oneOf(...words: readonly string[]): Pick<OptionRule, "expected" | "accepts"> {
  const quoted = words.map((word) => `"${word}"`);
  const last = quoted.splice(-2).join(" or ");
  return { expected: [...quoted, last].join(", "), accepts: (value) => words.some((word) => word === value) };
}

/** The options of another call, one of which may have been meant. */
export interface OtherOptions {
  /** How that call is written around an option. */
  readonly around: (option: string) => string;
  readonly rules: Readonly<Record<string, OptionRule>>;
}

/** Refuses unknown names and wrong values, each with the repair. `owner` is what the user called: `cart`, `boosting.fit`. */
export function checkOptions(
  owner: string,
  given: object,
  rules: Readonly<Record<string, OptionRule>>,
  other?: OtherOptions,
): void {
  if (!isRecord(given)) {
    throw new CambiumError("bad-option", `${owner}: expected an object of options, got ${describe(given)}`);
  }
  const known = Object.keys(rules);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw unknownOption(owner, name, known, other);
    if (value !== undefined && !rule.accepts(value)) {
      const repair = value === Number.POSITIVE_INFINITY && rule.noLimit !== undefined ? `; ${rule.noLimit}` : "";
      throw new CambiumError(
        "bad-option",
        `${owner}: ${name} expects ${rule.expected}, got ${describe(value)}${repair}`,
      );
    }
  }
}

function unknownOption(owner: string, name: string, known: readonly string[], other?: OtherOptions): CambiumError {
  const all = known.length === 0 ? "it takes none" : `it takes ${listNames(known)}`;
  return new CambiumError("unknown-option", `${owner} has no option "${name}"; ${hintAt(name, known, other)}${all}`);
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
