import type { Arena } from "../arena/arena.ts";
import { loadWord } from "../arena/shared-words.ts";
import type { Team } from "../arena/team.ts";
import { LeafBounds, LeafColumn, LeafSlot, LeafWord, SplitPhase, SplitWord } from "../generated/leaf-layout.ts";
import { BLOCK_ROWS, NodeWord } from "../generated/room-layout.ts";
import { TaskKind } from "../generated/tasks-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { layoutOf, mostSearches, mostSplits } from "./binned-layout.ts";
import type { BinnedRoom } from "./binned-room.ts";
import { GrownLeaves } from "./grown-leaves.ts";
import { LeafLevels } from "./leaf-levels.ts";
import type { LeafDraw, LeafShape, LeafTree } from "./leaf-task.ts";
import { sortBytes } from "./sort-categories.ts";

/** Blocks of rows that the caller's thread does before it looks at the clock: some milliseconds. */
const TURN = 256;

/** A worker stays with a tree until it is grown. */
const NO_END = 2 ** 31;

/** Slots of a share of a search, about: some 10 µs. */
const SHARE = 8192;

/**
 * Rows of a small node, for each slot of a column: in trees of many levels, most of whose nodes are small, and in others, where the
 * histograms for small nodes have left the caches when the next one comes.
 */
const SMALL = { deep: 0.25, shallow: 0.0625 } as const;
/** Levels of a tree that is not deep. */
const SHALLOW = 10;

/** Room in an arena for a tree on the bins of a room, which the kernel grows whole. */
export class LeafRoom {
  readonly #job: Uint32Array;
  readonly #numbers: Float64Array;
  readonly #splits: Uint32Array;
  readonly #nodes: Uint32Array;
  readonly #bounds: Float64Array;
  readonly #free: Uint32Array;
  readonly #ofTree: Uint8Array;
  readonly #targets: Float64Array;
  readonly #sets: Uint32Array;
  readonly #levels: LeafLevels | null;
  /** `LeafWord.mostSmall` of a deep tree. */
  readonly #mostSmall: number;

  constructor(
    private readonly arena: Arena,
    private readonly team: Team,
    private readonly room: BinnedRoom,
    private readonly shape: LeafShape,
  ) {
    const { binCounts, histograms, mostLeaves } = shape;
    const features = binCounts.length;
    const nodes = nodesOf(mostLeaves + mostAhead(shape));
    this.#numbers = arena.float64(LeafWord.size / 2);
    const { buffer, byteOffset } = this.#numbers;
    this.#job = new Uint32Array(buffer, byteOffset, LeafWord.size);
    const count = mostSplits(shape);
    this.#splits = arena.uint32(SplitWord.size * count);
    this.#nodes = arena.uint32(LeafSlot.size * nodes, "anything");
    this.#bounds = arena.float64(shape.isMonotone ? LeafBounds.size * nodes : 0, "anything");
    const queue = arena.uint32(mostLeaves, "anything");
    this.#free = arena.uint32(histograms);
    this.#ofTree = arena.uint8(features);
    this.#targets = arena.float64(shape.hasTargets ? shape.rowCount : 0, "anything");
    this.#sets = arena.uint32(setWords(shape, nodes), "anything");
    const groups = arena.uint8((shape.groups?.length ?? 0) * features);
    shape.groups?.forEach((group, i) => {
      for (const feature of group) groups[i * features + feature] = 1;
    });
    this.#levels = shape.isSymmetric ? new LeafLevels(arena, shape, room.starts) : null;
    const scratch = arena.uint8(shape.threads * scratchBytes(shape));
    this.#mostSmall = mostSmall(shape);
    const job = this.#job;
    job[LeafWord.room] = room.place;
    job[LeafWord.levels] = this.#levels?.place ?? 0;
    job[LeafWord.gainFactors] = room.scans.gainFactors.byteOffset;
    job[LeafWord.splits] = this.#splits.byteOffset;
    job[LeafWord.splitCount] = count;
    job[LeafWord.nodes] = this.#nodes.byteOffset;
    job[LeafWord.bounds] = shape.isMonotone ? this.#bounds.byteOffset : 0;
    job[LeafWord.queue] = queue.byteOffset;
    job[LeafWord.free] = this.#free.byteOffset;
    job[LeafWord.features] = features;
    job[LeafWord.ofTree] = this.#ofTree.byteOffset;
    job[LeafWord.groups] = shape.groups === undefined ? 0 : groups.byteOffset;
    job[LeafWord.groupCount] = shape.groups?.length ?? 0;
    job[LeafWord.histograms] = room.placeOf(0);
    job[LeafWord.counts] = room.countsOf(0);
    job[LeafWord.monotone] = room.scans.monotone.byteOffset;
    job[LeafWord.pairBytes] = room.pairBytes;
    job[LeafWord.scratch] = scratch.byteOffset;
    job[LeafWord.scratchBytes] = scratchBytes(shape);
    job[LeafWord.listAt] = sortingBytes(shape);
    job[LeafWord.listMask] = maskBytes(shape);
    job[LeafWord.perShare] = featuresPerShare(shape);
    this.#laySplits(arena);
    this.#layColumns(arena);
  }

