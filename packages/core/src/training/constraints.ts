import type { Column } from "../dataset/column.ts";
import type { SearchPlan } from "../splitter/splitter.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { isRecord, numberFromZero, type OptionRule, wholeLimitFrom } from "../util/check-options.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";

/** How the categories of a node are sorted, and where they are cut. What is left out of it is not limited. */
export interface PartitionLimits {
  /** Added to the sum of hessians of each when they are sorted; 0 unless told. */
  readonly smoothing?: number | undefined;
  /** How many of them may be on one of the two sides, whichever it is; any number unless told. */
  readonly mostCategories?: number | undefined;
}

/** What is demanded of single columns, by their names. */
export interface ConstraintOptions {
  readonly monotone?: Readonly<Record<string, 1 | -1>> | undefined;
  readonly gainFactors?: Readonly<Record<string, number>> | undefined;
  readonly categorical?: "partition" | "oneVsRest" | PartitionLimits | undefined;
}

/** Of hundreds of categories the best partition fits chance: see docs/decisions/few-categories-on-a-side.md. */
const USUAL_LIMITS = { smoothing: 10, mostCategories: 4 } as const satisfies PartitionLimits;

/** The constraints by feature. */
export function constraintsOf(
  { monotone, gainFactors, categorical }: ConstraintOptions,
  columns: readonly Column[],
): Pick<SearchPlan, "monotone" | "gainFactors" | "categorical" | "smoothing" | "mostCategories"> {
  const directions = monotone && byFeature("monotone", monotone, columns, 0);
  for (const [feature, { kind, name }] of columns.entries()) {
    if (kind === "numeric" || !directions?.[feature]) continue;
    const message = `boosting: monotone names "${name}", which has categories: they have no order to ascend in; declare the column numeric, or leave it out`;
    throw new CambiumError("bad-option", message);
  }
  const factors = gainFactors && byFeature("gainFactors", gainFactors, columns, 1);
  const inForce = categoricalOf(categorical, columns);
  return {
    ...(typeof inForce === "string" ? { categorical: inForce } : inForce),
    ...(directions?.some((direction) => direction !== 0) && { monotone: Int8Array.from(directions) }),
    ...(factors?.some((factor) => factor !== 1) && { gainFactors: Float64Array.from(factors) }),
  };
}

/** How categories are partitioned in these columns; null where there are none, and nothing was asked for. */
export function categoricalOf(
  asked: ConstraintOptions["categorical"],
  columns: readonly Column[],
): "partition" | "oneVsRest" | ReturnType<typeof limitsOf> | null {
  if (typeof asked === "string") return asked;
  if (asked !== undefined) return limitsOf(asked);
  return columns.some(({ kind }) => kind === "categorical") ? USUAL_LIMITS : null;
}

/** What is left out is not limited, and neither is what is Infinity. */
function limitsOf({ smoothing, mostCategories = Number.POSITIVE_INFINITY }: PartitionLimits) {
  return {
    ...(smoothing !== undefined && { smoothing }),
    ...(mostCategories < Number.POSITIVE_INFINITY && { mostCategories }),
  };
}

function byFeature(
  option: string,
  given: Readonly<Record<string, number>>,
  columns: readonly Column[],
  unlessTold: number,
): number[] {
  const names = columns.map(({ name }) => name);
  const told = new Map(Object.entries(given));
  const known = new Set(names);
  for (const name of told.keys()) {
    if (known.has(name)) continue;
    const message = `boosting: ${option} names "${name}", which is no feature; ${didYouMean(name, names)}there are ${listNames(names)}`;
    throw new CambiumError("bad-option", message);
  }
  return names.map((name) => told.get(name) ?? unlessTold);
}

function aRecordOf(accepts: (value: unknown) => boolean): OptionRule["accepts"] {
  return (given) => isRecord(given) && Object.values(given).every(accepts);
}

function arePartitionLimits(given: unknown): boolean {
  if (!aRecordOf(() => true)(given)) return false;
  const { smoothing = 0, mostCategories = 1, ...others } = given as Record<string, unknown>;
  const areGood = numberFromZero.accepts(smoothing) && wholeLimitFrom(1).accepts(mostCategories);
  return areGood && Object.keys(others).length === 0;
}

export const constraintOptions = {
  monotone: {
    expected: "1 or -1 by the name of a column, as in { age: 1 }",
    accepts: aRecordOf((value) => value === 1 || value === -1),
    default: "none",
    about: "by the name of a numeric column: 1 where the score may only ascend with it, -1 where it may only descend",
  },
  categorical: {
    expected: '"partition", "oneVsRest" or { smoothing, mostCategories }, numbers >= 0 and >= 1',
    accepts: (value) => value === "partition" || value === "oneVsRest" || arePartitionLimits(value),
    default: "{ smoothing: 10, mostCategories: 4 }",
    about:
      "a split looks for the best partition of the categories in two, within limits where they are given, or tries each against the rest",
  },
  gainFactors: {
    // Weights have the same bound: gains then stay in the range of a double.
    expected: "a number from 0 to 2^60 by the name of a column, as in { zip: 0.5 }",
    accepts: aRecordOf((value) => typeof value === "number" && value >= 0 && value <= 2 ** 60),
    default: "1 for each",
    about:
      "by the name of a column, what the gains of its cuts are multiplied by, for those that are to be used less, or not at all",
  },
} satisfies Readonly<Record<string, OptionRule>>;
