import {
  leaseRanksRoom,
  leaseRanksTeam,
  leaseWalkRoom,
  leaseWalkTeam,
  type Pacer,
  type RanksRoom,
  type RanksShape,
  WALK_ROWS,
  type WalkRoom,
  type WalkShape,
} from "@cambium/kernels";
import type { EncodedRows } from "../tree/route-row.ts";
import { type Threads, threadsWorth } from "../util/threads-option.ts";
import type { Turns } from "../util/turns.ts";
import type { PackedTrees } from "./pack-trees.ts";
import type { RankedTrees } from "./rank-trees.ts";

/**
 * Adds to the scores of rows `start` to `end` - 1 the leaves of all trees, in their order; false where the host has no memory
 * for it, and nothing was added. `scores` begins with row `start`, and has `scoreCount` a row.
 */
export function* walkRows(
  packed: PackedTrees | RankedTrees,
  rows: EncodedRows,
  scores: Float64Array,
  scoreCount: number,
  start: number,
  end: number,
): Turns<boolean> {
  const work = { packed, rows, scores, scoreCount, start, end };
  if (yield (threads, pacer) => walkOnThreads(work, threads, pacer)) return true;
  const room = leaseRoom(packed);
  if (room === null) return false;
  try {
    for (const { words, count, score } of packed.lists) {
      room.walk.putTrees(words, count);
      for (let from = start; from < end; from += WALK_ROWS) {
        beginBlock(work, room, from, score);
        fetchBlock(work, room, from, score);
        yield;
      }
    }
    return true;
  } finally {
    room.walk.release();
  }
}

/** Milliseconds a row and tree. */
const PER_WALK = 3.3e-6;

/** The same rows on several threads; false where there is only the caller's, or more are not worth it. */
async function walkOnThreads(work: Walk, threads: Threads, pacer: Pacer): Promise<boolean> {
  const { packed, start, end } = work;
  const blocks = Math.ceil((end - start) / WALK_ROWS);
  const trees = packed.lists.reduce((sum, { count }) => sum + count, 0);
  const worth = threads === "auto" ? threadsWorth(PER_WALK * trees * (end - start), blocks) : threads;
  const useful = Math.min(worth, blocks);
  const team = useful > 1 ? await leaseTeam(packed, blocks, useful) : null;
  if (team === null) return false;
  try {
    for (const { words, count, score } of packed.lists) {
      team.rooms[0].walk.putTrees(words, count);
      for (let from = start; from < end; from += team.rooms.length * WALK_ROWS) {
        await walkBlocks(work, team, from, score, pacer);
      }
    }
    return true;
  } finally {
    team.release();
  }
}

/** As many blocks as the team has rooms: the caller's thread brings and fetches them, and all threads walk them. */
async function walkBlocks(work: Walk, team: RoomTeam, from: number, score: number, pacer: Pacer): Promise<void> {
  const rooms = team.rooms.slice(0, Math.ceil((work.end - from) / WALK_ROWS));
  for (const [index, room] of rooms.entries()) {
    beginBlock(work, room, from + index * WALK_ROWS, score);
    if (pacer.due()) await pacer.pause();
  }
  await team.run(rooms.length, pacer);
  for (const [index, room] of rooms.entries()) fetchBlock(work, room, from + index * WALK_ROWS, score);
}

/** Rows `start` to `end` - 1 that are to go down the trees, and where their scores are. */
interface Walk {
  readonly packed: PackedTrees | RankedTrees;
  readonly rows: EncodedRows;
  readonly scores: Float64Array;
  readonly scoreCount: number;
  readonly start: number;
  readonly end: number;
}

/** Brings the block that begins with row `from`, and walks it, or in a team notes that it is to be walked. */
function beginBlock(work: Walk, { walk, putBlock }: Room, from: number, score: number): void {
  const few = Math.min(WALK_ROWS, work.end - from);
  putBlock(work.rows, from, few);
  bringScores(work.packed.width, scoresOfBlock(work, from), walk.scores, work.scoreCount, score);
  walk.walk(few);
}

function fetchBlock(work: Walk, { walk }: Room, from: number, score: number): void {
  fetchScores(work.packed.width, walk.scores, scoresOfBlock(work, from), work.scoreCount, score);
}

