import { checkRunBytes, makeForRun } from "../util/lease-run.ts";
import { BestCut } from "./best-cut.ts";
import type { SearchContext } from "./column-search.ts";
import { RowPartition } from "./row-partition.ts";
import { recordWidth, type SearchPlan } from "./splitter.ts";

/** Throws where there is no room for as many rows: before the columns are sorted or cut into bins for nothing. */
export function checkContextBytes({ dataset }: SearchPlan, isSorted: readonly boolean[]): void {
  checkRunBytes(RowPartition.bytes(dataset.rowCount, isSorted));
}

/** What a whole fit works in. */
export function openContext(plan: SearchPlan, isSorted: readonly boolean[]): SearchContext {
  const { rowCount } = plan.dataset;
  const width = recordWidth(plan.criterion, plan.dataset);
  const partition = makeForRun(RowPartition.bytes(rowCount, isSorted), () => new RowPartition(rowCount, isSorted));
  return {
    plan,
    width,
    partition,
    best: new BestCut(plan.criterion, width, plan.minRowsLeaf, plan.minChildWeight ?? 0),
  };
}
