import type { BinnedRoom } from "@cambium/kernels";
import type { FitGoal } from "../../goal/fit-goal.ts";
import type { ClassLossKernel } from "../../loss/loss.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import type { LeafValues } from "../tree-engine.ts";
import type { WholeTree, WholeTreePlan } from "../whole-tree.ts";
import type { BinnedLeaves } from "./binned-leaves.ts";
import type { BinnedPairs } from "./binned-pairs.ts";
import type { BinnedStatistics } from "./binned-statistics.ts";
import type { BinnedWhole } from "./binned-whole.ts";

/** Where the trees of a fit grow, one at a time. */
export interface BinnedRooms {
  readonly room: BinnedRoom;
  readonly statistics: BinnedStatistics;
  readonly pairs: BinnedPairs;
  readonly leaves: BinnedLeaves;
  readonly whole: BinnedWhole;
}

interface FactsOfTrees {
  /** What the host refused so far, in sentences. */
  readonly report: readonly string[];
  readonly threads: number;
  /** Gives the memory back. */
  release(): void;
}

/** Trees by histograms of all columns at once, in compiled loops, on all threads of an arena. */
export class BinnedTrees {
  readonly report: readonly string[];
  readonly threads: number;
  #hasEnded = false;
  readonly #release: () => void;

  constructor(
    private readonly plan: SearchPlan,
    private readonly rooms: BinnedRooms,
    { report, threads, release }: FactsOfTrees,
  ) {
    this.report = report;
    this.threads = threads;
    this.#release = release;
  }

  get scores(): Float64Array | null {
    return this.plan.keptScores === undefined ? null : this.rooms.pairs.passes.scores;
  }

  derive(rows: Uint32Array): Promise<FitGoal | null> {
    return this.rooms.pairs.derive(rows);
  }

  deriveClass(loss: ClassLossKernel, place: number, rows: Uint32Array): Promise<FitGoal | null> {
    return this.rooms.pairs.deriveClass(loss, place, rows);
  }

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

  /** Adds to a score of each row of the last tree the value of its leaf. */
  addToScores(values: LeafValues, place: number): Promise<void> {
    return this.rooms.leaves.addToScores(values, place);
  }

  end(): void {
    this.#hasEnded = true;
    this.#release();
  }
}
