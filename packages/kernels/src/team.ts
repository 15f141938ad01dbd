import type { Loops } from "./arena-memory.ts";
import { BoardWord, PartWord, TaskKind, TaskWord } from "./generated/tasks-layout.ts";
import type { Pacer } from "./pacer.ts";
import { loadWord, storeWord } from "./shared-words.ts";
import type { TreeWorker } from "./tree-worker.ts";

/** Looks at the board between two looks at the clock: some 5 µs. */
const LOOKS = 1000;

/** So many times as many looks other threads are left alone with what is their own: some 1 ms, in which they have done it, or lost their core. */
const PATIENCE = 200;

/** Tasks that are handed out at once. */
const LIST = 1024;

/** Parts of a list at the most; more threads than that share theirs. */
const MOST_HOMES = 64;

/** What runs the tasks: the loops of a memory, and the workers that share it. */
export interface TeamHost {
  readonly loops: Loops;
  readonly workers: readonly TreeWorker[];
}

/**
 * The threads of one arena, which share the tasks of a list: the caller's does its part, and the workers that were leased
 * with the arena the rest. Any number of threads comes to the same bits, because no two tasks of a list write the same
 * place, or because what they add up is exact in any order. `assembly/team.ts` is the workers' side.
 */
export class Team {
  readonly #board: Int32Array;
  /** The board that workers look at, and sleep by. */
  #bell: Int32Array;
  readonly #tasks: Uint32Array;
  readonly #homes: number;
  /** Where the parts of the list begin, and where the next task of each goes. */
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #next = 0;
  /** Tasks of the list that is open; 0: none is. */
  #opened = 0;
  /** Lists that were opened. */
  #lists = 0;
  /** Those of the team beside when this one opened its last. */
  #listsBeside = 0;
  #isPausing = false;
  /** Shares the threads, with a list of its own. */
  #beside: Team | null = null;

  constructor(
    private readonly host: TeamHost,
    words: Int32Array,
  ) {
    this.#board = words.subarray(0, boardWords());
    this.#bell = this.#board;
    const { buffer, byteOffset } = words;
    this.#tasks = new Uint32Array(buffer, byteOffset + 4 * boardWords(), LIST * TaskWord.size);
    this.#homes = Math.min(MOST_HOMES, this.threads);
    this.#starts = new Uint32Array(this.#homes + 1);
    this.#ends = new Uint32Array(this.#homes + 1);
    this.#board[BoardWord.tasks] = this.#tasks.byteOffset;
    this.#board[BoardWord.homes] = this.#homes;
  }

  /**
   * The same threads with a list of their own: while the caller prepares tasks of the one, workers have those of the other. Once; it
   * takes as many words, and ends with this one.
   */
  beside(words: Int32Array): Team {
    const team = new Team(this.host, words);
    team.#beside = this;
    team.#bell = this.#board;
    this.#beside = team;
    this.#board[BoardWord.beside] = team.board;
    return team;
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
   * Runs `count` tasks that do not wait for each other; `write(i)` sets task i. `at(i)`, from 0 to 1, says where among all rows it
   * works: a thread keeps to its part of them, and its cache, while there is work. Unless told it is i's place among the tasks.
   * Pauses when the pacer says so, and rejects with the signal's reason, or with the error of a worker that failed.
   */
  async run(
    count: number,
    write: (index: number) => void,
    pacer: Pacer,
    at: (index: number) => number = (index) => index / count,
  ): Promise<void> {
    for (let start = 0; start < count; start += LIST) {
      const end = Math.min(count, start + LIST);
      const homes = this.#homes;
      this.#starts.fill(0);
      for (let i = start; i < end; i++) this.#starts[1 + Math.floor(homes * at(i))]++;
      for (let home = 0; home < homes; home++) this.#starts[home + 1] += this.#starts[home];
      this.#ends.set(this.#starts);
      for (let i = start; i < end; i++) {
        this.#next = this.#ends[Math.floor(homes * at(i))]++;
        write(i);
      }
      await this.#runList(end - start, pacer);
    }
  }

  async #runList(count: number, pacer: Pacer): Promise<void> {
    const { workers } = this.host;
    const board = this.#board;
    for (const worker of workers) worker.check();
    board[BoardWord.isOwn] = this.#isOwn() ? 1 : 0;
    board[BoardWord.unended] = 0;
    board[BoardWord.callerDone] = 0;
    storeWord(board, BoardWord.done, 0);
    for (let home = 0; home < this.#homes; home++) {
      const part = partAt(home);
      board[part + PartWord.start] = this.#starts[home];
      storeWord(board, part + PartWord.untaken, this.#starts[home + 1] - this.#starts[home]);
    }
    if (workers.length > 0 && (count > 1 || this.#beside !== null)) {
      Atomics.add(this.#bell, BoardWord.opened, 1);
      if (loadWord(this.#bell, BoardWord.sleepers) > 0) Atomics.notify(this.#bell, BoardWord.opened);
    }
    this.#opened = count;
    if (this.#beside === null) await this.#takeAll(count, pacer);
    else await this.#takeBeside(count, this.#beside, pacer);
    this.#opened = 0;
  }

  /** Whether the list moves rows, and a tree beside grows: that has opened a list since this one opened its last. */
  #isOwn(): boolean {
    this.#lists++;
    const other = this.#beside;
    if (other === null) return false;
    const grows = other.#opened > 0 || other.#lists !== this.#listsBeside;
    this.#listsBeside = other.#lists;
    // All tasks of a list are of one kind.
    const kind = this.#tasks[TaskWord.kind];
    return grows && (kind === TaskKind.partRecords || kind === TaskKind.growLeaves);
  }

  async #takeAll(count: number, pacer: Pacer): Promise<void> {
    const { loops } = this.host;
    while (loops.takeTask(this.board, 0)) if (pacer.due()) await this.#pause(pacer);
    while (!loops.areDone(this.board, count, LOOKS)) {
      if (pacer.due()) await this.#pause(pacer);
    }
  }

  /** The caller's own tasks are those of the first of two lists. Whoever waits for the other has a turn as soon as it is done. */
  async #takeBeside(count: number, other: Team, pacer: Pacer): Promise<void> {
    const { loops } = this.host;
    const isFirst = this.#bell === this.#board;
    let patience = isFirst || this.#board[BoardWord.isOwn] === 0 ? 0 : PATIENCE;
    await null;
    while (!loops.areDone(this.board, count, 1)) {
      if (other.#isDone || (!isFirst && other.#hasTasks)) await (other.#isPausing ? this.#pause(pacer) : null);
      else if (patience-- > 0 || !loops.takeTask(this.board, 0)) loops.areDone(this.board, count, LOOKS);
      if (pacer.due()) await this.#pause(pacer);
    }
  }

  get #isDone(): boolean {
    return this.#opened > 0 && this.host.loops.areDone(this.board, this.#opened, 1) !== 0;
  }

  get #hasTasks(): boolean {
    for (let home = 0; home < this.#homes; home++) {
      if (loadWord(this.#board, partAt(home) + PartWord.untaken) > 0) return true;
    }
    return false;
  }

  /** A worker that failed is only heard of in a pause. */
  async #pause(pacer: Pacer): Promise<void> {
    this.#isPausing = true;
    try {
      await pacer.pause();
    } finally {
      this.#isPausing = false;
    }
    for (const worker of this.host.workers) worker.check();
  }

  /** Tells the workers that there is no more to come. */
  end(): void {
    if (this.#bell === this.#board) this.#beside?.end();
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
