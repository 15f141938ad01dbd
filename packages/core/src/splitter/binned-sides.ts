import type { BinnedRoom } from "@cambium/kernels";
import type { BinnedColumn } from "../dataset/bin-column.ts";
import { sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import type { BinnedNode } from "./binned-node.ts";
import type { BinnedSplit, SplitSource, TestOfCut } from "./binned-split.ts";
import type { BinnedStatistics } from "./binned-statistics.ts";
import { heavierChild } from "./column-search.ts";
import type { Split } from "./split.ts";
import type { SearchPlan } from "./splitter.ts";
import { testOfCut } from "./test-of-cut.ts";

/** A cut of a node that knows where each bin goes. */
export type SidesOfSplit = Pick<Split, "kind" | "feature" | "threshold" | "categories" | "missingChild">;

/** Where the bins of a column go by a cut, and how many rows with them. */
export class BinnedSides implements SplitSource<BinnedNode> {
  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly statistics: BinnedStatistics,
    private readonly binned: readonly BinnedColumn[],
  ) {}

  testOf(split: BinnedSplit<BinnedNode>): TestOfCut {
    const { node, feature, childStats } = split;
    const heavier = heavierChild(this.plan.criterion, childStats);
    const slots = this.statistics.slotsOf(node.summed, feature);
    return testOfCut(split, this.binned[feature], slots, this.#countsOf(node, feature), heavier, this.plan);
  }

  rowsOf(split: BinnedSplit<BinnedNode>): [number, number] {
    const { node, feature } = split;
    // The rows stay where they are when the histogram is another node's, but for their order.
    return this.count(split, node.isCut || node.histogram === null ? null : this.#countsOf(node, feature));
  }

  /** By bin, 1 for the right. */
  write(sides: Uint8Array, { feature, threshold, categories, missingChild }: SidesOfSplit): void {
    const { binCount, cuts } = this.binned[feature];
    if (cuts === null) {
      for (let code = 0; code < binCount; code++) {
        sides[code] = sideOfCategory(code, categories, 0, categories.length, missingChild);
      }
    } else {
      // A bin is as far from the threshold as the cut above it; the last one has none.
      for (let bin = 0; bin < binCount; bin++) {
        const value = bin < cuts.length ? cuts[bin] : Number.POSITIVE_INFINITY;
        sides[bin] = sideOfNumber(value, threshold, missingChild);
      }
    }
    sides[binCount] = missingChild;
  }

  /** The rows on both sides: from those of each bin, where they were counted, or one by one. */
  count(split: BinnedSplit, counts: Uint32Array | null): [number, number] {
    const sides = new Uint8Array(this.binned[split.feature].binCount + 1);
    this.write(sides, split);
    const right = counts === null ? this.#rowsRight(split, sides) : sumOf(counts, sides);
    return [split.node.end - split.node.start - right, right];
  }

  /** By bin, where rows are counted. */
  #countsOf(node: BinnedNode, feature: number): Uint32Array | null {
    return this.plan.minRowsLeaf > 1 ? this.room.rowsOf(node.summed, feature) : null;
  }

  #rowsRight({ node: { start, end }, feature }: BinnedSplit, sides: Uint8Array): number {
    const { bins } = this.binned[feature];
    const rows = this.room.rows;
    let right = 0;
    for (let i = start; i < end; i++) right += sides[bins[rows[i]]];
    return right;
  }
}

/** Of the counts that are marked by 1. */
function sumOf(counts: Uint32Array, marks: Uint8Array): number {
  return counts.reduce((sum, count, i) => sum + marks[i] * count, 0);
}
