import type { Column } from "../../dataset/column.ts";
import type { SearchPlan, TreeDraw } from "../../splitter/splitter.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { check, isListOf, isText } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { didYouMean, listNames } from "../../util/nearest-name.ts";
import { type OptionsOf, option } from "../../util/option.ts";
import { type ColumnShare, columnCount, columnSampleOf } from "../options/forest-options.ts";
import { treeDraw } from "../run/tree-draw.ts";

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

export interface ColumnOptions extends OptionsOf<typeof columnOptions> {}

/** What the options come to on these columns. */
export interface ColumnLimits {
  readonly search: Pick<SearchPlan, "featuresPerLevel" | "featuresPerNode" | "drawsConstants" | "interactions">;
  /** For the tree of a round, from 1; undefined where chance decides nothing. */
  drawOf(round: number): TreeDraw | undefined;
}

/** The default draws a share of so many columns for each node. */
const MANY_COLUMNS = 8;
const NODE_SHARE = 0.5;

export function columnLimits(
  {
    columnSample,
    interactions,
    growth,
    seed,
  }: ColumnOptions & { readonly growth?: string | undefined; readonly seed: number },
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