  /** What the nodes of a tree take, with their sets of categories. */
  static nodeBytes(shape: Pick<LeafShape, "mostLeaves" | "sortedBins">): number {
    const nodes = nodesOf(shape.mostLeaves);
    return 4 * (LeafSlot.size * nodes + setWords(shape, nodes));
  }

  static byteLengths(shape: LeafShape): number[] {
    const { binCounts, histograms, mostLeaves, groups = [] } = shape;
    const features = binCounts.length;
    const count = mostSplits(shape);
    const nodes = nodesOf(mostLeaves + mostAhead(shape));
    const perSplit = [
      4 * NodeWord.size,
      layoutOf(shape).sides,
      4 * unsettledOf(shape),
      2 * features,
      4 * features,
      features,
    ];
    return [
      ...[4 * LeafWord.size, 4 * SplitWord.size * count, 4 * LeafSlot.size * nodes],
      ...[shape.isMonotone ? 8 * LeafBounds.size * nodes : 0, 4 * mostLeaves, 4 * histograms, features],
      ...[shape.hasTargets ? 8 * shape.rowCount : 0, 4 * setWords(shape, nodes), groups.length * features],
      ...(shape.isSymmetric ? LeafLevels.byteLengths(shape) : []),
      shape.threads * scratchBytes(shape),
      ...Array.from({ length: count }, () => perSplit).flat(),
      ...[4 * LeafColumn.size * features, codesOf(shape)],
    ];
  }

  #laySplits(arena: Arena): void {
    const { shape, room } = this;
    const features = shape.binCounts.length;
    for (let i = 0; i < mostSplits(shape); i++) {
      const split = this.#splits.subarray(i * SplitWord.size, (i + 1) * SplitWord.size);
      split[SplitWord.cut] = arena.uint32(NodeWord.size).byteOffset;
      split[SplitWord.sides] = arena.uint8(room.sidesBytes).byteOffset;
      split[SplitWord.unsettled] = arena.uint32(unsettledOf(shape)).byteOffset;
      const allowed = arena.uint8(2 * features);
      split[SplitWord.draws] = arena.uint32(features).byteOffset;
      split[SplitWord.level] = arena.uint8(features).byteOffset;
      for (let child = 0; child < 2; child++) {
        split[SplitWord.allowed + child] = allowed.byteOffset + child * features;
        split[SplitWord.scans + child] = room.scans.placeOf(2 * i + child);
        // The root has the first histogram.
        split[SplitWord.spares + child] = room.placeOf(1 + 2 * i + child);
        if (this.#mostSmall > 0) split[SplitWord.blanks + child] = room.blank(1 + 2 * (mostSplits(shape) + i) + child);
      }
    }
  }

