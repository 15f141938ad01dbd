import type { Column } from "../../dataset/column.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { check, isListOf, isRecord, isText, numberFromZero, wholeLimitFrom } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { didYouMean, listNames } from "../../util/nearest-name.ts";
import { droppable, type OptionsOf, option } from "../../util/option.ts";
import { columnCount, columnSampleOf } from "../options/forest-options.ts";
import { treeDraw } from "../run/row-draw.ts";

/** How the categories of a node are sorted and split. What is left out is not limited. */
export interface PartitionLimits {
  /** Added to the sum of hessians of each category when they are sorted. Default: 0. */
  readonly smoothing?: number | undefined;
  /** How many of them may be on one of the two sides, whichever it is. Default: any number. */
  readonly mostCategories?: number | undefined;
}

/** Of hundreds of categories the best partition fits chance: see docs/decisions/few-categories-on-a-side.md. */
const USUAL_LIMITS = { smoothing: 10, mostCategories: 4 } as const satisfies PartitionLimits;

/** Which columns a node may be split by, in learners whose trees follow each other. */
export const columnOptions = /* @__PURE__ */ droppable(() => ({
  /**
   * Which share of the columns a tree may use, of these a level, and of those a node; drawn without replacement. Default: `{ node: 0.5 }`
   * where there are eight columns or more and trees are not symmetric, else all columns. What is given replaces the whole default:
   * `{ tree: 0.8 }` draws for trees alone.
   */
  columnSample: option(columnSampleOf("tree", "level", "node")),
  /**
   * Groups of columns, by name. The columns that split the nodes between the root and a leaf share a group; a column may be in several
   * groups, and a column in none stands alone. Default: none; any columns may meet.
   */
  interactions: option(
    check<readonly (readonly string[])[]>(
      'a list of groups of columns, as in [["age", "income"], ["age", "region"]]',
      (value) => isListOf(value, (group) => isListOf(group, isText)),
    ),
    null,
  ),
}));

/** What is demanded of single columns, by their names. */
export const constraintOptions = /* @__PURE__ */ droppable(() => ({
  /** By the name of a numeric column: 1 where the score may only ascend with it, -1 where it may only descend. Default: none. */
  monotone: option(byColumn<1 | -1>("1 or -1 by the name of a column, as in { age: 1 }", isDirection), null),
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
    byColumn<number>("a number from 0 to 2^60 by the name of a column, as in { zip: 0.5 }", isFactor),
  ),
}));

/** The options, and what decides their defaults. */
type ColumnOptions = OptionsOf<typeof columnOptions> &
  OptionsOf<typeof constraintOptions> & { readonly growth?: string | undefined };

function byColumn<T>(expected: string, accepts: (value: unknown) => boolean) {
  return check<Readonly<Record<string, T>>>(
    expected,
    (given) => isRecord(given) && Object.values(given).every(accepts),
  );
}

function isDirection(value: unknown): boolean {
  return value === 1 || value === -1;
}

/** Weights have the same bound: gains then stay in the range of a double. */
function isFactor(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 2 ** 60;
}

function arePartitionLimits(given: unknown): boolean {
  if (!isRecord(given)) return false;
  const { smoothing = 0, mostCategories = 1, ...others } = given;
  const areGood = numberFromZero.accepts(smoothing) && wholeLimitFrom(1).accepts(mostCategories);
  return areGood && Object.keys(others).length === 0;
}

/** What the options come to on these columns. */
export function columnLimits(options: ColumnOptions, seed: number, columns: readonly Column[]) {
  const { interactions, monotone = {}, gainFactors = {} } = options;
  const all = columns.length;
  const { tree, level, node } = columnShares(options, all);
  const perTree = columnCount(tree, all);
  const featuresPerLevel = columnCount(level, perTree);
  const featuresPerNode = columnCount(node, featuresPerLevel);
  const placeOf = placesIn(columns);
  const groups = interactions?.map((group) => group.map((name) => placeOf("interactions", name)));
  const directions = new Int8Array(all);
  for (const [name, direction] of Object.entries(monotone)) {
    const feature = placeOf("monotone", name);
    directions[feature] = direction;
    const message = `boosting: monotone names "${name}", which has categories: they have no order to ascend in; declare the column numeric, or leave it out`;
    demand(columns[feature].kind === "numeric", message);
  }
  const factors = new Float64Array(all).fill(1);
  for (const [name, factor] of Object.entries(gainFactors)) factors[placeOf("gainFactors", name)] = factor;
  const categorical = categoricalOf(options.categorical, columns);
  return {
    search: {
      ...(featuresPerNode < perTree && { featuresPerLevel, featuresPerNode, drawsConstants: true }),
      ...(groups && { interactions: groups }),
      ...(typeof categorical === "string" ? { categorical } : categorical),
      ...(directions.some((direction) => direction !== 0) && { monotone: directions }),
      ...(factors.some((factor) => factor !== 1) && { gainFactors: factors }),
    },
    /** For the tree of a round, from 1; undefined where chance decides nothing. */
    drawOf: (round: number) => (featuresPerNode < all ? treeDraw(seed, round - 1, perTree, all) : undefined),
  };
}

/** The default draws a share of so many columns for each node. */
const MANY_COLUMNS = 8;
const NODE_SHARE = 0.5;

/** The shares in force. What is given replaces the whole default: `{}` draws nothing. */
export function columnShares({ columnSample, growth }: ColumnOptions, columns: number) {
  // Trees that do not all begin with the same splits err less together; of few columns each may be needed.
  const drawsNodes = columnSample === undefined && growth !== "symmetric" && columns >= MANY_COLUMNS;
  const { tree = 1, level = 1, node = drawsNodes ? NODE_SHARE : 1 } = columnSample ?? {};
  return { tree, level, node };
}

/** How categories are partitioned in these columns; null where there are none, and nothing was asked for. */
export function categoricalOf(asked: ColumnOptions["categorical"], columns: readonly Column[]) {
  if (typeof asked === "string") return asked;
  if (asked === undefined) return columns.some(({ kind }) => kind === "categorical") ? USUAL_LIMITS : null;
  const { smoothing, mostCategories = Number.POSITIVE_INFINITY } = asked;
  return {
    ...(smoothing !== undefined && { smoothing }),
    ...(mostCategories < Number.POSITIVE_INFINITY && { mostCategories }),
  };
}

/** Finds the feature of a name, which stands in an option. */
function placesIn(columns: readonly Column[]): (option: string, name: string) => number {
  const names = columns.map(({ name }) => name);
  const places = new Map(names.map((name, place) => [name, place]));
  return (option, name) => {
    const feature = places.get(name);
    if (feature !== undefined) return feature;
    const message = `boosting: ${option} names "${name}", which is no feature; ${didYouMean(name, names)}there are ${listNames(names)}`;
    throw new CambiumError("bad-option", message);
  };
}
