import type { Column } from "../dataset/column.ts";
import type { SearchPlan, TreeDraw } from "../splitter/splitter.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { isListOf, isText, type OptionRule } from "../util/check-options.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { type ColumnShare, columnCount, columnSampleRule } from "./forest-options.ts";
import { treeDraw } from "./tree-draw.ts";

/** Which columns a node may be cut by, in learners whose trees follow each other. */
export interface ColumnOptions {
  /**
   * Shares of the columns, drawn without replacement for each tree, of these for each level of it, and of those for each
   * node. Default: `{ node: 0.5 }` where there are eight columns or more and trees are not symmetric, else all columns. A share
   * that is given replaces the whole default: `{ tree: 0.8 }` draws for trees alone.
   */
  readonly columnSample?:
    | {
        readonly tree?: ColumnShare | undefined;
        readonly level?: ColumnShare | undefined;
        readonly node?: ColumnShare | undefined;
      }
    | undefined;
  /**
   * Groups of columns, by name: those on a way from the root to a leaf share a group. A column may be in several, and one
   * that is in none stands alone. Any columns may meet unless told.
   */
  readonly interactions?: readonly (readonly string[])[] | undefined;
}

/** What the options come to on these columns. */
export interface ColumnLimits {
  readonly search: Pick<SearchPlan, "featuresPerLevel" | "featuresPerNode" | "drawsConstants" | "interactions">;
  /** For the tree of a round, from 1; undefined where chance decides nothing. */
  drawOf(round: number): TreeDraw | undefined;
}

/** Of so many columns each node is searched by a share, unless told. */
const MANY_COLUMNS = 8;
const NODE_SHARE = 0.5;

export function columnLimits(
  {
    columnSample,
    interactions,
    growth,
    seed = 0,
  }: ColumnOptions & { readonly growth?: string | undefined; readonly seed?: number | undefined },
  columns: readonly Column[],
): ColumnLimits {
  const all = columns.length;
  const { tree, level, node } = columnShares({ columnSample, growth }, all);
  const perTree = columnCount(tree, all);
  const featuresPerLevel = columnCount(level, perTree);
  const featuresPerNode = columnCount(node, featuresPerLevel);
  const drawsNodes = featuresPerNode < perTree;
  return {
    search: {
      ...(drawsNodes && { featuresPerLevel, featuresPerNode, drawsConstants: true }),
      ...(interactions && { interactions: groupsOf(interactions, columns) }),
    },
    drawOf: (round) => (featuresPerNode < all ? treeDraw(seed, round - 1, perTree, all) : undefined),
  };
}

/** The shares in force, and whether they are the default. What is given replaces the whole default: `{}` draws nothing. */
export function columnShares(
  { columnSample, growth }: Pick<ColumnOptions, "columnSample"> & { readonly growth?: string | undefined },
  columns: number,
): {
  readonly tree: ColumnShare;
  readonly level: ColumnShare;
  readonly node: ColumnShare;
  readonly isDefault: boolean;
} {
  const isDefault = columnSample === undefined;
  // Trees that do not all begin with the same splits err less together; of few columns each may be needed.
  const drawsNodes = isDefault && growth !== "symmetric" && columns >= MANY_COLUMNS;
  const { tree = 1, level = 1, node = drawsNodes ? NODE_SHARE : 1 } = columnSample ?? {};
  return { tree, level, node, isDefault };
}

function groupsOf(interactions: readonly (readonly string[])[], columns: readonly Column[]): number[][] {
  const names = columns.map(({ name }) => name);
  const places = new Map(names.map((name, place) => [name, place]));
  return interactions.map((group) =>
    group.map((name) => {
      const feature = places.get(name);
      if (feature !== undefined) return feature;
      const message = `boosting: interactions names "${name}", which is no feature; ${didYouMean(name, names)}there are ${listNames(names)}`;
      throw new CambiumError("bad-option", message);
    }),
  );
}

export const columnOptions = {
  columnSample: {
    ...columnSampleRule("tree", "level", "node"),
    default: "{ node: 0.5 } of eight columns or more, else 1 for each; what is given replaces all of it",
    about: "which columns a tree may use, which of those a level, and which of those a node, drawn without replacement",
  },
  interactions: {
    expected: 'a list of groups of columns, as in [["age", "income"], ["age", "region"]]',
    accepts: (value) => isListOf(value, (group) => isListOf(group, isText)),
    default: "none",
    about: "groups of columns, of which all on a way from the root to a leaf share one; a column in none stands alone",
  },
} satisfies Readonly<Record<string, OptionRule>>;