  #layColumns(arena: Arena): void {
    const { binCounts } = this.shape;
    const columns = arena.uint32(LeafColumn.size * binCounts.length);
    const bins = arena.uint8(codesOf(this.shape));
    this.#job[LeafWord.columns] = columns.byteOffset;
    let next = 0;
    for (const [feature, binCount] of binCounts.entries()) {
      const { binAt, bins: ofCodes } = this.room.columnOf(feature);
      const column = LeafColumn.size * feature;
      columns[column + LeafColumn.binAt] = binAt;
      columns[column + LeafColumn.codes] = ofCodes?.length ?? binCount + 1;
      columns[column + LeafColumn.bins] = ofCodes === null ? 0 : bins.byteOffset + next;
      columns[column + LeafColumn.missing] = binCount;
      columns[column + LeafColumn.slot] = this.room.starts[feature];
      columns[column + LeafColumn.kind] = this.room.scans.categorical[feature];
      bins.set(ofCodes ?? [], next);
      next += ofCodes?.length ?? 0;
    }
  }

  /** Grows a tree whose root is summed into the first histogram, on all threads. */
  async grow(tree: LeafTree, pacer: Pacer): Promise<GrownLeaves> {
    this.#begin(tree);
    const { buffer, byteOffset } = this.#job;
    const words = new Int32Array(buffer, byteOffset, LeafWord.size);
    const isDone = () => loadWord(words, LeafWord.isDone) !== 0;
    const isShared = this.#job[LeafWord.isShared] !== 0;
    const work = (blocks: number) => this.arena.loops.growLeaves(byteOffset, blocks, 0);
    const job = { work, turn: TURN, stay: NO_END, isShared, isDone };
    await this.team.together(TaskKind.growLeaves, byteOffset, job, pacer);
    return new GrownLeaves(this.#job, this.#nodes, this.shape.isMonotone ? this.#bounds : null);
  }

  #begin(tree: LeafTree): void {
    const { shape, room } = this;
    const root = this.#nodes.fill(0, 0, LeafSlot.size);
    const sums = new Float64Array(root.buffer, root.byteOffset, LeafSlot.size / 2);
    root[LeafSlot.to] = tree.rows;
    root[LeafSlot.sums] = room.placeOf(0);
    root[LeafSlot.path] = tree.path;
    sums[LeafSlot.gradients / 2] = tree.gradients;
    sums[LeafSlot.hessians / 2] = tree.hessians;
    if (shape.isMonotone) {
      this.#bounds[LeafBounds.lower] = Number.NEGATIVE_INFINITY;
      this.#bounds[LeafBounds.upper] = Number.POSITIVE_INFINITY;
      this.#bounds[LeafBounds.gradients] = tree.fineSums[0];
      this.#bounds[LeafBounds.hessians] = tree.fineSums[1];
    }
    const count = mostSplits(shape);
    for (let i = 0; i < count; i++) {
      const at = i * SplitWord.size;
      this.#splits[at + SplitWord.phase] = i === 0 ? SplitPhase.root : SplitPhase.none;
      this.#splits[at + SplitWord.users] = 0;
      this.#splits[at + SplitWord.areLast] = 0;
      this.#splits[at + SplitWord.isLevel] = 0;
      this.#splits[at + SplitWord.firstChild] = 0;
      this.#splits[at + SplitWord.scanCount] = 0;
    }
    // The first of those that are free is the last in the list, and taken first.
    const used = 1 + (this.#mostSmall > 0 ? 4 : 2) * count;
    const free = shape.histograms - used;
    for (let i = 0; i < free; i++) this.#free[i] = room.placeOf(shape.histograms - 1 - i);
    const job = this.#job;
    job[LeafWord.nodeCount] = 1;
    job[LeafWord.queued] = 0;
    job[LeafWord.freeCount] = free;
    job[LeafWord.cutsLeft] = tree.maxLeaves - 1;
    job[LeafWord.ahead] = 0;
    job[LeafWord.mostAhead] = mostAhead(shape);
    job[LeafWord.orders] = 0;
    job[LeafWord.mayTake] = 0;
    job[LeafWord.busy] = 1;
    job[LeafWord.mostSmall] =
      tree.maxDepth > SHALLOW ? this.#mostSmall : Math.ceil((this.#mostSmall * SMALL.shallow) / SMALL.deep);
    job[LeafWord.mostListed] = mostListed(shape);
    job[LeafWord.isShared] = shape.threads > 1 && tree.rows * shape.binCounts.length >= shape.leastShared ? 1 : 0;
    job[LeafWord.lock] = 0;
    job[LeafWord.callerAt] = this.#splits.byteOffset;
    job[LeafWord.callerSums] = 0;
    job[LeafWord.nextBits] = this.#sets.byteOffset;
    this.#levels?.begin(job, tree);
    this.#setLimits(tree);
    this.#setDraw(tree.draw);
    job[LeafWord.isDone] = 0;
  }

  #setLimits({ limits, bounds, targets, ...tree }: LeafTree): void {
    for (let i = 0; i < mostSearches(this.shape); i++) this.room.scans.prepare(i, limits, bounds);
    const job = this.#job;
    const numbers = this.#numbers;
    job[LeafWord.anyOrder] = tree.anyOrder ? 1 : 0;
    job[LeafWord.maxDepth] = Math.min(tree.maxDepth, 2 ** 32 - 1);
    job[LeafWord.leastRows] = Math.min(tree.leastRows, 2 ** 32 - 1);
    job[LeafWord.classPairs] = this.shape.ofClasses ? (this.shape.classPairs ?? 1) : 0;
    numbers[LeafWord.minGain / 2] = tree.minGain;
    numbers[LeafWord.gainUnit / 2] = tree.gainUnit;
    numbers[LeafWord.purity / 2] = tree.purity;
    numbers[LeafWord.smoothing / 2] = limits.smoothing ?? 0;
    numbers[LeafWord.l1 / 2] = limits.l1 ?? 0;
    numbers[LeafWord.l2 / 2] = limits.l2;
    numbers[LeafWord.lower / 2] = bounds.lower;
    numbers[LeafWord.upper / 2] = bounds.upper;
    job[LeafWord.targets] = targets === null ? 0 : this.#targets.byteOffset;
    if (targets !== null) this.#targets.set(targets);
  }

  #setDraw({ features, perLevel, perNode, ...keys }: LeafDraw): void {
    const { length: all } = this.#ofTree;
    if (features === null) this.#ofTree.fill(1);
    else {
      this.#ofTree.fill(0);
      for (const feature of features) this.#ofTree[feature] = 1;
    }
    this.#job[LeafWord.treeFeatures] = features?.length ?? all;
    this.#job[LeafWord.perLevel] = Math.min(perLevel, all);
    this.#job[LeafWord.perNode] = Math.min(perNode, all);
    this.#job[LeafWord.skipsConstants] = keys.skipsConstants ? 1 : 0;
    this.#job[LeafWord.levelKey] = keys.levelKey;
    this.#job[LeafWord.drawKey] = keys.nodeKey;
    this.#numbers[LeafWord.tieKey / 2] = keys.tieKey;
  }
}

