import type { Arena } from "./arena.ts";
import type { BinLimits } from "./bin-scans.ts";
import { type BinnedShape, layoutOf } from "./binned-layout.ts";
import type { BinnedRoom } from "./binned-room.ts";
import { LeafColumn, LeafSlot, LeafWord } from "./generated/leaf-layout.ts";
import { NodeWord } from "./generated/room-layout.ts";
import { TaskKind } from "./generated/tasks-layout.ts";
import type { StepRules } from "./newton-gain.ts";
import type { Pacer } from "./pacer.ts";
import type { Team } from "./team.ts";

/** A tree that is to grow from its root. */
export interface LeafTree {
  readonly rows: number;
  readonly gradients: number;
  readonly hessians: number;
  /** Of the root. Those behind it are for the other nodes. */
  readonly histogram: number;
  readonly limits: BinLimits;
  /** Of the values of all leaves. */
  readonly bounds: Pick<StepRules, "lower" | "upper">;
  readonly maxLeaves: number;
  /** Whether all cuts can be made, so that their order does not matter. */
  readonly anyOrder: boolean;
  readonly maxDepth: number;
  /** Of a node that may be cut. */
  readonly leastRows: number;
  readonly minGain: number;
  /** What gains are divided by. */
  readonly gainUnit: number;
  /** Of the root; those of children follow from it. */
  readonly path: number;
  /** What chance decides, if anything. */
  readonly draw: LeafDraw | null;
}

/** Random states, as whole numbers below 2^32, and what they choose from. */
export interface LeafDraw {
  /** Behind the tree's key and the purpose. */
  readonly nodeKey: number;
  readonly tieKey: number;
  /** That the tree may use; null: all. */
  readonly features: readonly number[] | null;
  /** How many of them a node is searched by. */
  readonly perNode: number;
}

/** A node of a tree that has grown: a run of rows, and the cut that parts them. */
export interface LeafNode {
  readonly start: number;
  readonly end: number;
  /** 0 in a leaf; its children stand side by side. */
  readonly firstChild: number;
  readonly feature: number;
  /** The last bin on the left. */
  readonly bin: number;
  readonly gain: number;
  readonly missingChild: number;
  /** Whether all rows that have a value go left. */
  readonly takesPresent: boolean;
}

/** Leaves of a tree at the most. */
const MOST_LEAVES = 512;

/**
 * Rows that the caller's thread parts before it looks up, and those of a tree at the most, since a cut is made in one go: both take some
 * milliseconds. Turns half or twice as long cost a fit of seven classes a twentieth more.
 */
const LIMITS = { wasm: { turn: 2 ** 18, rows: 2 ** 19 }, twin: { turn: 2 ** 15, rows: 2 ** 15 } } as const;

/** Blocks that one thread leaves when it parts a node. */
const UNSETTLED = 4;

/** Room in an arena for a tree on the bins of a room that one thread grows whole. Of numbers only, without limits on rows. */
export class LeafRoom {
  readonly #job: Uint32Array;
  readonly #gains: Float64Array;
  readonly #nodes: Float64Array;
  readonly #free: Uint32Array;
  readonly #ofTree: Uint8Array;
  readonly #limits: (typeof LIMITS)[keyof typeof LIMITS];

  constructor(
    arena: Arena,
    private readonly team: Team,
    private readonly room: BinnedRoom,
    private readonly shape: BinnedShape,
  ) {
    const { binCounts, bundles = [] } = shape;
    this.#limits = LIMITS[arena.engine];
    this.#gains = arena.float64(Math.ceil(LeafWord.size / 2));
    const { buffer, byteOffset } = this.#gains;
    this.#job = new Uint32Array(buffer, byteOffset, LeafWord.size);
    this.#nodes = arena.float64(LeafSlot.size * nodesOf(MOST_LEAVES));
    this.#free = arena.uint32(shape.histograms);
    const columns = arena.uint32(LeafColumn.size * binCounts.length);
    const bins = arena.uint8(codesOf(bundles));
    this.#job[LeafWord.room] = room.place;
    this.#job[LeafWord.cut] = arena.uint32(NodeWord.size).byteOffset;
    this.#job[LeafWord.scan] = room.scans.placeOf(0);
    this.#job[LeafWord.nodes] = this.#nodes.byteOffset;
    this.#job[LeafWord.queue] = arena.uint32(MOST_LEAVES).byteOffset;
    this.#job[LeafWord.free] = this.#free.byteOffset;
    this.#job[LeafWord.columns] = columns.byteOffset;
    this.#job[LeafWord.features] = binCounts.length;
    this.#job[LeafWord.sides] = arena.uint8(room.sidesBytes).byteOffset;
    this.#ofTree = arena.uint8(binCounts.length);
    this.#job[LeafWord.ofTree] = this.#ofTree.byteOffset;
    this.#job[LeafWord.ofNode] = arena.uint8(binCounts.length).byteOffset;
    this.#job[LeafWord.draws] = arena.uint32(binCounts.length).byteOffset;
    this.#job[LeafWord.unsettled] = arena.uint32(UNSETTLED).byteOffset;
    let next = 0;
    for (const [feature, binCount] of binCounts.entries()) {
      const { binAt, bins: ofCodes } = room.columnOf(feature);
      const column = LeafColumn.size * feature;
      columns[column + LeafColumn.binAt] = binAt;
      columns[column + LeafColumn.codes] = ofCodes?.length ?? binCount + 1;
      columns[column + LeafColumn.bins] = ofCodes === null ? 0 : bins.byteOffset + next;
      columns[column + LeafColumn.missing] = binCount;
      bins.set(ofCodes ?? [], next);
      next += ofCodes?.length ?? 0;
    }
  }

