import type { Arena } from "../arena/arena.ts";
import { arenaBytes } from "../arena/arena-bytes.ts";
import { leaseSharedArena } from "../arena/lease-arena.ts";
import { Team } from "../arena/team.ts";
import type { Pacer } from "../host/pacer.ts";
import { RanksRoom, type RanksShape, ranksBlockBytes, ranksTreeBytes } from "./walk-ranks-room.ts";
import { WalkRoom, type WalkShape, walkBlockBytes, walkTreeBytes } from "./walk-room.ts";

/** What the blocks that are walked at once may take; more than a block for each thread only up to that. */
const MOST_BLOCK_BYTES = 2 ** 26;

/** So many blocks a thread: the last of them is waited for, and the caller's thread fills them all. */
const BLOCKS_A_THREAD = 16;

/**
 * Threads that walk blocks of rows down the same trees.
 *
 * Life cycle
 * 1. `leaseWalkTeam` or `leaseRanksTeam` gives one, or null where the host has no threads or no memory for them to share.
 * 2. The first room's `putTrees` brings a list of trees for all. Then each room takes a block as it does alone; its `walk` only
 *    notes what is to be done, and `run` does it for the first rooms. After that their scores are there.
 * 3. `release`, in a `finally`.
 */
export class WalkTeam<R extends WalkRoom | RanksRoom> {
  readonly #team: Team;

  constructor(
    readonly arena: Arena,
    readonly rooms: readonly R[],
  ) {
    this.#team = arena.team();
  }

  /** Rejects with the signal's reason, or with the error of a worker that failed. */
  run(count: number, pacer: Pacer): Promise<void> {
    return this.#team.run(count, (index) => this.rooms[index].setTask(this.#team), pacer);
  }

  release(): void {
    this.arena.release();
  }
}

export function leaseWalkTeam(shape: WalkShape, blocks: number, threads: number): Promise<WalkTeam<WalkRoom> | null> {
  const room = (arena: Arena, first?: WalkRoom) => new WalkRoom(arena, shape, first ?? "first");
  return leaseTeam(walkTreeBytes(shape), walkBlockBytes(shape, shape.columns), room, blocks, threads);
}

export function leaseRanksTeam(
  shape: RanksShape,
  blocks: number,
  threads: number,
): Promise<WalkTeam<RanksRoom> | null> {
  const room = (arena: Arena, first?: RanksRoom) => new RanksRoom(arena, shape, first ?? "first");
  return leaseTeam(ranksTreeBytes(shape), ranksBlockBytes(shape, shape.features), room, blocks, threads);
}

async function leaseTeam<R extends WalkRoom | RanksRoom>(
  ofTrees: readonly number[],
  ofBlock: readonly number[],
  roomIn: (arena: Arena, first?: R) => R,
  blocks: number,
  threads: number,
): Promise<WalkTeam<R> | null> {
  const atOnce = Math.min(BLOCKS_A_THREAD * threads, Math.floor(MOST_BLOCK_BYTES / arenaBytes(ofBlock)));
  const count = Math.min(blocks, Math.max(threads, atOnce));
  const bytes = arenaBytes([...ofTrees, 4 * Team.words]) + count * arenaBytes(ofBlock);
  const { arena } = await leaseSharedArena(bytes, threads);
  if (arena === null) return null;
  try {
    const rooms = [roomIn(arena)];
    while (rooms.length < count) rooms.push(roomIn(arena, rooms[0]));
    return new WalkTeam(arena, rooms);
  } catch (reason) {
    arena.release();
    throw reason;
  }
}
