import { leaseWalkRoom, leaseWalkTeam, type Pacer, WALK_ROWS, type WalkedBlock, type WalkRoom } from "@cambium/kernels";
import type { EncodedRows } from "../tree/route-row.ts";
import { type Threads, threadsWorth } from "../util/threads-option.ts";
import type { Turns } from "../util/turns.ts";
import type { PackedTrees } from "./packed-trees.ts";

/** Milliseconds a row and tree. */
const PER_WALK = 3.3e-6;

/** Rows that are to go down trees, and their scores, row after row. */
interface Walk {
  readonly packed: PackedTrees;
  readonly rows: EncodedRows;
  readonly scores: Float64Array;
}

/**
 * Adds to the scores of all rows the leaves of all trees, in their order; false where the host has no memory for it, and nothing was
 * added.
 */
export function* walkRows(packed: PackedTrees, rows: EncodedRows, scores: Float64Array): Turns<boolean> {
  const work = { packed, rows, scores };
  const blocks = Math.ceil(rows.rowCount / WALK_ROWS);
  if (yield (threads, pacer) => walkOnThreads(work, blocks, threads, pacer)) return true;
  const room = leaseWalkRoom(packed, blocks);
  if (room === null) return false;
  try {
    for (const count of walkInSteps(work, room)) {
      for (let block = 0; block * WALK_ROWS < count; block++) {
        room.walk(block, Math.min(WALK_ROWS, count - block * WALK_ROWS));
        yield;
      }
      yield;
    }
    return true;
  } finally {
    room.release();
  }
}

/** The same on several threads; false where there is only the caller's, or more are not worth it. */
async function walkOnThreads(work: Walk, blocks: number, threads: Threads, pacer: Pacer): Promise<boolean> {
  const { packed, rows } = work;
  const trees = packed.lists.reduce((sum, { count }) => sum + count, 0);
  const worth = threads === "auto" ? threadsWorth(PER_WALK * trees * rows.rowCount, blocks) : threads;
  const useful = Math.min(worth, blocks);
  const room = useful > 1 ? await leaseWalkTeam(packed, blocks, useful) : null;
  if (room === null) return false;
  try {
    for (const count of walkInSteps(work, room)) {
      if (count > 0) await room.walkAll(count, pacer);
      else if (pacer.due()) await pacer.pause();
    }
    return true;
  } finally {
    room.release();
  }
}

/**
 * Fills the blocks of the room, and takes the scores from them, until all rows are done. In between it yields, for each list of trees, how many
 * rows are to be walked, in the first blocks; or 0, where others may have their turn.
 */
function* walkInSteps(work: Walk, room: WalkRoom): Generator<number> {
  const { rowCount } = work.rows;
  const atOnce = room.blocks.length * WALK_ROWS;
  for (let start = 0; start < rowCount; start += atOnce) {
    const count = Math.min(atOnce, rowCount - start);
    for (let block = 0; block * WALK_ROWS < count; block++) {
      fillBlock(work, room.blocks[block], start + block * WALK_ROWS);
      yield 0;
    }
    for (const [index, list] of work.packed.lists.entries()) {
      room.putTrees(list, index === 0);
      yield count;
    }
    for (let block = 0; block * WALK_ROWS < count; block++) {
      takeScores(work, room.blocks[block], start + block * WALK_ROWS);
      yield 0;
    }
  }
}

function fillBlock({ packed, rows, scores }: Walk, block: WalkedBlock, from: number): void {
  for (const [place, { feature, codes }] of packed.columns.entries()) {
    const values = rows.columns[feature].subarray(from, from + WALK_ROWS);
    if (codes === 0) block.given[place].set(values);
    else putCodes(values, block.given[place], codes);
  }
  const turns = scoresInTurn(packed);
  const some = scores.subarray(from * packed.scoreCount, (from + WALK_ROWS) * packed.scoreCount);
  for (let score = 0, next = 0; score < turns; score++, next = score * WALK_ROWS) {
    for (let at = score; at < some.length; at += turns) block.scores[next++] = some[at];
  }
}

/** In a block scores that take turns stand score after score, others row after row. */
function scoresInTurn({ width, scoreCount }: PackedTrees): number {
  return width === scoreCount ? 1 : scoreCount;
}

/** Codes count from 1, and 0 is missing. All places are written: a code that no tree knows would be looked for outside of its list. */
function putCodes(codes: ArrayLike<number>, into: Float64Array | Float32Array | Int32Array, most: number): void {
  const size = into.length / WALK_ROWS;
  into.fill(0);
  for (let row = 0; row < codes.length; row++) into[size * row] = Math.min(codes[row], most) + 1;
}

function takeScores({ packed, scores }: Walk, block: WalkedBlock, from: number): void {
  const turns = scoresInTurn(packed);
  const some = scores.subarray(from * packed.scoreCount, (from + WALK_ROWS) * packed.scoreCount);
  for (let score = 0, next = 0; score < turns; score++, next = score * WALK_ROWS) {
    for (let at = score; at < some.length; at += turns) some[at] = block.scores[next++];
  }
}
