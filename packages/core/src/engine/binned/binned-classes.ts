import type { BinnedRoom, Pacer, PairPasses } from "@cambium/kernels";
import { addRow, type FitGoal, statsWidth } from "../../goal/fit-goal.ts";
import { narrowExponent, powerOfTwo } from "../../util/grid.ts";
import { forRanges } from "../../util/ranges.ts";
import type { BinnedStatistics, LoadedGoal } from "./binned-statistics.ts";

/** The largest narrow weight: it may stand where gradients have a sign. */
const MOST_NARROW = 2 ** 15 - 1;

/** Weights of classes, two beside each other as gradients and hessians are. */
export class BinnedClasses implements BinnedStatistics {
  /** `classPairs` is by row, for more than two classes. */
  constructor(
    private readonly room: BinnedRoom,
    private readonly passes: PairPasses,
    private readonly classPairs: Uint8Array | null,
    private readonly pacer: Pacer,
  ) {}

  async load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal> {
    if (goal.kind !== "classes") throw new TypeError("unreachable: the criterion is for classes");
    const { pairs } = this.passes;
    const { codes, weights } = goal;
    const sums = new Float64Array(statsWidth(goal));
    let most = 0;
    await forRanges(rows.length, this.pacer, (start, end) => {
      for (let i = start; i < end; i++) {
        const row = rows[i];
        const side = codes[row] & 1;
        pairs[2 * row + side] = weights[row];
        pairs[2 * row + 1 - side] = 0;
        if (this.classPairs !== null) this.classPairs[row] = codes[row] >> 1;
        addRow(goal, row, sums, 0);
        most = Math.max(most, weights[row]);
      }
    });
    const step = powerOfTwo(narrowExponent(most, MOST_NARROW));
    // Narrow sums are taken if they are exact, as they are with whole weights, such as those of a bootstrap.
    let isExact = true;
    await forRanges(rows.length, this.pacer, (start, end) => {
      for (let i = start; i < end && isExact; i++) isExact = Number.isInteger(weights[rows[i]] * step);
    });
    return { bag: this.room.bag(rows), sums, narrow: isExact ? [step, step] : null };
  }
}
