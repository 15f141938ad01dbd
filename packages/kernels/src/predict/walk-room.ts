import type { Arena } from "../arena/arena.ts";
import { arenaBytes } from "../arena/arena-bytes.ts";
import { leaseArenaNow, leaseSharedArena } from "../arena/lease-arena.ts";
import { Team } from "../arena/team.ts";
import type { PredictLoops } from "../generated/predict-loops.ts";
import { NO_COLUMN, WALK_ROWS, Walk, WalkBlock, WalkColumn } from "../generated/walk-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { predictKernels } from "./predict-kernels.ts";
import { partsOf, rankedRowBytes } from "./thresholds.ts";

/** A feature that some tree asks for. All offsets are in bytes, from the columns of a block. */
export interface WalkedColumn {
  readonly feature: number;
  /** Where its numbers or codes are given. */
  given: number;
  /** The column in which missing values are less than all others, and the one in which they are more; -1 where no tree asks for it. */
  first: number;
  last: number;
  /** Of categories: codes from here on are all alike, since no tree tells them apart; 0 for numbers. */
  codes: number;
  /** Where the list of its thresholds begins, in bytes, and how many there are, if trees compare ranks. */
  list: number;
  thresholds: number;
}

/** What a walk has to have room for. */
export interface WalkShape {
  /** Whether numbers take eight bytes. */
  readonly wide: boolean;
  readonly columns: readonly WalkedColumn[];
  /** Of all columns of a block. */
  readonly columnBytes: number;
  /** The lists of all features' thresholds if trees compare ranks, else null. */
  readonly thresholds: Int32Array | null;
  /** Scores of a row, and how many of them each leaf adds to: all, or one. */
  readonly scoreCount: number;
  readonly width: number;
  readonly lists: readonly WalkedList[];
}

/** Trees that stay in a processor's cache. */
export interface WalkedList {
  readonly words: Int32Array;
  readonly count: number;
  /** The score that they add to, or the first of several. */
  readonly score: number;
}

/** The rows of a block, and their scores: row after row if a leaf adds to all of them, else score after score. */
export interface WalkedBlock {
  /** Offset of its record. */
  readonly at: number;
  readonly scores: Float64Array;
  /** By column: where its numbers or, as integers, its codes are given. */
  readonly given: readonly (Float64Array | Float32Array | Int32Array)[];
}

/** What the blocks of a walk may take: more of them than threads only up to that. */
const MOST_BLOCK_BYTES = 2 ** 26;

/** So many blocks a thread: all of them are filled by the caller's thread, and the last one is waited for. */
const BLOCKS_A_THREAD = 16;

/** The kind of its tasks: the module has no other. */
const WALK = 0;

/** As many answers as seven nodes give, from the second bit on. */
const EXITS = 256;

/**
 * The memory in which blocks of rows go down trees, on one thread or on several.
 *
 * Life cycle
 * 1. `leaseWalkRoom` or `leaseWalkTeam` gives one, or null where the host has no such memory, no kernels or no threads.
 * 2. `given` and `scores` of some blocks are filled. Then for each list of trees `putTrees`, and `walk` for each of the blocks or `walkAll` for
 *    all of them. After that their scores have the leaves.
 * 3. `release`, in a `finally`.
 */
export class WalkRoom {
  readonly blocks: readonly WalkedBlock[];
  readonly #arena: Arena<PredictLoops>;
  readonly #team: Team | null;
  readonly #walk: Uint32Array;
  readonly #trees: Int32Array;

  constructor(arena: Arena<PredictLoops>, shape: WalkShape, count: number, isTeam: boolean) {
    const { wide, columns, thresholds, lists, width } = shape;
    this.#arena = arena;
    this.#team = isTeam ? arena.team() : null;
    this.#walk = arena.uint32(Walk.size);
    this.#trees = arena.int32(mostWords(lists));
    const numbers = columns.filter(({ codes }) => codes === 0);
    const records = arena.uint32(WalkColumn.size * numbers.length);
    for (const [place, column] of numbers.entries()) putColumn(records, place * WalkColumn.size, column);
    this.#walk[Walk.wide] = Number(wide);
    this.#walk[Walk.columns] = records.byteOffset;
    this.#walk[Walk.columnCount] = numbers.length;
    this.#walk[Walk.trees] = this.#trees.byteOffset;
    this.#walk[Walk.width] = width;
    if (thresholds !== null) {
      const lists = arena.int32(thresholds.length);
      const exits = arena.uint8(EXITS);
      lists.set(thresholds);
      for (let answers = 0; answers < EXITS; answers++) exits[answers] = exitOf(answers);
      this.#walk[Walk.thresholds] = lists.byteOffset;
      this.#walk[Walk.exits] = exits.byteOffset;
      this.#walk[Walk.rowBytes] = rankedRowBytes(columns.length);
    }
    this.blocks = Array.from({ length: count }, () => this.#blockOf(shape));
  }

  #blockOf({ wide, columns, columnBytes, thresholds, scoreCount }: WalkShape): WalkedBlock {
    const record = this.#arena.uint32(WalkBlock.size);
    const bytes = this.#arena.uint8(columnBytes, "anything");
    const ranks = this.#arena.uint8(thresholds === null ? 0 : WALK_ROWS * rankedRowBytes(columns.length), "anything");
    const scores = this.#arena.float64(WALK_ROWS * scoreCount, "anything");
    record[WalkBlock.walk] = this.#walk.byteOffset;
    record[WalkBlock.columns] = bytes.byteOffset;
    record[WalkBlock.ranks] = ranks.byteOffset;
    record[WalkBlock.scores] = scores.byteOffset;
    record[WalkBlock.scratch] = this.#arena.uint32(WALK_ROWS, "anything").byteOffset;
    const given = columns.map(({ codes, given }) => {
      const at = bytes.byteOffset + given;
      if (codes > 0) return new Int32Array(bytes.buffer, at, (wide ? 2 : 1) * WALK_ROWS);
      return wide ? new Float64Array(bytes.buffer, at, WALK_ROWS) : new Float32Array(bytes.buffer, at, WALK_ROWS);
    });
    return { at: record.byteOffset, scores, given };
  }

