import { LeafRoom } from "@cambium/kernels";
import { measureOf } from "../criterion/measure-of.ts";
import { type BinnedColumn, MOST_BINS, USUAL_BINS } from "../dataset/bin-column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument, integerFrom } from "../util/check-options.ts";
import { BinSearch } from "./bin-search.ts";
import { categoriesAsBins } from "./bin-tally.ts";
import { openContext } from "./column-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { LevelSearch } from "./level-search.ts";
import type { SearchPlan, SplitSearch, Splitter } from "./splitter.ts";

/** With more, most of what is summed would be zeroes. */
const MOST_CLASSES = 64;

/** Tries the cuts between bins: each numeric column is cut once, before the first tree, into at most `maxBins` bins of about the same weight. */
export function histogramSplitter(maxBins: number = USUAL_BINS): Splitter {
  checkArgument("histogramSplitter", maxBins, integerFrom(2, MOST_BINS));
  return { name: "histogram", tries: { maxBins }, begin: (plan) => openBins(plan, maxBins) };
}

/** The columns in at most so many bins each. */
export async function binnedColumns(
  { dataset, pacer, threads, symmetric = false }: SearchPlan,
  maxBins: number,
): Promise<BinnedColumn[]> {
  // Levels are split between bins, which have an order.
  const unordered = symmetric && dataset.columns.find(({ kind }) => kind === "categorical");
  if (unordered) {
    const message = `growth "symmetric" cuts columns of numbers only, but "${unordered.name}" has categories; leave it out, or let trees grow by depth or leaf`;
    throw new CambiumError("bad-option", message);
  }
  const binned: BinnedColumn[] = [];
  for (const feature of dataset.columns.keys()) binned.push(await dataset.binned(feature, maxBins, pacer, threads));
  return binned;
}

/** Whether a compiled search has these bins: those of classes are of numbers only. */
export function hasCompiledBins({ criterion, dataset }: Pick<SearchPlan, "criterion" | "dataset">): boolean {
  const { columns, target } = dataset;
  if (criterion.goal === "gradients") return criterion.steps !== undefined;
  const hasFewClasses = target.task === "classification" && target.classes.length <= MOST_CLASSES;
  return measureOf(criterion)?.measure === "gini" && hasFewClasses && columns.every(({ kind }) => kind === "numeric");
}

/** Bytes for the nodes of one tree, at the most. */
const MOST_NODE_BYTES = 2 ** 31;

/** Whether the kernels have room for all nodes that a tree may have, each with a set of categories. */
export function hasRoomForNodes({ dataset: { columns, rowCount }, mostLeaves = rowCount }: SearchPlan): boolean {
  const bins = columns.map((column) => (column.kind === "numeric" ? 0 : column.categories.length));
  const sortedBins = Math.max(0, ...bins);
  return LeafRoom.nodeBytes({ mostLeaves: Math.min(mostLeaves, rowCount), sortedBins }) <= MOST_NODE_BYTES;
}

async function openBins(plan: SearchPlan, maxBins: number): Promise<SplitSearch> {
  const { criterion, gradientBits = "wide", symmetric = false } = plan;
  const context = await openContext(plan, false);
  const binned = await binnedColumns(plan, maxBins);
  const byRows = !hasCompiledBins(plan);
  const searches = plan.dataset.columns.map((column, feature) => {
    const bins = column.kind === "numeric" ? binned[feature] : categoriesAsBins(column);
    return new BinSearch(context, feature, bins, byRows);
  });
  if (criterion.steps === undefined) return new ColumnwiseSearch(context, searches);
  const level = symmetric && { level: new LevelSearch(context, searches) };
  return new ColumnwiseSearch(context, searches, { gradientBits, ...level });
}
