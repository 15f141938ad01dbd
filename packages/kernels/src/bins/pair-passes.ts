import type { Arena } from "../arena/arena.ts";
import type { OwnLoss } from "../arena/own-loss.ts";
import type { Team } from "../arena/team.ts";
import { OWN_LOSS_ROWS, PassLoss, PassSlot } from "../generated/passes-layout.ts";
import { TaskKind } from "../generated/tasks-layout.ts";
import type { Pacer } from "../host/pacer.ts";

/** The losses of a score for each class. */
type ScorePerClassLoss = "softmax" | "oneVsAll";

/** The losses of one score a row. */
export type OneScoreLoss = Exclude<keyof typeof PassLoss, ScorePerClassLoss | "own">;

/** What one number says of gradients, and another of hessians. */
export type PairOf<T> = readonly [gradients: T, hessians: T];

/** A grid, as its steps in 1: a power of two for gradients, and one for hessians. */
export type Steps = PairOf<number>;

/** What rounding the pairs of a bag found. */
export interface RoundedPairs {
  readonly sums: PairOf<number>;
  /** The sum of their sizes. */
  readonly sizes: PairOf<number>;
  /** What narrow ones are off by, summed. */
  readonly errors: PairOf<number>;
}

/** Rows of a task: 0.1 ms of derivatives. */
const CHUNK = 16_384;

/** Room of a task for what it finds: derivatives of a loss that brought its own take five numbers of eight rows each. */
const RESULT = 5 * OWN_LOSS_ROWS;

/** Numbers that rounding finds: three of gradients and of hessians. */
const ROUNDED = 6;

/** The pairs of gradient and hessian that a tree fits, by row, and the scores that they are taken at. */
export class PairPasses {
  /** Gradient and hessian of each row, side by side. */
  readonly pairs: Float64Array;
  /** By row, one class after the other where rows have a score for each; empty where nobody keeps scores here. */
  readonly scores: Float64Array;
  readonly targets: Float64Array;
  readonly weights: Float64Array;
  readonly #shares: Float64Array;
  readonly #job: Float64Array;
  readonly #results: Float64Array;
  readonly #leaves: Uint16Array;
  readonly #tables: Float64Array;
  readonly #values: Float64Array;

  constructor(
    arena: Arena,
    private readonly team: Team,
    { rowCount, scoreCount, hasWeights }: PairShape,
  ) {
    this.pairs = arena.float64(2 * rowCount, "anything");
    this.scores = arena.float64(scoreCount * rowCount);
    this.targets = arena.float64(scoreCount > 0 ? rowCount : 0);
    const shareCount = scoreCount > 1 ? scoreCount * rowCount : 0;
    this.#shares = arena.float64(shareCount, "anything");
    this.weights = arena.float64(hasWeights ? rowCount : 0);
    this.#job = arena.float64(PassSlot.size);
    this.#results = arena.float64(RESULT * Math.max(MOST_RUNS, Math.ceil(rowCount / CHUNK)));
    const { buffer, byteOffset } = arena.uint8(2 * rowCount, "anything");
    this.#leaves = new Uint16Array(buffer, byteOffset, rowCount);
    this.#tables = arena.float64(TABLES * 2 * (MOST_LEAVES + 1));
    this.#values = arena.float64(MOST_LEAVES + 1);
    this.#job[PassSlot.leaves] = byteOffset;
    this.#job[PassSlot.values] = this.#values.byteOffset;
    this.#job[PassSlot.pairs] = this.pairs.byteOffset;
    this.#job[PassSlot.scores] = this.scores.byteOffset;
    this.#job[PassSlot.targets] = this.targets.byteOffset;
    this.#job[PassSlot.weights] = hasWeights ? this.weights.byteOffset : 0;
    this.#job[PassSlot.shares] = this.#shares.byteOffset;
    this.#job[PassSlot.classes] = scoreCount;
    this.#job[PassSlot.classBytes] = 8 * rowCount;
  }

  static byteLengths({ rowCount, scoreCount, hasWeights }: PairShape): number[] {
    const results = RESULT * Math.max(MOST_RUNS, Math.ceil(rowCount / CHUNK));
    const [targets, shares] = [scoreCount > 0 ? 8 * rowCount : 0, scoreCount > 1 ? 8 * rowCount * scoreCount : 0];
    return [
      ...[16 * rowCount, 8 * rowCount * scoreCount, targets, shares, hasWeights ? 8 * rowCount : 0],
      ...[8 * PassSlot.size, 8 * results],
      ...[2 * rowCount, 16 * TABLES * (MOST_LEAVES + 1), 8 * (MOST_LEAVES + 1)],
    ];
  }