  /** The trees of a list; `isFirst`: of the first since the blocks were filled. */
  putTrees({ words, count, score }: WalkedList, isFirst: boolean): void {
    this.#trees.set(words);
    this.#walk[Walk.treeCount] = count;
    this.#walk[Walk.firstScore] = 8 * WALK_ROWS * score;
    this.#walk[Walk.isFirst] = Number(isFirst);
  }

  /** Adds to the scores of the first rows of a block the leaves of the trees, in the order of the trees. */
  walk(block: number, rows: number): void {
    this.#arena.loops.walkTrees(this.blocks[block].at, upToLots(rows));
  }

  /** The same for so many rows in all blocks, on all threads. Rejects with the signal's reason, or with the error of a worker that failed. */
  async walkAll(rows: number, pacer: Pacer): Promise<void> {
    const team = this.#team;
    const setTask = (block: number) => {
      const few = Math.min(WALK_ROWS, rows - block * WALK_ROWS);
      team?.set(WALK, this.blocks[block].at, 0, upToLots(few));
    };
    await team?.run(Math.ceil(rows / WALK_ROWS), setTask, pacer);
  }

  release(): void {
    this.#arena.release();
  }
}

function putColumn(records: Uint32Array, at: number, { given, first, last, list, thresholds }: WalkedColumn): void {
  records[at + WalkColumn.given] = given;
  records[at + WalkColumn.first] = first < 0 ? NO_COLUMN : first;
  records[at + WalkColumn.last] = last < 0 ? NO_COLUMN : last;
  records[at + WalkColumn.list] = list;
  records[at + WalkColumn.parts] = partsOf(thresholds);
}

/** Where seven answers lead, one a bit: places 8 to 15 of a heap. */
function exitOf(answers: number): number {
  let node = 1;
  while (node < 8) node = 2 * node + ((answers >> node) & 1);
  return node;
}

/** Rows are walked by 32: there is room for as many, and what becomes of the last is not read. */
function upToLots(rows: number): number {
  return (rows + 31) & ~31;
}

function mostWords(lists: readonly WalkedList[]): number {
  return lists.reduce((most, { words }) => Math.max(most, words.length), 0);
}

/** A room on the caller's thread for so many blocks, or fewer. Where there are several lists of trees, several blocks are walked by each of them. */
export function leaseWalkRoom(shape: WalkShape, blocks: number): WalkRoom | null {
  const count = shape.lists.length === 1 ? 1 : blocksAtOnce(shape, blocks, 1);
  const arena = leaseArenaNow(predictKernels, bytesOf(shape, count));
  return arena && new WalkRoom(arena, shape, count, false);
}

/** The same on several threads. */
export async function leaseWalkTeam(shape: WalkShape, blocks: number, threads: number): Promise<WalkRoom | null> {
  const count = blocksAtOnce(shape, blocks, threads);
  const bytes = bytesOf(shape, count) + arenaBytes([4 * Team.words]);
  const { arena } = await leaseSharedArena(predictKernels, bytes, threads);
  return arena && new WalkRoom(arena, shape, count, true);
}

function blocksAtOnce(shape: WalkShape, blocks: number, threads: number): number {
  const atOnce = Math.min(BLOCKS_A_THREAD * threads, Math.floor(MOST_BLOCK_BYTES / bytesOfBlock(shape)));
  return Math.min(blocks, Math.max(threads, atOnce));
}

function bytesOf(shape: WalkShape, blocks: number): number {
  const { columns, thresholds, lists } = shape;
  const ofRanks = thresholds === null ? [] : [4 * thresholds.length, EXITS];
  const ofTrees = [4 * Walk.size, 4 * mostWords(lists), 4 * WalkColumn.size * columns.length, ...ofRanks];
  return arenaBytes(ofTrees) + blocks * bytesOfBlock(shape);
}

function bytesOfBlock({ columns, columnBytes, thresholds, scoreCount }: WalkShape): number {
  const ranks = thresholds === null ? 0 : WALK_ROWS * rankedRowBytes(columns.length);
  return arenaBytes([4 * WalkBlock.size, columnBytes, ranks, 8 * WALK_ROWS * scoreCount, 4 * WALK_ROWS]);
}
