import type { FitGoal } from "../goal/fit-goal.ts";
import { makeForRun } from "../util/lease-run.ts";
import { BestCut } from "./best-cut.ts";
import { type ColumnValues, RowPartition } from "./row-partition.ts";
import type { Split } from "./split.ts";
import { recordWidth, type SearchNode, type SearchPlan, type TreeDraw } from "./splitter.ts";

/** Finds the best splits on one column, for the nodes of a wave. */
export interface ColumnSearch {
  /** Calls `offer` with the position of each node that can be split. `draw` is for plans in which chance has a say. */
  search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer, draw: TreeDraw): Promise<void>;
  /** True where no split of the node has two sides. Default: where all rows have the same value, or none. */
  isConstantIn?(node: SearchNode, goal: FitGoal): boolean;
}

export type Offer = (position: number, split: Split) => void;

/** What the columns of one fit share. */
export interface SearchContext {
  readonly plan: SearchPlan;
  /** Numbers in a statistics record. */
  readonly width: number;
  /** By feature. */
  readonly values: readonly ColumnValues[];
  /** By feature the rows in the order of its values; null where no search reads them so. */
  readonly sorted: readonly (Uint32Array | null)[];
  readonly partition: RowPartition;
  readonly best: BestCut;
}

/** Takes what a whole fit works in. `isSorted`: columns of numbers are read in their order. The partition may have one more order. */
export async function openContext(plan: SearchPlan, isSorted: boolean, hasTargetOrder = false): Promise<SearchContext> {
  const { criterion, dataset, minRowsLeaf, minChildWeight = 0, pacer } = plan;
  const { columns, rowCount } = dataset;
  const hasOrder = columns.map(({ kind }) => isSorted && kind === "numeric");
  const orders = hasTargetOrder ? [...hasOrder, true] : hasOrder;
  const width = recordWidth(criterion, dataset);
  // Without room for the rows, no column is sorted for nothing.
  const partition = makeForRun(RowPartition.bytes(rowCount, orders), () => new RowPartition(rowCount, orders));
  const values: ColumnValues[] = [];
  const sorted: (Uint32Array | null)[] = [];
  for (const [feature, column] of columns.entries()) {
    if (pacer.due()) await pacer.pause();
    const own = column.kind === "numeric" ? column.values : column.codes;
    values.push(own instanceof Float32Array ? Float64Array.from(own) : own);
    sorted.push(hasOrder[feature] ? await dataset.sorted(feature, pacer) : null);
  }
  const best = new BestCut(criterion, width, Math.max(1, minRowsLeaf), minChildWeight);
  return { plan, width, values, sorted, partition, best };
}

/** True where all rows of a node have the same value, or none; `values` are by row. */
export function isConstant({ partition }: SearchContext, feature: number, values: ArrayLike<number>, node: SearchNode) {
  const order = partition.orders[feature];
  const rows = (order ?? partition.rows).subarray(node.start, node.end);
  const first = values[rows[0]];
  // Sorted rows end with the largest value, or with a missing one.
  if (order !== null) return rows.length === 0 || first === values[rows[rows.length - 1]] || Number.isNaN(first);
  return rows.every((row) => values[row] === first);
}
