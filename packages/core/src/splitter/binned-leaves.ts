import { type BinnedRoom, MOST_LEAVES, type PairPasses, type RowRun } from "@cambium/kernels";
import type { SearchPlan } from "./splitter.ts";

/** The leaves of a tree that was grown on bins: what their rows add up to, and what becomes of the scores of their rows. */
export class BinnedLeaves {
  #runs: readonly RowRun[] = [];

  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly passes: PairPasses,
  ) {}

  /** Takes the runs of all leaves of a tree, and sums each, gradient and hessian side by side. */
  async settle(runs: readonly RowRun[]): Promise<Float64Array> {
    const { passes } = this;
    const { pacer } = this.plan;
    this.#runs = runs;
    if (!this.#areFew()) return this.sumRuns(runs);
    const rows = runs.reduce((sum, { start, end }) => sum + end - start, 0);
    if (rows < this.plan.dataset.rowCount) passes.beginLeaves();
    await passes.markLeaves(this.room.rows, runs, [...runs.keys()], pacer);
    return passes.sumLeaves(runs.length, pacer);
  }

  /** Adds to a score of each row what `valueAt` says of its leaf, given any row that stands there. */
  async addToScores(valueAt: (row: number) => number, place: number): Promise<void> {
    const { passes, room } = this;
    const { pacer } = this.plan;
    const values = this.#runs.map(({ start, end }) => (start < end ? valueAt(room.rows[start]) : 0));
    if (this.#areFew()) return passes.addLeaves(values, pacer, place);
    return passes.addToRuns(room.rows, this.#runs, values, pacer, place);
  }

  /** Sums any runs of rows, fetching each row. */
  sumRuns(runs: readonly RowRun[]): Promise<Float64Array> {
    return this.passes.sumRuns(this.room.rows, runs, this.plan.pacer);
  }

  /** Whether the rows of the tree can be told their leaves. */
  #areFew(): boolean {
    return this.#runs.length <= MOST_LEAVES;
  }
}
