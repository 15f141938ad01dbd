import type { GrowLoops } from "../generated/grow-loops.ts";
import type { KernelWorker } from "../host/kernel-worker.ts";
import { alignBytes } from "./arena-bytes.ts";
import type { LossLinks } from "./own-loss.ts";
import { Team, type TeamLoops } from "./team.ts";
import type { WasmArenaMemory } from "./wasm-memory.ts";

/** What a view begins with. To zero 130 MB that no other run has touched takes 0.3 s, while nobody else has a turn. */
export type ArenaContent = "zeroes" | "anything";

/**
 * The memory of one run, which the kernels of a module work in.
 *
 * Life cycle
 * 1. `arenaBytes` adds up what the run needs, `leaseArena` gives an arena of at least that size.
 * 2. The run takes its views. They are zeroed unless it says that it writes them first, aligned to 16 bytes, and never move: the
 *    memory is not grown.
 * 3. It fills them, describes work in a list of jobs, and runs the list.
 * 4. `release`, in a `finally`, gives the memory back to the idle pool. No view may be used after that.
 */
export class Arena<Loops extends TeamLoops = GrowLoops & LossLinks> {
  /** The compiled module of a loss that brought its own derivatives, by which the tasks of `team` derive. */
  loss: object | null = null;
  readonly #buffer: ArrayBuffer;
  #memory: WasmArenaMemory | undefined;
  #endTeam = () => {};
  #serving: readonly Promise<void>[] = [];
  #used = 0;

  /** `giveBack` is called once, with what resolves when no worker is in the memory any more. */
  constructor(
    memory: WasmArenaMemory,
    private readonly giveBack: (atRest: Promise<unknown>) => void,
    /** Of a shared memory: those that were leased with it. */
    readonly workers: readonly KernelWorker[] = [],
    /** Why they are fewer than were asked for. */
    private readonly fewer: string | null = null,
  ) {
    this.#memory = memory;
    this.#buffer = memory.buffer;
  }

  /** What is leased; throws when it was released. */
  get memory(): WasmArenaMemory {
    if (!this.#memory) throw new Error("cambium: arena: expected one that is leased, got one that was released");
    return this.#memory;
  }

  float64(length: number, content?: ArenaContent): Float64Array {
    return new Float64Array(this.#buffer, this.#take(8 * length, content), length);
  }

  int32(length: number): Int32Array {
    return new Int32Array(this.#buffer, this.#take(4 * length), length);
  }

  uint32(length: number, content?: ArenaContent): Uint32Array {
    return new Uint32Array(this.#buffer, this.#take(4 * length, content), length);
  }

  uint8(length: number, content?: ArenaContent): Uint8Array {
    return new Uint8Array(this.#buffer, this.#take(length, content), length);
  }

  /** The loops themselves, for rooms that keep their places in this arena. */
  get loops(): Loops {
    return this.memory.loops as Loops;
  }

  /** The caller's thread, and the workers that were leased with the arena. */
  get threads(): number {
    return 1 + this.workers.length;
  }

  /** The threads that the host has not refused, as far as that is known. */
  get givenThreads(): number {
    return 1 + this.workers.filter(({ refusal }) => refusal === null).length;
  }

  /** What a report says where the host gave fewer threads than were asked for. */
  refusalOf(asked: number): readonly string[] {
    const reason = this.fewer ?? this.workers.find(({ refusal }) => refusal !== null)?.refusal;
    return reason ? [`of ${asked} threads this host gave ${this.givenThreads}: ${reason}`] : [];
  }

  /** Starts the workers on a list of tasks that they share with the caller, until `release`. Once; it takes `4 * Team.words` bytes. */
  team(): Team {
    const { kernels, memory } = this.memory;
    const task = { module: kernels.module, memory, loss: this.loss };
    const team = new Team(this, this.int32(Team.words));
    const { board } = team;
    const over = new Promise<false>((resolve) => {
      this.#endTeam = () => {
        team.end();
        resolve(false);
      };
    });
    this.#serving = this.workers.map((worker, i) => worker.serve({ ...task, board, thread: i + 1 }, over));
    return team;
  }

  release(): void {
    const { memory } = this;
    memory.usedBytes = Math.max(memory.usedBytes, this.#used);
    this.#memory = undefined;
    this.#endTeam();
    this.giveBack(Promise.all(this.#serving));
  }

  /** The offset of `bytes` that nobody else has. */
  #take(bytes: number, content: ArenaContent = "zeroes"): number {
    const { memory } = this;
    const start = this.#used;
    const end = start + alignBytes(bytes);
    if (!(bytes >= 0 && end <= this.#buffer.byteLength)) {
      throw new RangeError(
        `cambium: arena: expected at most ${this.#buffer.byteLength - start} more bytes, got ${bytes}; lease what arenaBytes says`,
      );
    }
    const dirtyEnd = Math.min(end, memory.usedBytes);
    if (content === "zeroes" && dirtyEnd > start) new Uint8Array(this.#buffer, start, dirtyEnd - start).fill(0);
    this.#used = end;
    return start;
  }
}
