import type { BinCut, BinnedRoom, ClassRoom, FoundCuts, PairPasses } from "@cambium/kernels";
import { addRow, type FitGoal, statsWidth } from "../goal/fit-goal.ts";
import { narrowExponent, powerOfTwo } from "../util/grid.ts";
import type { BinnedNode } from "./binned-node.ts";
import type { BinnedStatistics, LoadedGoal } from "./binned-statistics.ts";
import { childRecords } from "./column-search.ts";
import type { SearchPlan } from "./splitter.ts";

/** The largest narrow weight: it may stand where gradients have a sign. */
const MOST_NARROW = 2 ** 15 - 1;

/** Weights of classes, two beside each other as gradients and hessians are, and cuts by their Gini impurity. */
export class BinnedClasses implements BinnedStatistics {
  /** `classPairs` is by row, for more than two classes. */
  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly classes: ClassRoom,
    private readonly passes: PairPasses,
    private readonly classPairs: Uint8Array | null,
  ) {}

  async load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal> {
    if (goal.kind !== "classes") throw new TypeError("unreachable: the criterion is for classes");
    const { pairs } = this.passes;
    const { codes, weights } = goal;
    const sums = new Float64Array(statsWidth(goal));
    let most = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const side = codes[row] & 1;
      pairs[2 * row + side] = weights[row];
      pairs[2 * row + 1 - side] = 0;
      if (this.classPairs !== null) this.classPairs[row] = codes[row] >> 1;
      addRow(goal, row, sums, 0);
      most = Math.max(most, weights[row]);
    }
    const step = powerOfTwo(narrowExponent(most, MOST_NARROW));
    // Narrow sums are taken where they are the same ones: so with whole weights, as those of a bootstrap.
    const isExact = rows.every((row) => Number.isInteger(weights[row] * step));
    return { bag: this.room.bag(rows), sums, narrow: isExact ? [step, step] : null };
  }

  recordOf(_histogram: number, stats: Float64Array): Float64Array {
    return stats;
  }

  scan(
    nodes: readonly BinnedNode[],
    features: readonly (readonly number[] | null)[],
    onFound: (index: number, found: FoundCuts) => void,
  ): Promise<void> {
    const scans = nodes.map(({ summed, start, end, record }, i) => ({
      histogram: summed,
      rows: end - start,
      weights: record,
      features: features[i],
    }));
    const { minChildWeight = 0, minRowsLeaf, pacer } = this.plan;
    return this.classes.scan(scans, { minChildWeight, minRowsLeaf }, pacer, onFound);
  }

  childRecords({ summed, record }: BinnedNode, { feature, bin, missingLeft }: BinCut): Float64Array {
    const left = new Float64Array(this.#width);
    const total = left.length - 1;
    for (let code = 0; code < total; code++) {
      const slots = this.room.slotsOf(summed, feature, code >> 1);
      for (let at = code & 1; at <= 2 * bin + 1; at += 2) left[code] += slots[at];
      if (missingLeft) left[code] += slots[slots.length - 2 + (code & 1)];
      left[total] += left[code];
    }
    return childRecords(record, left);
  }

  slotsOf(histogram: number, feature: number): Float64Array {
    if (this.classPairs === null) return this.room.slotsOf(histogram, feature);
    const slots = this.room.slotsOf(histogram, feature).slice();
    for (let pair = 1; 2 * pair < this.#width - 1; pair++) {
      this.room.slotsOf(histogram, feature, pair).forEach((weight, at) => {
        slots[at] += weight;
      });
    }
    return slots;
  }

  get #width(): number {
    const { target } = this.plan.dataset;
    if (target.task !== "classification") throw new TypeError("unreachable: the criterion is for classes");
    return target.classes.length + 1;
  }
}
