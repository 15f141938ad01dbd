import { leaseRanksRoom, leaseWalkRoom, type RanksRoom, WALK_ROWS, type WalkRoom } from "@cambium/kernels";
import type { EncodedRows } from "../tree/route-row.ts";
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
  const { lists } = packed;
  const room = leaseRoom(packed);
  if (room === null) return false;
  const { walk, putBlock } = room;
  try {
    for (const { words, count, score } of lists) {
      walk.putTrees(words, count);
      for (let from = start; from < end; from += WALK_ROWS) {
        const few = Math.min(WALK_ROWS, end - from);
        putBlock(rows, from, few);
        const at = (from - start) * scoreCount;
        const own = scores.subarray(at, at + few * scoreCount);
        bringScores(packed.width, own, walk.scores, scoreCount, score);
        walk.walk(few);
        fetchScores(packed.width, walk.scores, own, scoreCount, score);
        yield;
      }
    }
    return true;
  } finally {
    walk.release();
  }
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
  const { wide, width, lists } = packed;
  const treeWords = lists.reduce((most, { words }) => Math.max(most, words.length), 0);
  if ("thresholds" in packed) {
    const { thresholds, features } = packed;
    const walk = leaseRanksRoom({ wide, treeWords, thresholds, features: features.length, width });
    return walk && { walk, putBlock: (rows, from, count) => putRanks(walk, packed, rows, from, count) };
  }
  const walk = leaseWalkRoom({ wide, treeWords, columns: packed.columnCount, width });
  return walk && { walk, putBlock: (rows, from, count) => putBlock(walk, packed, rows, from, count) };
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
