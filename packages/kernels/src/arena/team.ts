import type { PredictLoops } from "../generated/predict-loops.ts";
import { BoardWord, PartWord, TaskWord } from "../generated/tasks-layout.ts";
import { clock } from "../host/clock.ts";
import type { KernelWorker } from "../host/kernel-worker.ts";
import type { Pacer } from "../host/pacer.ts";
import { loadWord, storeWord } from "./shared-words.ts";

/** Looks at the board between two looks at the clock: some 5 µs. */
const LOOKS = 1000;

/** In milliseconds: after that a turn of the caller's thread is made shorter. */
const LONGEST_TURN = 2;

/** Tasks that are handed out at once. */
const LIST = 1024;

/** Parts of a list at the most; more threads than that share theirs. */
const MOST_HOMES = 64;

/** What every module has for a team. */
export type TeamLoops = Pick<PredictLoops, "takeTask" | "areDone">;

/** What runs the tasks: the loops of a memory, and the workers that share it. */
export interface TeamHost {
  readonly loops: TeamLoops;
  readonly workers: readonly KernelWorker[];
}

/** A job that all threads work on at the same time. */
interface JobOfAll {
  /** Has the caller's thread do so much of it. */
  work(amount: number): void;
  /** What the caller's thread does before it comes back, and what a worker does. */
  readonly turn: number;
  readonly stay: number;
  /** Whether workers take part. */
  readonly isShared: boolean;
  isDone(): boolean;
}

/**
 * The threads of one arena, which share the tasks of a list: the caller's does its part, and the workers that were leased
 * with the arena the rest. Any number of threads comes to the same bits, because no two tasks of a list write the same
 * place, or because what they add up is exact in any order. `assembly/team.ts` is the workers' side.
 */
export class Team {
  readonly #board: Int32Array;
  readonly #tasks: Uint32Array;
  readonly #homes: number;
  /** Where the parts of the list begin. */
  readonly #starts: Uint32Array;
  #next = 0;
  /** What the caller's thread does of a job of all before it looks at the clock. */
  #turn = 1;

  constructor(
    private readonly host: TeamHost,
    words: Int32Array,
  ) {
    this.#board = words.subarray(0, boardWords());
    const { buffer, byteOffset } = words;
    this.#tasks = new Uint32Array(buffer, byteOffset + 4 * boardWords(), LIST * TaskWord.size);
    this.#homes = Math.min(MOST_HOMES, this.threads);
    this.#starts = new Uint32Array(this.#homes + 1);
    this.#board[BoardWord.tasks] = this.#tasks.byteOffset;
    this.#board[BoardWord.homes] = this.#homes;
  }

  /** What the board and the list take, in i32 words. */
  static get words(): number {
    return boardWords() + LIST * TaskWord.size;
  }

  /** The caller's thread, and its workers. */
  get threads(): number {
    return 1 + this.host.workers.length;
  }

  /** The board's place in the memory. */
  get board(): number {
    return this.#board.byteOffset;
  }

  /** Writes a task of the list; `job` and `out` are places in the memory. */
  set(kind: number, job: number, from = 0, to = 0, out = 0): void {
    const at = this.#next * TaskWord.size;
    this.#tasks[at + TaskWord.kind] = kind;
    this.#tasks[at + TaskWord.job] = job;
    this.#tasks[at + TaskWord.from] = from;
    this.#tasks[at + TaskWord.to] = to;
    this.#tasks[at + TaskWord.out] = out;
  }

