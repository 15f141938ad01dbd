import type { BinnedRoom } from "@cambium/kernels";
import type { SearchPlan } from "../../splitter/splitter.ts";
import type { WholeTree, WholeTreePlan } from "../whole-tree.ts";
import type { BinnedLeaves } from "./binned-leaves.ts";
import type { BinnedPairs, BinnedStatistics } from "./binned-statistics.ts";
import type { BinnedWhole } from "./binned-whole.ts";

/** Where the trees of a fit grow, one at a time. */
export interface BinnedRooms {
  readonly room: BinnedRoom;
  readonly statistics: BinnedStatistics;
  readonly pairs: BinnedPairs;
  readonly leaves: BinnedLeaves;
  readonly whole: BinnedWhole;
}

/** Trees by histograms of all columns at once, in compiled loops, on all threads of an arena. */
export class BinnedTrees {
  #hasEnded = false;

  constructor(
    private readonly plan: SearchPlan,
    readonly rooms: BinnedRooms,
    readonly facts: {
      /** What the host refused so far, in sentences. */
      report(): readonly string[];
      threads(): number;
      /** Gives the memory back. */
      release(): void;
    },
  ) {}

  /** Grows a tree, with the bits that the reference comes to. */
  async grow(tree: WholeTreePlan): Promise<WholeTree> {
    if (this.#hasEnded) throw new Error("the fit of these trees has ended");
    const { room, statistics, whole } = this.rooms;
    const { bag, sums, narrow } = await statistics.load(tree.goal, tree.rows);
    await room.begin(bag, narrow, this.plan.pacer);
    const stats = Float64Array.from(sums);
    // Splits are chosen by what the histograms add up to, which narrow pairs make coarser.
    const record = tree.goal.kind === "classes" ? stats : room.rootSums();
    return whole.grow(tree, { rows: bag.length, stats, record });
  }

  end(): void {
    this.#hasEnded = true;
    this.facts.release();
  }
}