function scoresOfBlock({ scores, scoreCount, start, end }: Walk, from: number): Float64Array {
  return scores.subarray((from - start) * scoreCount, (Math.min(end, from + WALK_ROWS) - start) * scoreCount);
}

/** Those that the trees of a list add to: all, or one of several a row. */
function bringScores(width: number, from: Float64Array, to: Float64Array, scoreCount: number, score: number): void {
  if (width === scoreCount) to.set(from);
  else for (let at = score, row = 0; at < from.length; at += scoreCount, row++) to[row] = from[at];
}

function fetchScores(width: number, from: Float64Array, to: Float64Array, scoreCount: number, score: number): void {
  if (width === scoreCount) to.set(from.subarray(0, to.length));
  else for (let at = score, row = 0; at < to.length; at += scoreCount, row++) to[at] = from[row];
}

interface Room {
  readonly walk: WalkRoom | RanksRoom;
  putBlock(rows: EncodedRows, from: number, count: number): void;
}

function leaseRoom(packed: PackedTrees | RankedTrees): Room | null {
  if (isRanked(packed)) {
    const walk = leaseRanksRoom(ranksShape(packed));
    return walk && roomOfRanks(packed, walk);
  }
  const walk = leaseWalkRoom(walkShape(packed));
  return walk && roomOfTrees(packed, walk);
}

/** The rooms of several threads, which walk what the first of them have begun. */
interface RoomTeam {
  readonly rooms: readonly Room[];
  run(count: number, pacer: Pacer): Promise<void>;
  release(): void;
}

async function leaseTeam(packed: PackedTrees | RankedTrees, blocks: number, threads: number): Promise<RoomTeam | null> {
  if (isRanked(packed)) {
    const team = await leaseRanksTeam(ranksShape(packed), blocks, threads);
    return (
      team &&
      roomTeam(
        team,
        team.rooms.map((walk) => roomOfRanks(packed, walk)),
      )
    );
  }
  const team = await leaseWalkTeam(walkShape(packed), blocks, threads);
  return (
    team &&
    roomTeam(
      team,
      team.rooms.map((walk) => roomOfTrees(packed, walk)),
    )
  );
}

function roomTeam(team: Pick<RoomTeam, "run" | "release">, rooms: readonly Room[]): RoomTeam {
  return { rooms, run: (count, pacer) => team.run(count, pacer), release: () => team.release() };
}

function isRanked(packed: PackedTrees | RankedTrees): packed is RankedTrees {
  return "thresholds" in packed;
}

function ranksShape({ wide, width, lists, thresholds, features }: RankedTrees): RanksShape {
  return { wide, treeWords: mostWords(lists), thresholds, features: features.length, width };
}

function walkShape({ wide, width, lists, columnCount }: PackedTrees): WalkShape {
  return { wide, treeWords: mostWords(lists), columns: columnCount, width };
}

function mostWords(lists: readonly { readonly words: Int32Array }[]): number {
  return lists.reduce((most, { words }) => Math.max(most, words.length), 0);
}

function roomOfRanks(packed: RankedTrees, walk: RanksRoom): Room {
  return { walk, putBlock: (rows, from, count) => putRanks(walk, packed, rows, from, count) };
}

function roomOfTrees(packed: PackedTrees, walk: WalkRoom): Room {
  return { walk, putBlock: (rows, from, count) => putBlock(walk, packed, rows, from, count) };
}

function putRanks(
  room: RanksRoom,
  { features }: RankedTrees,
  { columns }: EncodedRows,
  from: number,
  count: number,
): void {
  room.begin();
  for (const feature of features) {
    const column = columns[feature.feature];
    if (column instanceof Int32Array) throw new TypeError("unreachable: ranked trees ask for no categories");
    room.putNumbers(column, from, count, feature);
  }
}

function putBlock(
  room: WalkRoom,
  { features }: PackedTrees,
  { columns }: EncodedRows,
  from: number,
  count: number,
): void {
  for (const { feature, first, last, codes } of features) {
    const column = columns[feature];
    if (codes === 0) room.putNumbers(column, from, 1, count, first, last);
    else room.putCodes(column, from, count, first, codes);
  }
}