  /**
   * Runs `count` tasks that do not wait for each other; `write(i)` sets task i. Tasks go by the rows that they work on: a thread keeps to
   * its part of them, and its cache, while there is work. Pauses when the pacer says so, and rejects with the signal's reason, or with the
   * error of a worker that failed.
   */
  async run(count: number, write: (index: number) => void, pacer: Pacer): Promise<void> {
    const homes = this.#homes;
    for (let start = 0; start < count; start += LIST) {
      const end = Math.min(count, start + LIST);
      this.#starts.fill(0);
      for (let i = start; i < end; i++) {
        this.#starts[1 + Math.floor((homes * i) / count)]++;
        this.#next = i - start;
        write(i);
      }
      for (let home = 0; home < homes; home++) this.#starts[home + 1] += this.#starts[home];
      this.#open(end - start > 1);
      await this.#takeAll(end - start, pacer);
    }
  }

  /**
   * Has all threads work on one job until it is done: each worker takes a task that it stays with, and the caller's thread comes back
   * after every turn, so that it can pause. `kind` has to be one that several threads can run for the same job.
   */
  async together(
    kind: number,
    job: number,
    { work, turn, stay, isShared, isDone }: JobOfAll,
    pacer: Pacer,
  ): Promise<void> {
    const { workers } = this.host;
    const count = isShared ? workers.length : 0;
    this.#starts.fill(count);
    this.#starts[0] = 0;
    for (this.#next = 0; this.#next < count; this.#next++) this.set(kind, job, 0, stay);
    if (count > 0) this.#open(true);
    while (!isDone()) {
      const begun = clock();
      work(this.#turn);
      this.#adaptTurn(clock() - begun, turn);
      if (pacer.due()) await this.#pause(pacer);
    }
    // Workers that come late find no task. The others find that the job is done, and return.
    if (count > 0) await this.#takeAll(count, pacer);
  }

  /** A block of rows takes more or less time, by the columns, the classes and the machine. */
  #adaptTurn(milliseconds: number, most: number): void {
    if (milliseconds > LONGEST_TURN) this.#turn = Math.max(1, this.#turn >> 1);
    else if (milliseconds < LONGEST_TURN / 4) this.#turn = Math.min(most, 2 * this.#turn);
  }

  /** Hands out the tasks that are set, and tells the workers where they are not only for the caller's thread. */
  #open(forWorkers: boolean): void {
    const { workers } = this.host;
    const board = this.#board;
    for (const worker of workers) worker.check();
    board[BoardWord.unended] = 0;
    board[BoardWord.callerDone] = 0;
    storeWord(board, BoardWord.done, 0);
    for (let home = 0; home < this.#homes; home++) {
      const part = partAt(home);
      board[part + PartWord.start] = this.#starts[home];
      storeWord(board, part + PartWord.untaken, this.#starts[home + 1] - this.#starts[home]);
    }
    if (workers.length === 0 || !forWorkers) return;
    Atomics.add(this.#board, BoardWord.opened, 1);
    if (loadWord(this.#board, BoardWord.sleepers) > 0) Atomics.notify(this.#board, BoardWord.opened);
  }

  async #takeAll(count: number, pacer: Pacer): Promise<void> {
    const { loops } = this.host;
    while (loops.takeTask(this.board, 0)) if (pacer.due()) await this.#pause(pacer);
    while (!loops.areDone(this.board, count, LOOKS)) {
      if (pacer.due()) await this.#pause(pacer);
    }
  }

  /** A worker that failed is only heard of in a pause. */
  async #pause(pacer: Pacer): Promise<void> {
    await pacer.pause();
    for (const worker of this.host.workers) worker.check();
  }

  /** Tells the workers that there is no more to come. */
  end(): void {
    for (let home = 0; home < this.#homes; home++) {
      storeWord(this.#board, partAt(home) + PartWord.untaken, 0);
    }
    storeWord(this.#board, BoardWord.isOver, 1);
    if (this.host.workers.length === 0) return;
    Atomics.add(this.#board, BoardWord.opened, 1);
    Atomics.notify(this.#board, BoardWord.opened);
  }
}

/** Where a part of the list has its words on the board. */
function partAt(home: number): number {
  return BoardWord.size + home * PartWord.size;
}

function boardWords(): number {
  return partAt(MOST_HOMES);
}
