import { leaseWalkRoom, WALK_ROWS, type WalkRoom } from "@cambium/kernels";
import type { EncodedRows } from "../tree/route-row.ts";
import type { PackedTrees } from "./pack-trees.ts";

/**
 * Adds to the scores of rows `start` to `end` - 1 the leaves of all trees, in their order; false where the host has no memory
 * for it, and nothing was added. `scores` begins with row `start`.
 */
export function walkRows(
  packed: PackedTrees,
  rows: EncodedRows,
  scores: Float64Array,
  start: number,
  end: number,
): boolean {
  const { wide, width, columnCount, lists } = packed;
  const treeWords = lists.reduce((most, { words }) => Math.max(most, words.length), 0);
  const room = leaseWalkRoom({ wide, treeWords, columns: columnCount, width });
  if (room === null) return false;
  try {
    for (const { words, count } of lists) {
      room.putTrees(words, count);
      for (let from = start; from < end; from += WALK_ROWS) {
        const few = Math.min(WALK_ROWS, end - from);
        putBlock(room, packed, rows, from, few);
        const at = (from - start) * width;
        room.scores.set(scores.subarray(at, at + few * width));
        room.walk(few);
        scores.set(room.scores.subarray(0, few * width), at);
      }
    }
    return true;
  } finally {
    room.release();
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