  /**
   * Derives the pairs of these rows from their scores. A loss that brings its own derivatives is one that the arena took. Gives the
   * largest of both, not finite where one of them is not.
   */
  async derive(loss: OneScoreLoss | OwnLoss, rows: Uint32Array, pacer: Pacer): Promise<PairOf<number>> {
    this.#job[PassSlot.loss] = typeof loss === "string" ? PassLoss[loss] : PassLoss.own;
    return this.#derive(rows, pacer);
  }

  /** The same of a class. The first class of all comes first; scores of a class may change when it has had its turn. */
  async deriveClass(
    { loss, hessianFactor }: ClassPass,
    code: number,
    rows: Uint32Array,
    pacer: Pacer,
  ): Promise<PairOf<number>> {
    this.#job[PassSlot.loss] = PassLoss[loss];
    this.#job[PassSlot.scores] = this.scores.byteOffset;
    this.#job[PassSlot.classCode] = code;
    this.#job[PassSlot.hessianFactor] = hessianFactor;
    if (code === 0 && loss === "softmax") await this.#overRows(TaskKind.findShares, rows, pacer);
    return this.#derive(rows, pacer);
  }

  async #derive(rows: Uint32Array, pacer: Pacer): Promise<PairOf<number>> {
    const tasks = await this.#overRows(TaskKind.derive, rows, pacer);
    const most = [0, 0];
    for (let task = 0; task < tasks; task++) {
      for (let part = 0; part < 2; part++) most[part] = Math.max(most[part], this.#results[RESULT * task + part]);
    }
    return [most[0], most[1]];
  }

  /** Rounds the pairs of these rows to a grid, and says what a narrow one would lose. */
  async round(rows: Uint32Array, steps: Steps, narrow: Steps, pacer: Pacer): Promise<RoundedPairs> {
    for (let part = 0; part < 2; part++) {
      this.#job[PassSlot.up + part] = steps[part];
      this.#job[PassSlot.down + part] = 1 / steps[part];
      this.#job[PassSlot.narrowUp + part] = narrow[part];
      this.#job[PassSlot.narrowDown + part] = 1 / narrow[part];
    }
    const tasks = await this.#overRows(TaskKind.roundPairs, rows, pacer);
    const total = new Float64Array(ROUNDED);
    for (let task = 0; task < tasks; task++) {
      for (let i = 0; i < ROUNDED; i++) total[i] += this.#results[RESULT * task + i];
    }
    return { sums: [total[0], total[1]], sizes: [total[2], total[3]], errors: [total[4], total[5]] };
  }

  /** Begins the leaves of a tree that is not to have all rows: none is in any. There may be up to `MOST_LEAVES`. */
  beginLeaves(): void {
    this.#leaves.fill(MOST_LEAVES);
  }

  /** Puts the rows of each run into the leaf of its number. */
  async markLeaves(rows: Uint32Array, runs: RowRuns, pacer: Pacer): Promise<void> {
    await this.#overRuns(rows, runs, TaskKind.markLeaf, pacer, (_, run) => run);
  }

  /** Sums the pairs by leaf, gradient and hessian side by side. */
  async sumLeaves(count: number, pacer: Pacer): Promise<Float64Array> {
    const width = 2 * (MOST_LEAVES + 1);
    this.#job[PassSlot.leafCount] = MOST_LEAVES + 1;
    const rows = this.#leaves.length;
    const share = Math.max(CHUNK, Math.ceil(rows / TABLES));
    const tasks = Math.ceil(rows / share);
    const write = (task: number) => {
      const out = this.#tables.byteOffset + 8 * task * width;
      this.team.set(TaskKind.sumByLeaf, this.#job.byteOffset, task * share, Math.min(rows, (task + 1) * share), out);
    };
    await this.team.run(tasks, write, pacer);
    const sums = new Float64Array(2 * count);
    const tables = this.#tables;
    for (let task = 0; task < tasks; task++) {
      for (let i = 0; i < sums.length; i++) sums[i] += tables[task * width + i];
    }
    return sums;
  }

  /** Adds to the score of each row, of a class where there is one for each, the value of its leaf. */
  async addLeaves(values: ArrayLike<number>, pacer: Pacer, code = 0): Promise<void> {
    this.#chooseScores(code);
    this.#values.fill(0);
    this.#values.set(values);
    const count = this.#leaves.length;
    const write = (task: number) => {
      const from = task * CHUNK;
      this.team.set(TaskKind.addByLeaf, this.#job.byteOffset, from, Math.min(count, from + CHUNK));
    };
    await this.team.run(Math.ceil(count / CHUNK), write, pacer);
  }

  /** Sums the pairs of each run of `rows`, gradient and hessian side by side. */
  async sumRuns(rows: Uint32Array, runs: RowRuns, pacer: Pacer): Promise<Float64Array> {
    const sums = new Float64Array(runs.length);
    const outOf = (task: number) => this.#outOf(task);
    await this.#overRuns(rows, runs, TaskKind.sumPairs, pacer, outOf, (task, run) => {
      sums[2 * run] += this.#results[RESULT * task];
      sums[2 * run + 1] += this.#results[RESULT * task + 1];
    });
    return sums;
  }

