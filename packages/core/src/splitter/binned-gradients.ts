import type { BinCut, BinLimits, BinnedRoom, FoundCuts } from "@cambium/kernels";
import type { FitGoal } from "../goal/fit-goal.ts";
import { mapSteadily } from "../util/map-steadily.ts";
import type { BinnedNode } from "./binned-node.ts";
import type { BinnedPairs } from "./binned-pairs.ts";
import type { BinnedStatistics, LoadedGoal } from "./binned-statistics.ts";
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

  scan(
    nodes: readonly BinnedNode[],
    features: readonly (readonly number[] | null)[],
    onFound: (index: number, found: FoundCuts) => void,
  ): Promise<void> {
    const { lower, upper } = this.plan.criterion.steps ?? NO_BOUNDS;
    const scans = mapSteadily(nodes, ({ summed, start, end, record, bounds = NO_BOUNDS }, i) => ({
      histogram: summed,
      start,
      rows: end - start,
      gradients: record[0],
      hessians: record[1],
      lower: Math.max(bounds.lower, lower),
      upper: Math.min(bounds.upper, upper),
      features: features[i],
    }));
    return this.room.scan(scans, this.limits, this.plan.pacer, onFound);
  }

  childRecords({ record }: BinnedNode, { gradients, hessians }: BinCut): Float64Array {
    const records = new Float64Array(4);
    records[0] = gradients;
    records[1] = hessians;
    records[2] = record[0] - gradients;
    records[3] = record[1] - hessians;
    return records;
  }

  slotsOf(histogram: number, feature: number): Float64Array {
    return this.room.slotsOf(histogram, feature);
  }
}
