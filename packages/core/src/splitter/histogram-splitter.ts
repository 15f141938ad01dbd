import { type BinnedColumn, type BinnedNumbers, MOST_BINS } from "../dataset/bin-column.ts";
import type { Column } from "../dataset/column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import { checkRunBytes } from "../util/lease-run.ts";
import { BinSearch } from "./bin-search.ts";
import { CategorySearch } from "./category-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { leastBytes, openBinnedSearch } from "./open-binned-search.ts";
import { contextBytes, openContext } from "./open-context.ts";
import type { SearchPlan, SplitSearch, Splitter } from "./splitter.ts";

/** With more, most of what is summed would be zeroes. */
const MOST_CLASSES = 64;

/** Tries the cuts between bins: each numeric column is cut once, before the first tree, into at most `maxBins` bins of about the same weight. */
export function histogramSplitter(maxBins = 255): Splitter {
  checkArgument("histogramSplitter", maxBins, integerFrom(2, MOST_BINS));
  return {
    name: "histogram",
    async begin(plan) {
      const { dataset, pacer } = plan;
      if (plan.symmetric === true) refuseCategories(dataset.columns);
      const inLoops = isCompiled(plan);
      // Binning takes its time, and how many bins come of it matters little to the bytes: so they are asked for before it.
      checkRunBytes(inLoops ? leastBytes(plan) : contextBytes(plan, []));
      const binned: BinnedColumn[] = [];
      for (const feature of dataset.columns.keys()) {
        if (pacer.due()) await pacer.pause();
        binned.push(await dataset.binned(feature, maxBins, pacer, plan.threads));
      }
      return inLoops ? openBinnedSearch(plan, binned) : openByColumn(plan, binned);
    },
  };
}

/** Classes are searched in compiled loops between the bins of numbers only. */
function isCompiled({ criterion, dataset: { columns, target } }: SearchPlan): boolean {
  if (criterion.goal === "gradients") return criterion.steps !== undefined;
  const hasFewClasses = target.task === "classification" && target.classes.length <= MOST_CLASSES;
  return criterion.kernel?.loop === "gini" && hasFewClasses && columns.every(({ kind }) => kind === "numeric");
}

/** Levels are cut between bins, which have an order. */
function refuseCategories(columns: readonly Column[]): void {
  const found = columns.find(({ kind }) => kind === "categorical");
  if (found === undefined) return;
  const message = `growth "symmetric" cuts columns of numbers only, but "${found.name}" has categories; leave it out, or let trees grow by depth or leaf`;
  throw new CambiumError("bad-option", message);
}

async function openByColumn(plan: SearchPlan, binned: readonly BinnedColumn[]): Promise<SplitSearch> {
  const { columns } = plan.dataset;
  const context = await openContext(
    plan,
    columns.map(() => false),
  );
  const searches = columns.map((column, feature) =>
    column.kind === "numeric"
      ? new BinSearch(context, feature, column, binned[feature] as BinnedNumbers)
      : new CategorySearch(context, feature, column),
  );
  return new ColumnwiseSearch(
    context,
    searches,
    columns.map(() => null),
  );
}