/** Nodes that a best-first tree splits ahead of their turn, at the most: a few for each thread but the first. */
function mostAhead(shape: LeafShape): number {
  return 4 * (mostSplits(shape) - 1);
}

/** Below so many rows it takes less time to add each row to a histogram and to remove it again than to write all slots. */
function mostSmall(shape: LeafShape): number {
  const { slots, columnStarts } = layoutOf(shape);
  const hasBlanks = shape.histograms > 4 * mostSplits(shape);
  if (shape.isSymmetric || !hasBlanks || (shape.bundles ?? []).length > 0) return 0;
  return Math.floor((SMALL.deep * slots) / columnStarts.length);
}

/** Below so many rows it takes less time to list the bins that have rows than to look at all: half as many as a column has slots. */
function mostListed(shape: LeafShape): number {
  return 2 * mostSmall(shape);
}

function nodesOf(leaves: number): number {
  return 2 * leaves - 1;
}

/** Each thread leaves a block when it partitions a node, and the caller's another whenever it has to come back: not before it has summed many rows. */
function unsettledOf({ rowCount, threads }: LeafShape): number {
  return threads + 4 + Math.ceil(rowCount / (BLOCK_ROWS * 16));
}

/** What a thread needs for a search, as `LeafWord.scratch` says. */
function scratchBytes(shape: LeafShape): number {
  const most = mostListed(shape);
  const listed = most === 0 ? 0 : (most + 8) * (8 + 16 * (shape.classPairs ?? 1)) + maskBytes(shape);
  return sortingBytes(shape) + 16 * Math.ceil(listed / 16);
}

function maskBytes({ binCounts }: LeafShape): number {
  return 16 * Math.ceil((Math.max(...binCounts) + 1) / 128);
}

function sortingBytes({ sortedBins = 0, classPairs = 1, ofClasses }: LeafShape): number {
  return ofClasses ? 16 * classPairs : 16 * Math.ceil(sortBytes(sortedBins) / 16);
}

function featuresPerShare(shape: LeafShape): number {
  const features = shape.binCounts.length;
  const slots = layoutOf(shape).slots / features;
  const shares = shape.threads > 1 ? 4 * shape.threads : 1;
  return Math.max(1, Math.min(Math.ceil(features / shares), Math.floor(SHARE / slots)));
}

/** Words for the sets of categories of all nodes: a split may be found for each. */
function setWords({ sortedBins = 0 }: Pick<LeafShape, "sortedBins">, nodes: number): number {
  return Math.ceil(sortedBins / 32) * nodes;
}

function codesOf({ bundles = [] }: LeafShape): number {
  let codes = 0;
  for (const { bins } of bundles) for (const of of bins) codes += of.length;
  return codes;
}
