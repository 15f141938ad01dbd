import { type BinnedRoom, MOST_LEAVES, type PairPasses, type RowRuns } from "@cambium/kernels";
import { addRow, type FitGoal, statsWidth } from "../../goal/fit-goal.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import { CHUNK, forRanges } from "../../util/ranges.ts";
import type { LeafValues } from "../tree-engine.ts";

/** The leaves of a tree on bins: what their rows add up to, and what becomes of the scores of their rows. */
export class BinnedLeaves {
  #leaves: RowRuns = new Uint32Array(0);
  #wayTo: WayTo = () => [];

  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly passes: PairPasses,
  ) {}

  /** Takes all leaves of a tree, and the sides on the way to each by its place among them. Gives a record of each. */
  async settle(leaves: RowRuns, wayTo: WayTo, goal: FitGoal): Promise<Float64Array> {
    const { passes } = this;
    const { pacer } = this.plan;
    this.#leaves = leaves;
    this.#wayTo = wayTo;
    if (goal.kind === "classes") return this.#weighClasses(leaves, goal);
    if (!this.#areFew()) return passes.sumRuns(this.room.rows, leaves, pacer);
    let rows = 0;
    for (let at = 0; at < leaves.length; at += 2) rows += leaves[at + 1] - leaves[at];
    if (rows < this.plan.dataset.rowCount) passes.beginLeaves();
    await passes.markLeaves(this.room.rows, leaves, pacer);
    return passes.sumLeaves(leaves.length / 2, pacer);
  }

  /** Adds to a score of each row the value of its leaf. No row has to be fetched for it. */
  async addToScores({ onWay }: LeafValues, place: number): Promise<void> {
    const { passes, room } = this;
    const { pacer } = this.plan;
    const values = new Array<number>(this.#leaves.length / 2);
    await forRanges(values.length, pacer, (start, end) => {
      for (let leaf = start; leaf < end; leaf++) values[leaf] = onWay(this.#wayTo(leaf));
    });
    if (this.#areFew()) return passes.addLeaves(values, pacer, place);
    return passes.addToRuns(room.rows, this.#leaves, values, pacer, place);
  }

  async #weighClasses(leaves: RowRuns, goal: FitGoal): Promise<Float64Array> {
    const { pacer } = this.plan;
    const width = statsWidth(goal);
    const sums = new Float64Array((width * leaves.length) / 2);
    const { rows } = this.room;
    let done = 0;
    for (let leaf = 0; 2 * leaf < leaves.length; leaf++) {
      for (let i = leaves[2 * leaf]; i < leaves[2 * leaf + 1]; i++) {
        if (++done % CHUNK === 0 && pacer.due()) await pacer.pause();
        addRow(goal, rows[i], sums, leaf * width);
      }
    }
    return sums;
  }

  /** Whether each row of the tree can have the number of its leaf. */
  #areFew(): boolean {
    return this.#leaves.length / 2 <= MOST_LEAVES;
  }
}

/** The sides on the way from the root to a leaf, by its place among them. */
type WayTo = (leaf: number) => readonly number[];
