import { BinSearch } from "./bin-search.ts";
import { categoriesAsBins } from "./bin-tally.ts";
import { openContext } from "./column-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { NumericSearch } from "./numeric-search.ts";
import type { Splitter } from "./splitter.ts";

/** Tries every split between two neighbouring values of every feature, on columns that were sorted once. */
export function exactSplitter(): Splitter {
  return {
    name: "exact",
    tries: "all thresholds",
    async begin(plan) {
      const context = await openContext(plan, true);
      const searches = plan.dataset.columns.map((column, feature) =>
        column.kind === "numeric"
          ? new NumericSearch(context, feature)
          : new BinSearch(context, feature, categoriesAsBins(column)),
      );
      return new ColumnwiseSearch(context, searches);
    },
  };
}
