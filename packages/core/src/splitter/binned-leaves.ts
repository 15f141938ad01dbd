import { type BinnedRoom, MOST_LEAVES, type PairPasses, type RowRun } from "@cambium/kernels";
import type { LeafValues, SearchPlan } from "./splitter.ts";

/** The leaves of a tree that was grown on bins: what their rows add up to, and what becomes of the scores of their rows. */
export class BinnedLeaves {
  #leaves: readonly RowRun[] = [];
  #wayTo: WayTo = () => [];

  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly passes: PairPasses,
  ) {}

  /** Takes all leaves of a tree, and sums each, gradient and hessian side by side. */
  async settle(leaves: readonly RowRun[], wayTo: WayTo): Promise<Float64Array> {
    const { passes } = this;
    const { pacer } = this.plan;
    this.#leaves = leaves;
    this.#wayTo = wayTo;
    if (!this.#areFew()) return this.sumRuns(leaves);
    const rows = leaves.reduce((sum, { start, end }) => sum + end - start, 0);
    if (rows < this.plan.dataset.rowCount) passes.beginLeaves();
    await passes.markLeaves(this.room.rows, leaves, [...leaves.keys()], pacer);
    return passes.sumLeaves(leaves.length, pacer);
  }

  /** Adds to a score of each row what the tree says of its leaf. No row has to be fetched for it. */
  async addToScores({ onWay }: LeafValues, place: number): Promise<void> {
    const { passes, room } = this;
    const { pacer } = this.plan;
    const values = this.#leaves.map((_, leaf) => onWay(this.#wayTo(leaf)));
    if (this.#areFew()) return passes.addLeaves(values, pacer, place);
    return passes.addToRuns(room.rows, this.#leaves, values, pacer, place);
  }

  /** Sums any runs of rows, fetching each row. */
  sumRuns(runs: readonly RowRun[]): Promise<Float64Array> {
    return this.passes.sumRuns(this.room.rows, runs, this.plan.pacer);
  }

  /** Whether the rows of the tree can be told their leaves. */
  #areFew(): boolean {
    return this.#leaves.length <= MOST_LEAVES;
  }
}

/** The sides on the way from the root to a leaf, by its place among them. */
type WayTo = (leaf: number) => readonly number[];
