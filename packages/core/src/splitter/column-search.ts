import type { Criterion } from "../criterion/criterion.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { BestCut } from "./best-cut.ts";
import type { ColumnValues, RowPartition } from "./row-partition.ts";
import type { Split } from "./split.ts";
import type { SearchNode, SearchPlan, TreeDraw } from "./splitter.ts";

/** Finds the best cuts of one column, for the nodes of a wave. */
export interface ColumnSearch {
  readonly values: ColumnValues;
  /** Calls `offer` with the position of each node that can be cut. `draw` is for plans in which chance has a say. */
  search(nodes: readonly SearchNode[], goal: FitGoal, offer: Offer, draw: TreeDraw): Promise<void>;
  /** True where all rows of the node have the same value, or none. */
  isConstantIn(node: SearchNode, goal: FitGoal): boolean;
}

export type Offer = (position: number, split: Split) => void;

/** What the columns of one fit share. */
export interface SearchContext {
  readonly plan: SearchPlan;
  /** Numbers in a statistics record. */
  readonly width: number;
  readonly partition: RowPartition;
  readonly best: BestCut;
}

/** The records of both children, the second as what is left of the parent. */
export function childRecords(parent: Float64Array, left: Float64Array): Float64Array {
  const records = new Float64Array(2 * parent.length);
  for (let k = 0; k < parent.length; k++) {
    records[k] = left[k];
    records[parent.length + k] = parent[k] - left[k];
  }
  return records;
}

/** What is left of a record without a part of it. */
export function recordWithout(record: Float64Array, part: Float64Array): Float64Array {
  return record.map((value, k) => value - part[k]);
}

/** Where a value goes that the node never saw: to the child of more weight, of equals the first. */
export function heavierChild(criterion: Criterion, records: Float64Array): 0 | 1 {
  const width = records.length / 2;
  return criterion.cover(records, 0, width) >= criterion.cover(records, width, width) ? 0 : 1;
}
