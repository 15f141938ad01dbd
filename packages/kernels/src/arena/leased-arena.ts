import { GrownNodes } from "../exact/grown-nodes.ts";
import type { TreePlace } from "../exact/tree-task.ts";
import type { TreeWorker } from "../exact/tree-worker.ts";
import { TreeOutcome } from "../generated/tree-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { reasonText } from "../host/reason-text.ts";
import type { Arena, ArenaContent } from "./arena.ts";
import { alignBytes } from "./arena-bytes.ts";
import type { ArenaMemory, Loops } from "./arena-memory.ts";
import type { OwnLoss } from "./own-loss.ts";
import { Team } from "./team.ts";

/** Entries of a tree between two looks: 0.2 ms at 4 ns an entry. */
const ENTRIES_PER_LOOK = 65_536;

/** The workers of a shared memory, and what they need. */
export interface ArenaHelpers {
  readonly workers: readonly TreeWorker[];
  readonly module: object;
  readonly memory: object;
}

/** An arena over a memory that it gives back once. */
export class LeasedArena implements Arena {
  readonly #buffer: ArrayBuffer;
  readonly #giveBack: (atRest: Promise<unknown>) => void;
  #memory: ArenaMemory | undefined;
  readonly #helpers: ArenaHelpers | null;
  /** The compiled module of the loss that was taken. */
  #loss: object | null = null;
  #team: Team | null = null;
  #serving: readonly Promise<void>[] = [];
  #used = 0;

  /** `giveBack` is called once, with what resolves when no worker is in the memory any more. */
  constructor(memory: ArenaMemory, giveBack: (atRest: Promise<unknown>) => void, helpers: ArenaHelpers | null = null) {
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

  get loops(): Loops {
    return this.#open().loops;
  }

  get threads(): number {
    return 1 + (this.#helpers?.workers.length ?? 0);
  }

  async takeLoss(loss: OwnLoss): Promise<string | null> {
    try {
      this.#loss = await this.#open().takeLoss(loss);
      return null;
    } catch (reason) {
      return reasonText(reason);
    }
  }

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

  async growTree(room: TreePlace, pacer: Pacer, thread = 0): Promise<GrownNodes> {
    if (room.slots.buffer !== this.#buffer) {
      throw new Error("cambium: growTree: expected a room of this arena, got one of another");
    }
    if (this.#helpers !== null && thread > 0) {
      const { workers, module, memory } = this.#helpers;
      return workers[thread - 1].grow(room, module, memory, pacer);
    }
    const grown = new GrownNodes(room.width);
    for (;;) {
      const outcome = this.#open().loops.growTree(room.slots.byteOffset, ENTRIES_PER_LOOK);
      grown.add(room.takeNodes());
      if (outcome === TreeOutcome.done) return grown;
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

  #open(): ArenaMemory {
    if (!this.#memory) throw new Error("cambium: arena: expected one that is leased, got one that was released");
    return this.#memory;
  }
}
