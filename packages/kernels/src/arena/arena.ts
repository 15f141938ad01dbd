import { GrownNodes } from "../exact/grown-nodes.ts";
import type { TreeDesk } from "../exact/tree-desk.ts";
import type { TreeWorker } from "../exact/tree-worker.ts";
import { TreeOutcome, TreeSlot } from "../generated/tree-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { reasonText } from "../host/reason-text.ts";
import { alignBytes } from "./arena-bytes.ts";
import type { Loops } from "./loops.ts";
import type { OwnLoss } from "./own-loss.ts";
import { Team } from "./team.ts";
import type { WasmArenaMemory } from "./wasm-memory.ts";

/** Entries of a tree between two looks: 0.2 ms at 4 ns an entry. */
const ENTRIES_PER_LOOK = 65_536;

/** The workers of a shared memory, and what they need. */
export interface ArenaHelpers {
  readonly workers: readonly TreeWorker[];
  readonly module: object;
  readonly memory: object;
}

/** What a view begins with. To zero 130 MB that no other run has touched takes 0.3 s, while nobody else has a turn. */
export type ArenaContent = "zeroes" | "anything";

/**
 * The memory of one run, which the kernels work in.
 *
 * Life cycle
 * 1. `arenaBytes` adds up what the run needs, `leaseArena` gives an arena of at least that size.
 * 2. The run takes its views. They are zeroed unless it says that it writes them first, aligned to 16 bytes, and never move: the
 *    memory is not grown.
 * 3. It fills them, describes work in a list of jobs, and runs the list.
 * 4. `release`, in a `finally`, gives the memory back to the idle pool. No view may be used after that.
 */
export class Arena {
  readonly #buffer: ArrayBuffer;
  readonly #giveBack: (atRest: Promise<unknown>) => void;
  #memory: WasmArenaMemory | undefined;
  readonly #helpers: ArenaHelpers | null;
  /** The compiled module of the loss that was taken. */
  #loss: object | null = null;
  #team: Team | null = null;
  #serving: readonly Promise<void>[] = [];
  #used = 0;

  /** `giveBack` is called once, with what resolves when no worker is in the memory any more. */
  constructor(
    memory: WasmArenaMemory,
    giveBack: (atRest: Promise<unknown>) => void,
    helpers: ArenaHelpers | null = null,
  ) {
    this.#helpers = helpers;
    this.#memory = memory;
    this.#buffer = memory.buffer;
    this.#giveBack = giveBack;
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
    return this.#open().loops;
  }

  /** The caller's thread, and the workers that were leased with the arena. */
  get threads(): number {
    return 1 + (this.#helpers?.workers.length ?? 0);
  }

  /** Has tasks derive by this loss, before `team` starts the workers. Null, or why the host does not compile it: then nothing may. */
  async takeLoss(loss: OwnLoss): Promise<string | null> {
    try {
      this.#loss = await this.#open().takeLoss(loss);
      return null;
    } catch (reason) {
      return reasonText(reason);
    }
  }

  /** Starts the workers on a list of tasks that they share with the caller, until `release`. Once; it takes `4 * Team.words` bytes. */
  team(): Team {
    const { workers, module, memory } = this.#helpers ?? { workers: [] };
    const team = new Team({ loops: this.#open().loops, workers }, this.int32(Team.words));
    this.#team = team;
    if (module !== undefined && memory !== undefined) {
      const { board } = team;
      const loss = this.#loss;
      this.#serving = workers.map((worker, i) => worker.serve({ module, memory, loss, board, thread: i + 1 }));
    }
    return team;
  }

  /**
   * Grows the tree of the task that a room of this arena began, and gives its nodes. Pauses when the pacer says so, and rejects with the
   * signal's reason. Thread 0 is the caller's, the others are workers; each grows one tree at a time, in a room that nobody else uses.
   */
  async growTree(room: TreeDesk, pacer: Pacer, thread = 0): Promise<GrownNodes> {
    if (room.slots.buffer !== this.#buffer) {
      throw new Error("cambium: growTree: expected a room of this arena, got one of another");
    }
    const chunks = await this.#growChunks(room, pacer, thread);
    const grown = new GrownNodes(room.slots[TreeSlot.made], room.width);
    for (const chunk of chunks) {
      grown.add(chunk);
      if (pacer.due()) await pacer.pause();
    }
    return grown;
  }

  async #growChunks(room: TreeDesk, pacer: Pacer, thread: number): Promise<Float64Array[]> {
    if (this.#helpers !== null && thread > 0) {
      const { workers, module, memory } = this.#helpers;
      return workers[thread - 1].grow(room.slots, module, memory, pacer);
    }
    const chunks: Float64Array[] = [];
    for (;;) {
      const outcome = this.loops.growTree(room.slots.byteOffset, ENTRIES_PER_LOOK);
      if (outcome !== TreeOutcome.more) chunks.push(room.takeNodes());
      if (outcome === TreeOutcome.done) return chunks;
      if (pacer.due()) await pacer.pause();
    }
  }

  release(): void {
    const memory = this.#open();
    memory.usedBytes = Math.max(memory.usedBytes, this.#used);
    this.#memory = undefined;
    this.#team?.end();
    this.#giveBack(Promise.all(this.#serving));
  }

  /** The offset of `bytes` that nobody else has. */
  #take(bytes: number, content: ArenaContent = "zeroes"): number {
    const memory = this.#open();
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

  #open(): WasmArenaMemory {
    if (!this.#memory) throw new Error("cambium: arena: expected one that is leased, got one that was released");
    return this.#memory;
  }
}
