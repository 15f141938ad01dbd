import { CategorySearch } from "./category-search.ts";
import type { ColumnSearch } from "./column-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { NumericSearch } from "./numeric-search.ts";
import { checkContextBytes, openContext } from "./open-context.ts";
import type { SearchPlan, SplitSearch, Splitter } from "./splitter.ts";

/** Tries every cut between two neighbouring values of every feature, on columns that were sorted once. */
export function exactSplitter(): Splitter {
  return {
    name: "exact",
    tries: "all thresholds",
    begin: openSteps,
  };
}

async function openSteps(plan: SearchPlan): Promise<SplitSearch> {
  const { columns } = plan.dataset;
  const isNumeric = columns.map(({ kind }) => kind === "numeric");
  checkContextBytes(plan, isNumeric);
  const sorted: (Uint32Array | null)[] = [];
  for (const [feature, { kind }] of columns.entries()) {
    sorted.push(kind === "numeric" ? await plan.dataset.sorted(feature, plan.pacer) : null);
  }
  const context = openContext(plan, isNumeric);
  const searches: ColumnSearch[] = [];
  for (const [feature, column] of columns.entries()) {
    // Each may copy its column.
    if (plan.pacer.due()) await plan.pacer.pause();
    searches.push(
      column.kind === "numeric"
        ? new NumericSearch(context, feature, column)
        : new CategorySearch(context, feature, column),
    );
  }
  return new ColumnwiseSearch(context, searches, sorted);
}
