import type { Arena } from "../arena/arena.ts";
import { arenaBytes } from "../arena/arena-bytes.ts";
import { leaseArenaNow } from "../arena/lease-arena.ts";
import type { Team } from "../arena/team.ts";
import { RANKED_ROWS } from "../generated/ranks-layout.ts";
import { NotedCalls, notedCallsBytes, type WalkLoops } from "./noted-calls.ts";
import { partsOf, RANK_COLUMN_BYTES, rankedRowBytes } from "./threshold-list.ts";
import { givenColumns } from "./walk-room.ts";
import { WALK_ROWS } from "./write-threshold.ts";

/** What a walk of ranks has to have room for. */
export interface RanksShape {
  /** Whether numbers take eight bytes. */
  readonly wide: boolean;
  /** Of the largest list of trees. */
  readonly treeWords: number;
  /** The lists of all features' thresholds. */
  readonly thresholds: Int32Array;
  readonly features: number;
  /** Scores a row. */
  readonly width: number;
}

/**
 * The memory in which blocks of rows become ranks, and go down trees.
 *
 * Life cycle
 * 1. `leaseRanksRoom` gives one, or null where the host has no such memory, or no kernels that can be had without waiting.
 * 2. `putTrees` brings a list of trees; for every block of rows `begin`, then `putNumbers` for each feature, and into `scores` what
 *    the rows have so far. `walk` adds the leaves.
 * 3. `release`, in a `finally`.
 */
export class RanksRoom {
  /** Of the rows of a block, row after row. */
  readonly scores: Float64Array;
  readonly #arena: Arena;
  readonly #wide: number;
  readonly #width: number;
  readonly #features: number;
  /** Shared by the rooms of a team, as are the thresholds and exits. */
  readonly #trees: { readonly words: Int32Array; count: number };
  readonly #thresholds: Int32Array;
  readonly #loops: WalkLoops;
  readonly #noted: NotedCalls | null;
  /** Those in which missing values are less than all; behind them those in which they are more. */
  readonly #columns: Uint8Array;
  readonly #ranks: Uint8Array;
  /** Numbers of a feature as they come, and then as integers: of all features where that is done later, else of one. */
  readonly #given: readonly (Float64Array | Float32Array)[];
  readonly #starts: Uint32Array;
  readonly #exits: Uint8Array;
  readonly #places: Uint8Array;
  #missing = 0;
  /** Features of the block that have come. */
  #come = 0;

  /** `inTeam`: the first of a team's rooms, or one that shares the trees of the first. Default: a room of its own. */
  constructor(
    arena: Arena,
    { wide, treeWords, thresholds, features, width }: RanksShape,
    inTeam: RanksRoom | "first" | null = null,
  ) {
    const first = inTeam instanceof RanksRoom ? inTeam : null;
    this.#arena = arena;
    this.#noted = inTeam && new NotedCalls(arena, mostCalls(features));
    this.#loops = this.#noted ?? arena.loops;
    this.#wide = Number(wide);
    this.#width = width;
    this.#features = features;
    this.#trees = first ? first.#trees : { words: arena.int32(treeWords), count: 0 };
    this.#thresholds = first ? first.#thresholds : arena.int32(thresholds.length);
    if (first === null) this.#thresholds.set(thresholds);
    this.#columns = arena.uint8(2 * features * RANK_COLUMN_BYTES);
    this.#ranks = arena.uint8(WALK_ROWS * rankedRowBytes(features));
    this.scores = arena.float64(WALK_ROWS * width);
    this.#given = givenColumns(arena, wide, inTeam ? features : 1);
    this.#starts = arena.uint32(WALK_ROWS);
    this.#exits = first ? first.#exits : arena.uint8(EXITS);
    this.#places = arena.uint8(4 * RANKED_ROWS);
    for (let answers = 0; answers < EXITS; answers++) this.#exits[answers] = exitOf(answers);
  }

  putTrees(words: Int32Array, count: number): void {
    this.#trees.words.set(words);
    this.#trees.count = count;
  }

  /** The rows of another block follow. */
  begin(): void {
    this.#missing = 0;
    this.#come = 0;
  }

  /**
   * The numbers of a feature for rows `from` to `from + count - 1`; `list` is the word where its `thresholds` begin. With `last` it
   * also has the column in which missing values are more than all.
   */
  putNumbers(
    values: Float64Array | Float32Array,
    from: number,
    count: number,
    { place, list, thresholds, last }: RankedColumn,
  ): void {
    const given = this.#given[this.#come++ % this.#given.length];
    const rows = upToLots(count);
    given.set(values.subarray(from, from + count));
    given.fill(0, count, rows);
    const loops = this.#loops;
    const keys = given.byteOffset;
    const column = this.#columns.byteOffset + place * RANK_COLUMN_BYTES;
    loops.orderNumbers(this.#wide, keys, keys, rows, 0);
    this.#missing |= loops.rankNumbers(
      this.#wide,
      this.#thresholds.byteOffset + 4 * list,
      partsOf(thresholds),
      rows,
      keys,
      this.#starts.byteOffset,
      column,
      this.#ranks.byteOffset + place,
      rankedRowBytes(this.#features),
    );
    if (last) loops.lowerRanks(column, column + this.#features * RANK_COLUMN_BYTES, rows);
  }

  /** Adds to the scores of the first rows the leaves of the trees, in the order of the trees. */
  walk(rows: number): void {
    this.#loops.walkRanks(
      this.#trees.words.byteOffset,
      this.#trees.count,
      this.#missing,
      this.#columns.byteOffset,
      this.#ranks.byteOffset,
      rankedRowBytes(this.#features),
      upToLots(rows),
      this.#width,
      this.#exits.byteOffset,
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
}

/** A feature whose numbers become ranks. */
export interface RankedColumn {
  /** Its place in a row. */
  readonly place: number;
  /** The word where the list of its thresholds begins, and how many there are. */
  readonly list: number;
  readonly thresholds: number;
  /** Whether a column is needed in which missing values are more than all. */
  readonly last: boolean;
}

/** As many answers as seven nodes give, from the second bit on. */
const EXITS = 256;

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

/** Of a block: each feature is ordered, ranked, and may have its ranks lowered. */
function mostCalls(features: number): number {
  return 3 * features + 1;
}

export function ranksTreeBytes({ treeWords, thresholds }: RanksShape): number[] {
  return [4 * treeWords, 4 * thresholds.length, EXITS];
}

/** Of a room besides its trees, with places for so many features as they come. */
export function ranksBlockBytes({ features, width }: RanksShape, given: number): number[] {
  return [
    2 * features * RANK_COLUMN_BYTES,
    WALK_ROWS * rankedRowBytes(features),
    8 * WALK_ROWS * width,
    8 * WALK_ROWS * given,
    4 * WALK_ROWS,
    4 * RANKED_ROWS,
    notedCallsBytes(mostCalls(features)),
  ];
}

export function leaseRanksRoom(shape: RanksShape): RanksRoom | null {
  const arena = leaseArenaNow(arenaBytes([...ranksTreeBytes(shape), ...ranksBlockBytes(shape, 1)]));
  return arena === null ? null : new RanksRoom(arena, shape);
}
