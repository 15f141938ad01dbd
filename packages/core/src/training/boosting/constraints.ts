import type { Column } from "../../dataset/column.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { check, isRecord, numberFromZero, wholeLimitFrom } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { didYouMean, listNames } from "../../util/nearest-name.ts";
import { type OptionsOf, option } from "../../util/option.ts";

/** How the categories of a node are sorted and split. What is left out is not limited. */
export interface PartitionLimits {
  /** Added to the sum of hessians of each category when they are sorted. Default: 0. */
  readonly smoothing?: number | undefined;
  /** How many of them may be on one of the two sides, whichever it is. Default: any number. */
  readonly mostCategories?: number | undefined;
}

/** Of hundreds of categories the best partition fits chance: see docs/decisions/few-categories-on-a-side.md. */
const USUAL_LIMITS = { smoothing: 10, mostCategories: 4 } as const satisfies PartitionLimits;

/** What is demanded of single columns, by their names. */
export const constraintOptions = /* @__PURE__ */ droppable(() => ({
  /** By the name of a numeric column: 1 where the score may only ascend with it, -1 where it may only descend. Default: none. */
  monotone: option(
    check<Readonly<Record<string, 1 | -1>>>(
      "1 or -1 by the name of a column, as in { age: 1 }",
      aRecordOf((value) => value === 1 || value === -1),
    ),
    null,
  ),
  /**
   * How a split divides the categories of a column: "partition" sorts them by their leaf values and looks for the best partition in two,
   * "oneVsRest" tries each against the rest, and limits restrict the partition. Default: { smoothing: 10, mostCategories: 4 }.
   */
  categorical: option(
    check<"partition" | "oneVsRest" | PartitionLimits>(
      '"partition", "oneVsRest" or { smoothing, mostCategories }, numbers >= 0 and >= 1',
      (value) => value === "partition" || value === "oneVsRest" || arePartitionLimits(value),
    ),
  ),
  /** By the name of a column, what the gains of its splits are multiplied by, for columns that are to be used less, or not at all. Default: 1 for each. */
  gainFactors: option(
    // Weights have the same bound: gains then stay in the range of a double.
    check<Readonly<Record<string, number>>>(
      "a number from 0 to 2^60 by the name of a column, as in { zip: 0.5 }",
      aRecordOf((value) => typeof value === "number" && value >= 0 && value <= 2 ** 60),
    ),
  ),
}));

export interface ConstraintOptions extends OptionsOf<typeof constraintOptions> {}

function aRecordOf(accepts: (value: unknown) => boolean): (given: unknown) => boolean {
  return (given) => isRecord(given) && Object.values(given).every(accepts);
}

function arePartitionLimits(given: unknown): boolean {
  if (!isRecord(given)) return false;
  const { smoothing = 0, mostCategories = 1, ...others } = given;
  const areGood = numberFromZero.accepts(smoothing) && wholeLimitFrom(1).accepts(mostCategories);
  return areGood && Object.keys(others).length === 0;
}

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
  otherwise: number,
): number[] {
  const names = columns.map(({ name }) => name);
  const values = new Map(Object.entries(given));
  const known = new Set(names);
  for (const name of values.keys()) {
    if (known.has(name)) continue;
    const message = `boosting: ${option} names "${name}", which is no feature; ${didYouMean(name, names)}there are ${listNames(names)}`;
    throw new CambiumError("bad-option", message);
  }
  return names.map((name) => values.get(name) ?? otherwise);
}
