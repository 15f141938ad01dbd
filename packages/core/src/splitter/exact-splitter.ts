import { checkRunBytes } from "../util/lease-run.ts";
import { CategorySearch } from "./category-search.ts";
import type { ColumnSearch } from "./column-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { NumericSearch } from "./numeric-search.ts";
import { contextBytes, openContext } from "./open-context.ts";
import type { SearchPlan, SplitSearch, Splitter } from "./splitter.ts";
import { canGrowWhole, WholeTreeSearch } from "./whole-tree-search.ts";

/** Tries every cut between two neighbouring values of every feature, on columns that were sorted once. */
export function exactSplitter(): Splitter {
  return {
    name: "exact",
    begin: async (plan) => (canGrowWhole(plan) ? WholeTreeSearch.open(plan, () => openSteps(plan)) : openSteps(plan)),
  };
}

async function openSteps(plan: SearchPlan): Promise<SplitSearch> {
  const { columns } = plan.dataset;
  const isNumeric = columns.map(({ kind }) => kind === "numeric");
  checkRunBytes(contextBytes(plan, isNumeric));
  const sorted: (Uint32Array | null)[] = [];
  for (const [feature, { kind }] of columns.entries()) {
    sorted.push(kind === "numeric" ? await plan.dataset.sorted(feature, plan.pacer) : null);
  }
  const context = await openContext(plan, isNumeric);
  const searches: ColumnSearch[] = [];
  for (const [feature, column] of columns.entries()) {
    // Each copies its column.
    if (plan.pacer.due()) await plan.pacer.pause();
    searches.push(
      column.kind === "numeric"
        ? new NumericSearch(context, feature, column)
        : new CategorySearch(context, feature, column),
    );
  }
  return new ColumnwiseSearch(context, searches, sorted);
}
