import type { GrownNodes } from "../exact/grown-nodes.ts";
import type { TreePlace } from "../exact/tree-task.ts";
import type { Pacer } from "../host/pacer.ts";
import type { Loops } from "./arena-memory.ts";
import type { OwnLoss } from "./own-loss.ts";
import type { Team } from "./team.ts";

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
export interface Arena {
  float64(length: number, content?: ArenaContent): Float64Array;
  int32(length: number): Int32Array;
  uint32(length: number, content?: ArenaContent): Uint32Array;
  uint8(length: number, content?: ArenaContent): Uint8Array;
  /** The caller's thread, and the workers that were leased with the arena. */
  readonly threads: number;
  /**
   * Grows the tree of the task that a room of this arena began, and gives its nodes. Pauses when the pacer says so, and rejects with the signal's reason.
   * Thread 0 is the caller's, the others are workers; each grows one tree at a time, in a room that nobody else uses.
   */
  growTree(room: TreePlace, pacer: Pacer, thread?: number): Promise<GrownNodes>;
  /** The loops themselves, for rooms that keep their places in this arena. */
  readonly loops: Loops;
  /** Has tasks derive by this loss, before `team` starts the workers. Null, or why the host does not compile it: then nothing may. */
  takeLoss(loss: OwnLoss): Promise<string | null>;
  /** Starts the workers on a list of tasks that they share with the caller, until `release`. Once; it takes `4 * Team.words` bytes. */
  team(): Team;
  release(): void;
}

/** What a view begins with. To zero 130 MB that no other run has touched takes 0.3 s, while nobody else has a turn. */
export type ArenaContent = "zeroes" | "anything";
