/** What a value must be, and the words for it: as the end of "expected …". */
export interface Check<T> {
  readonly expected: string;
  readonly accepts: (value: unknown) => value is T;
  /** What to do for no limit, where the option sets a limit and does not accept Infinity. */
  readonly noLimit?: string;
}

/**
 * An option of a learner, a reader or a plot. It is declared once, by `option`: its check, with the type, and its default. The comment above
 * it is its documentation: editors show it, and docs/reference/options.md is written from it. It ends with "Default: …".
 */
export interface OptionRule<T = unknown, D = unknown> extends Check<T> {
  /** null is none. undefined: it depends on the data or on other options, and the comment says how. */
  readonly default: D;
  readonly isRequired?: boolean;
}

export type OptionRules = Readonly<Record<string, OptionRule>>;

export interface RequiredRule<T> extends OptionRule<T, undefined> {
  readonly isRequired: true;
}

/** The type of the options that are declared so. Editors show the comments of the declarations. */
export type OptionsOf<R> = {
  readonly [K in keyof R as R[K] extends RequiredRule<unknown> ? never : K]?: ValueOf<R[K]> | undefined;
} & {
  readonly [K in keyof R as R[K] extends RequiredRule<unknown> ? K : never]: ValueOf<R[K]>;
};

type ValueOf<Rule> = Rule extends Check<infer T> ? T : never;

/** The same with the defaults that are fixed values. */
export type WithDefaults<R> = {
  readonly [K in keyof R]: R[K] extends RequiredRule<infer T>
    ? T
    : R[K] extends OptionRule<infer T, infer D>
      ? T | (D extends null | undefined ? undefined : never)
      : never;
};

/** An option without a default that is a fixed value. */
export function option<T>(check: Check<T>): OptionRule<T, undefined>;
export function option<T, D extends T | null>(check: Check<T>, fixed: D): OptionRule<T, D>;
export function option<T>(check: Check<T>, fixed?: T | null): OptionRule<T, T | null | undefined> {
  return { ...check, default: fixed };
}

/** One that has to be given. */
export function required<T>(check: Check<T>): RequiredRule<T> {
  return { ...check, default: undefined, isRequired: true };
}

/** Some options of a group, with their comments. */
export function someOf<R extends OptionRules, Name extends keyof R>(
  rules: R,
  ...names: readonly Name[]
): Pick<R, Name> {
  return Object.fromEntries(names.map((name) => [name, rules[name]])) as unknown as Pick<R, Name>;
}

/** The options with the fixed defaults of those that were left out; others stay undefined. */
export function withDefaults<R extends OptionRules>(rules: R, given: OptionsOf<R>): WithDefaults<R> {
  const values: Readonly<Record<string, unknown>> = given;
  const all = Object.entries(rules).map(([name, rule]) => [name, values[name] ?? rule.default ?? undefined]);
  return Object.fromEntries(all) as WithDefaults<R>;
}

/**
 * What `make` gives. Bundlers keep a table that spreads or calls something even where nobody reads it, lest an effect be lost.
 * With the mark that a call is pure in front of it, a table from here is left out, so that whoever only loads a model carries no options of learners.
 */
export function droppable<T>(make: () => T): T {
  return make();
}
