import { type BinnedColumn, MOST_BINS } from "../dataset/bin-column.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import { BinSearch } from "./bin-search.ts";
import { CategorySearch } from "./category-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { openContext } from "./open-context.ts";
import type { Splitter } from "./splitter.ts";

/** Tries the cuts between bins: each numeric column is cut once, before the first tree, into at most `maxBins` bins of about the same weight. */
export function histogramSplitter(maxBins = 255): Splitter {
  checkArgument("histogramSplitter", maxBins, integerFrom(2, MOST_BINS));
  return {
    name: "histogram",
    async begin(plan) {
      const { dataset, pacer } = plan;
      const binned: (BinnedColumn | null)[] = [];
      for (const [feature, { kind }] of dataset.columns.entries()) {
        binned.push(kind === "numeric" ? await dataset.binned(feature, maxBins, pacer) : null);
      }
      const context = await openContext(
        plan,
        binned.map(() => false),
      );
      const searches = dataset.columns.map((column, feature) =>
        column.kind === "numeric"
          ? new BinSearch(context, feature, column, binned[feature] as BinnedColumn)
          : new CategorySearch(context, feature, column),
      );
      return new ColumnwiseSearch(
        context,
        searches,
        binned.map(() => null),
      );
    },
  };
}
