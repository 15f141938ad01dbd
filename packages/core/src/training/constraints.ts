import type { Column } from "../dataset/column.ts";
import type { SearchPlan } from "../splitter/splitter.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { numberFromZero, type OptionRule } from "../util/check-options.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";

/** What is demanded of single columns, by their names. */
export interface ConstraintOptions {
  readonly monotone?: Readonly<Record<string, 1 | -1>>;
  readonly gainFactors?: Readonly<Record<string, number>>;
  readonly categorical?: "partition" | "oneVsRest" | { readonly smoothing: number };
}

/** The constraints by feature; `owner` is what the user called. */
export function constraintsOf(
  owner: string,
  { monotone, gainFactors, categorical }: ConstraintOptions,
  columns: readonly Column[],
): Pick<SearchPlan, "monotone" | "gainFactors" | "categorical" | "smoothing"> {
  const directions = monotone && byFeature(`${owner}: monotone`, monotone, columns, 0);
  for (const [feature, { kind, name }] of columns.entries()) {
    if (kind === "numeric" || !directions?.[feature]) continue;
    const message = `${owner}: monotone names "${name}", which has categories: they have no order to ascend in; declare the column numeric, or leave it out`;
    throw new CambiumError("bad-option", message);
  }
  const factors = gainFactors && byFeature(`${owner}: gainFactors`, gainFactors, columns, 1);
  return {
    ...(typeof categorical === "string" && { categorical }),
    ...(typeof categorical === "object" && categorical.smoothing > 0 && { smoothing: categorical.smoothing }),
    ...(directions?.some((direction) => direction !== 0) && { monotone: Int8Array.from(directions) }),
    ...(factors?.some((factor) => factor !== 1) && { gainFactors: Float64Array.from(factors) }),
  };
}

function byFeature(
  what: string,
  given: Readonly<Record<string, number>>,
  columns: readonly Column[],
  unlessTold: number,
): number[] {
  const names = columns.map(({ name }) => name);
  const told = new Map(Object.entries(given));
  for (const name of told.keys()) {
    if (names.includes(name)) continue;
    const message = `${what} names "${name}", which is no feature; ${didYouMean(name, names)}there are ${listNames(names)}`;
    throw new CambiumError("bad-option", message);
  }
  return names.map((name) => told.get(name) ?? unlessTold);
}

function aRecordOf(accepts: (value: unknown) => boolean): OptionRule["accepts"] {
  return (given) =>
    typeof given === "object" && given !== null && !Array.isArray(given) && Object.values(given).every(accepts);
}

export const constraintOptions = {
  monotone: {
    expected: "1 or -1 by the name of a column, as in { age: 1 }",
    accepts: aRecordOf((value) => value === 1 || value === -1),
    default: "none",
    about: "by the name of a numeric column: 1 where the score may only ascend with it, -1 where it may only descend",
  },
  categorical: {
    expected: '"partition", "oneVsRest" or { smoothing }, which is a number >= 0',
    accepts: (value) =>
      value === "partition" ||
      value === "oneVsRest" ||
      (aRecordOf(numberFromZero.accepts)(value) && Object.keys(value as object).join() === "smoothing"),
    default: '"partition"',
    about:
      "a split looks for the best partition of the categories in two, sorted with smoothing if told, or tries each against the rest",
  },
  gainFactors: {
    expected: "a number >= 0 by the name of a column, as in { zip: 0.5 }",
    accepts: aRecordOf((value) => typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY),
    default: "1 for each",
    about:
      "by the name of a column, what the gains of its cuts are multiplied by, for those that are to be used less, or not at all",
  },
} satisfies Readonly<Record<string, OptionRule>>;
