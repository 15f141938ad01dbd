import { type BinnedRoom, type BinnedRun, MOST_LEAVES, type PairPasses } from "@cambium/kernels";
import type { SearchPlan } from "./splitter.ts";

/** The leaves of a tree that was grown on bins: what their rows add up to, and what becomes of the scores of their rows. */
export class BinnedLeaves {
  #runs: readonly BinnedRun[] = [];

  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly passes: PairPasses,
  ) {}

  /** Takes the runs of all leaves of a tree, and sums each, gradient and hessian side by side. */
  async settle(runs: readonly BinnedRun[]): Promise<Float64Array> {
    const { passes } = this;
    const { pacer } = this.plan;
    this.#runs = runs;
    if (!this.#areFew()) return this.sumRuns(runs);
    passes.beginLeaves();
    await this.#byArrangement(runs, (rows, own, leaves) => passes.markLeaves(rows, own, leaves, pacer));
    return passes.sumLeaves(runs.length, pacer);
  }

  /** Adds to the score of each row what `valueAt` says of its leaf, given any row that stands there. */
  async addToScores(valueAt: (row: number) => number): Promise<void> {
    const { passes, room } = this;
    const { pacer } = this.plan;
    const values = this.#runs.map(({ start, end, arrangement }) =>
      start < end ? valueAt(room.rows[arrangement][start]) : 0,
    );
    if (this.#areFew()) return passes.addLeaves(values, pacer);
    await this.#byArrangement(this.#runs, (rows, runs, leaves) => {
      const own = leaves.map((leaf) => values[leaf]);
      return passes.addToRuns(rows, runs, own, pacer);
    });
  }

  /** Sums any runs of rows, fetching each row. */
  async sumRuns(all: readonly BinnedRun[]): Promise<Float64Array> {
    const sums = new Float64Array(2 * all.length);
    await this.#byArrangement(all, async (rows, runs, which) => {
      const found = await this.passes.sumRuns(rows, runs, this.plan.pacer);
      which.forEach((run, i) => {
        sums.set(found.subarray(2 * i, 2 * i + 2), 2 * run);
      });
    });
    return sums;
  }

  /** Whether the rows of the tree can be told their leaves. */
  #areFew(): boolean {
    return this.#runs.length <= MOST_LEAVES;
  }

  async #byArrangement(
    all: readonly BinnedRun[],
    use: (rows: Uint32Array, runs: readonly BinnedRun[], which: readonly number[]) => Promise<void>,
  ): Promise<void> {
    for (const [arrangement, rows] of this.room.rows.entries()) {
      const which = [...all.keys()].filter((i) => all[i].arrangement === arrangement);
      const runs = which.map((i) => all[i]);
      if (runs.length > 0) await use(rows, runs, which);
    }
  }
}