  static byteLengths(shape: BinnedShape): number[] {
    const { binCounts, histograms, bundles = [] } = shape;
    return [
      ...[8 * Math.ceil(LeafWord.size / 2), 8 * LeafSlot.size * nodesOf(MOST_LEAVES), 4 * histograms],
      ...[4 * LeafColumn.size * binCounts.length, codesOf(bundles), 4 * NodeWord.size, 4 * MOST_LEAVES],
      ...[layoutOf(shape).sides, binCounts.length, binCounts.length, 4 * binCounts.length, 4 * UNSETTLED],
    ];
  }

  /** Whether a tree of so many leaves, and so many rows, can grow here: with a histogram for each cut, and before others wait too long. */
  hasRoomFor(leaves: number, rows: number): boolean {
    return rows <= this.#limits.rows && leaves <= MOST_LEAVES && leaves < this.shape.histograms;
  }

  /** Grows a tree whose root is summed, on whichever thread is free, and gives its nodes: children stand behind their parents. */
  async grow(tree: LeafTree, pacer: Pacer): Promise<LeafNode[]> {
    this.#begin(tree);
    const { byteOffset } = this.#job;
    while (this.#job[LeafWord.isDone] === 0) {
      await this.team.run(1, () => this.team.set(TaskKind.growLeaves, byteOffset, 0, this.#limits.turn), pacer);
    }
    return Array.from({ length: this.#job[LeafWord.nodeCount] }, (_, node) => this.#read(node));
  }

  #begin({ rows, gradients, hessians, histogram, limits, bounds, ...tree }: LeafTree): void {
    const { room } = this;
    const sums = room.placeOf(histogram);
    room.scans.set(0, { histogram, start: 0, rows, gradients, hessians, ...bounds }, limits, sums, 0);
    this.#nodes[LeafSlot.from] = 0;
    this.#nodes[LeafSlot.to] = rows;
    this.#nodes[LeafSlot.sums] = sums;
    this.#nodes[LeafSlot.depth] = 0;
    this.#nodes[LeafSlot.gradients] = gradients;
    this.#nodes[LeafSlot.hessians] = hessians;
    this.#nodes[LeafSlot.firstChild] = 0;
    this.#nodes[LeafSlot.path] = tree.path;
    // The first of them is the last in the list, and taken first.
    const spare = this.shape.histograms - 1 - histogram;
    for (let i = 0; i < spare; i++) this.#free[i] = room.placeOf(this.shape.histograms - 1 - i);
    const job = this.#job;
    job[LeafWord.nodeCount] = 0;
    job[LeafWord.queued] = 0;
    job[LeafWord.freeCount] = spare;
    job[LeafWord.anyOrder] = tree.anyOrder ? 1 : 0;
    job[LeafWord.cutsLeft] = tree.maxLeaves - 1;
    job[LeafWord.maxDepth] = Math.min(tree.maxDepth, 2 ** 32 - 1);
    job[LeafWord.leastRows] = Math.min(tree.leastRows, 2 ** 32 - 1);
    job[LeafWord.isDone] = 0;
    this.#gains[LeafWord.minGain / 2] = tree.minGain;
    this.#gains[LeafWord.gainUnit / 2] = tree.gainUnit;
    this.#setDraw(tree.draw);
  }

  #setDraw(draw: LeafDraw | null): void {
    const { length: all } = this.#ofTree;
    const features = draw?.features ?? null;
    if (features === null) this.#ofTree.fill(1);
    else {
      this.#ofTree.fill(0);
      for (const feature of features) this.#ofTree[feature] = 1;
    }
    this.#job[LeafWord.treeFeatures] = features?.length ?? all;
    this.#job[LeafWord.perNode] = Math.min(draw?.perNode ?? all, all);
    this.#job[LeafWord.drawKey] = draw?.nodeKey ?? 0;
    this.#gains[LeafWord.tieKey / 2] = draw?.tieKey ?? -1;
  }

  #read(node: number): LeafNode {
    const at = node * LeafSlot.size;
    const nodes = this.#nodes;
    return {
      start: nodes[at + LeafSlot.from],
      end: nodes[at + LeafSlot.to],
      firstChild: nodes[at + LeafSlot.firstChild],
      feature: nodes[at + LeafSlot.feature],
      bin: nodes[at + LeafSlot.bin],
      gain: nodes[at + LeafSlot.gain],
      missingChild: nodes[at + LeafSlot.missingChild],
      takesPresent: nodes[at + LeafSlot.takesPresent] !== 0,
    };
  }
}

function nodesOf(leaves: number): number {
  return 2 * leaves - 1;
}

function codesOf(bundles: NonNullable<BinnedShape["bundles"]>): number {
  let codes = 0;
  for (const { bins } of bundles) for (const of of bins) codes += of.length;
  return codes;
}
