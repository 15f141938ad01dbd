import type { BinCut, BinLimits, BinnedRoom, FoundCuts } from "@cambium/kernels";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { BinnedPairs } from "./binned-pairs.ts";
import type { BinnedStatistics, LoadedGoal, NodeScan } from "./binned-statistics.ts";
import type { SearchPlan } from "./splitter.ts";
import { NO_BOUNDS } from "./value-bounds.ts";

/** Gradients and hessians, and cuts by what the Newton steps of both sides save. */
export class BinnedGradients implements BinnedStatistics {
  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly pairs: BinnedPairs,
    private readonly limits: BinLimits,
  ) {}

  load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal> {
    return this.pairs.load(goal, rows);
  }

  recordOf(histogram: number): Float64Array {
    return Float64Array.from(this.room.totalOf(histogram));
  }

  scan(nodes: readonly NodeScan[], onFound: (index: number, found: FoundCuts) => void): Promise<void> {
    const { lower, upper } = this.plan.criterion.steps ?? NO_BOUNDS;
    const scans = nodes.map(({ histogram, rows, record: [gradients, hessians], bounds, features }) => ({
      ...{ histogram, rows, gradients, hessians, ...(features && { features }) },
      ...{ lower: Math.max(bounds.lower, lower), upper: Math.min(bounds.upper, upper) },
    }));
    return this.room.scan(scans, this.limits, this.plan.pacer, onFound);
  }

  leftOf(_histogram: number, { gradients, hessians }: BinCut): Float64Array {
    return Float64Array.of(gradients, hessians);
  }

  slotsOf(histogram: number, feature: number): Float64Array {
    return this.room.slotsOf(histogram, feature);
  }
}