  /** Adds to the scores of each run of `rows` its number. */
  async addToRuns(rows: Uint32Array, runs: RowRuns, values: ArrayLike<number>, pacer: Pacer, code = 0): Promise<void> {
    this.#chooseScores(code);
    await this.#overRuns(rows, runs, TaskKind.addToScores, pacer, (task, run) => {
      this.#results[RESULT * task] = values[run];
      return this.#outOf(task);
    });
  }

  #chooseScores(code: number): void {
    this.#job[PassSlot.scores] = this.scores.byteOffset + code * this.#job[PassSlot.classBytes];
  }

  async #overRows(kind: number, rows: Uint32Array, pacer: Pacer): Promise<number> {
    const tasks = Math.ceil(rows.length / CHUNK);
    this.#job[PassSlot.rows] = rows.byteOffset;
    const write = (task: number) => {
      const from = task * CHUNK;
      this.team.set(kind, this.#job.byteOffset, from, Math.min(rows.length, from + CHUNK), this.#outOf(task));
    };
    await this.team.run(tasks, write, pacer);
    return tasks;
  }

  /**
   * Runs that are long are shared out. As many tasks at a time as there is room for what they find; `outOf` says where that is. A tree may
   * have a leaf for each row, so no run has an object of its own.
   */
  async #overRuns(
    rows: Uint32Array,
    runs: RowRuns,
    kind: number,
    pacer: Pacer,
    outOf: (task: number, run: number) => number,
    onDone?: (task: number, run: number) => void,
  ): Promise<void> {
    this.#job[PassSlot.rows] = rows.byteOffset;
    const most = this.#results.length / RESULT;
    const [runOf, fromOf, toOf] = [new Uint32Array(most), new Uint32Array(most), new Uint32Array(most)];
    const write = (task: number) => {
      this.team.set(kind, this.#job.byteOffset, fromOf[task], toOf[task], outOf(task, runOf[task]));
    };
    for (let run = 0, from = runs[0]; 2 * run < runs.length; ) {
      let tasks = 0;
      for (; tasks < most && 2 * run < runs.length; tasks++) {
        runOf[tasks] = run;
        fromOf[tasks] = from;
        from = Math.min(runs[2 * run + 1], from + CHUNK);
        toOf[tasks] = from;
        if (from === runs[2 * run + 1]) from = runs[2 * ++run];
      }
      await this.team.run(tasks, write, pacer);
      for (let task = 0; task < tasks; task++) onDone?.(task, runOf[task]);
    }
  }

  #outOf(task: number): number {
    return this.#results.byteOffset + 8 * RESULT * task;
  }
}

/** Tasks on runs that are handed out at once, at the least. */
const MOST_RUNS = 512;

/** Leaves that a tree may have for its rows to be told theirs. More are small, and their rows are fetched. */
export const MOST_LEAVES = 1023;

/** Shares of the rows that leaves are summed by. */
const TABLES = 16;

/** Runs of rows: the first row of each, and the row after its last. */
export type RowRuns = Uint32Array;

/** How the pairs of a class are derived. */
export interface ClassPass {
  readonly loss: ScorePerClassLoss;
  /** What p(1 - p) is multiplied by for the hessian. */
  readonly hessianFactor: number;
}

export interface PairShape {
  readonly rowCount: number;
  /** Scores of a row that are kept here, with the targets; 0: neither. */
  readonly scoreCount: number;
  readonly hasWeights: boolean;
}
