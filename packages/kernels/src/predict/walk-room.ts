import type { Arena } from "../arena/arena.ts";
import { arenaBytes } from "../arena/arena-bytes.ts";
import { leaseArenaNow } from "../arena/lease-arena.ts";
import type { Team } from "../arena/team.ts";
import { WALK_FEW_ROWS } from "../generated/walk-layout.ts";
import { NotedCalls, notedCallsBytes, type WalkLoops } from "./noted-calls.ts";
import { WALK_ROWS, walkColumnBytes } from "./write-threshold.ts";

/** What a walk has to have room for. */
export interface WalkShape {
  /** Whether numbers take eight bytes. */
  readonly wide: boolean;
  /** Of the largest list of trees. */
  readonly treeWords: number;
  readonly columns: number;
  /** Scores a row. */
  readonly width: number;
}

/**
 * The memory in which blocks of rows go down trees.
 *
 * Life cycle
 * 1. `leaseWalkRoom` gives one, or null where the host has no such memory, or no kernels that can be had without waiting.
 * 2. `putTrees` brings a list of trees; for every block of rows `putNumbers` or `codes` fill each column, and `scores` what the
 *    rows have so far. `walk` adds the leaves.
 * 3. `release`, in a `finally`.
 */
export class WalkRoom {
  /** Of the rows of a block, row after row. */
  readonly scores: Float64Array;
  readonly #arena: Arena;
  readonly #wide: number;
  /** Shared by the rooms of a team. */
  readonly #trees: { readonly words: Int32Array; count: number };
  readonly #loops: WalkLoops;
  readonly #noted: NotedCalls | null;
  readonly #block: Uint8Array;
  readonly #columnBytes: number;
  /** Columns as they come, before their numbers are turned into integers: all of them where that is done later, else one. */
  readonly #given: readonly (Float64Array | Float32Array)[];
  readonly #places: Uint32Array;
  readonly #width: number;
  /** Features of the block that have come. */
  #come = 0;

  /** `inTeam`: the first of a team's rooms, or one that shares the trees of the first. Default: a room of its own. */
  constructor(arena: Arena, { wide, treeWords, columns, width }: WalkShape, inTeam: WalkRoom | "first" | null = null) {
    this.#arena = arena;
    this.#noted = inTeam && new NotedCalls(arena, mostCalls(columns));
    this.#loops = this.#noted ?? arena.loops;
    this.#wide = Number(wide);
    this.#width = width;
    this.#columnBytes = walkColumnBytes(wide);
    this.#trees = inTeam instanceof WalkRoom ? inTeam.#trees : { words: arena.int32(treeWords), count: 0 };
    this.#block = arena.uint8(columns * this.#columnBytes);
    this.scores = arena.float64(WALK_ROWS * width);
    this.#given = givenColumns(arena, wide, inTeam ? columns : 1);
    this.#places = arena.uint32(WALK_FEW_ROWS);
  }

  putTrees(words: Int32Array, count: number): void {
    this.#trees.words.set(words);
    this.#trees.count = count;
  }

  /**
   * The numbers of a feature for rows 0 to `count` - 1, into the columns that have missing values first, and last; -1 is none.
   * `from` is where the block begins, and `step` how far one row's number is from the next.
   */
  putNumbers(values: ArrayLike<number>, from: number, step: number, count: number, first: number, last: number): void {
    const given = this.#given[this.#come++ % this.#given.length];
    const rows = upToEight(count);
    if (step === 1 && (values instanceof Float64Array || values instanceof Float32Array)) {
      given.set(values.subarray(from, from + count));
    } else for (let row = 0, at = from; row < count; row++, at += step) given[row] = values[at];
    given.fill(0, count, rows);
    const loops = this.#loops;
    if (first >= 0) loops.orderNumbers(this.#wide, given.byteOffset, this.#columnAt(first), rows, 0);
    if (last >= 0) loops.orderNumbers(this.#wide, given.byteOffset, this.#columnAt(last), rows, 1);
  }

  /** The codes of a feature on categories, from 0, or -1 where it is missing; those above `most` as if they were that. */
  putCodes(codes: ArrayLike<number>, from: number, count: number, column: number, most: number): void {
    const words = new Int32Array(this.#block.buffer, this.#columnAt(column), this.#columnBytes / 4);
    const size = this.#wide === 1 ? 2 : 1;
    words.fill(0, 0, size * upToEight(count));
    for (let row = 0; row < count; row++) words[size * row] = Math.min(codes[from + row], most) + 1;
  }

  /** Adds to the scores of the first rows the leaves of the trees, in the order of the trees. */
  walk(rows: number): void {
    this.#come = 0;
    this.#loops.walkTrees(
      this.#wide,
      this.#trees.words.byteOffset,
      this.#trees.count,
      this.#block.byteOffset,
      upToEight(rows),
      this.#width,
      this.scores.byteOffset,
      this.#places.byteOffset,
    );
  }

  /** Makes a task of what was noted. Only in a team. */
  setTask(team: Team): void {
    this.#noted?.setTask(team);
  }

  release(): void {
    this.#arena.release();
  }

  #columnAt(column: number): number {
    return this.#block.byteOffset + column * this.#columnBytes;
  }
}

/** Rows are walked by eights: there is room for as many, and what becomes of the last is not read. */
function upToEight(rows: number): number {
  return (rows + 7) & ~7;
}

/** Of a block: each column may be ordered in two ways. */
function mostCalls(columns: number): number {
  return 2 * columns + 1;
}

/** Places for so many columns as they come. */
export function givenColumns(arena: Arena, wide: boolean, count: number): (Float64Array | Float32Array)[] {
  return Array.from({ length: count }, () => {
    const given = arena.float64(WALK_ROWS, "anything");
    return wide ? given : new Float32Array(given.buffer, given.byteOffset, WALK_ROWS);
  });
}

export function walkTreeBytes({ treeWords }: WalkShape): number[] {
  return [4 * treeWords];
}

/** Of a room besides its trees, with places for so many columns as they come. */
export function walkBlockBytes({ wide, columns, width }: WalkShape, given: number): number[] {
  return [
    columns * walkColumnBytes(wide),
    8 * WALK_ROWS * width,
    8 * WALK_ROWS * given,
    4 * WALK_FEW_ROWS,
    notedCallsBytes(mostCalls(columns)),
  ];
}

export function leaseWalkRoom(shape: WalkShape): WalkRoom | null {
  const arena = leaseArenaNow(arenaBytes([...walkTreeBytes(shape), ...walkBlockBytes(shape, 1)]));
  return arena === null ? null : new WalkRoom(arena, shape);
}
