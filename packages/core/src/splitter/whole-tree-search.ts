import {
  type Arena,
  arenaBytes,
  type GrownNodes,
  kernelEngine,
  SharedTrees,
  Team,
  TreeEntries,
  TreeRoom,
  type TreeShape,
  type TreeTask,
} from "@cambium/kernels";
import { type Measure, measureOf } from "../criterion/measure-of.ts";
import type { CategoricalColumn, NumericColumn } from "../dataset/column.ts";
import { leaseSharedRun } from "../util/lease-run.ts";
import { midpoint } from "../util/midpoint.ts";
import { Purpose, randomBits } from "../util/random.ts";
import { CHUNK, forRanges } from "../util/ranges.ts";
import { toldFailure } from "../util/told-failure.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { categoryBitset } from "./category-bitset.ts";
import { heavierChild } from "./column-search.ts";
import { NO_DRAW } from "./features-of-node.ts";
import { fillEntries } from "./fill-entries.ts";
import { MOST_TRIED } from "./offer-partitions.ts";
import type { Split } from "./split.ts";
import {
  type LeafValues,
  type OnCandidate,
  recordWidth,
  type SearchNode,
  type SearchPlan,
  type SplitSearch,
  type TreeDraw,
  type WholeTree,
  type WholeTreePlan,
} from "./splitter.ts";

/** Bytes that the records of a node's categories may take: beyond it the steps know better what to keep. */
const MOST_TALLY_BYTES = 2 ** 26;

/**
 * True where trees on this data can be grown by one compiled loop: the criterion has such a loop, a row and its class fit
 * into one entry, no column has a vast number of categories, and neither surrogates nor constraints are asked for.
 */
export function canGrowWhole(plan: SearchPlan): boolean {
  const { dataset, criterion, maxSurrogates } = plan;
  if (plan.monotone !== undefined || plan.gainFactors !== undefined) return false;
  if (dataset.columns.length === 0 || measureOf(criterion) === undefined || maxSurrogates !== undefined) return false;
  if (plan.interactions !== undefined) return false;
  const shape = shapeOf(plan);
  const tallyBytes = 8 * recordWidth(criterion, dataset) * Math.max(...shape.categories);
  return TreeRoom.fits(shape) && tallyBytes <= MOST_TALLY_BYTES;
}

/** Grows trees whole where their rules are numbers, and takes the steps of another search, opened when it is asked for, where not. */
export class WholeTreeSearch implements SplitSearch {
  readonly scores: Float64Array | undefined;
  #steps: Promise<SplitSearch> | null = null;
  #whole: Promise<WholeTrees> | null = null;
  #report: readonly string[] = [];
  #threads = 1;
  /** What the last tree was grown by, where that was in one go. */
  #trees: WholeTrees | null = null;
  #hasEnded = false;

  private constructor(
    private readonly plan: SearchPlan,
    readonly engine: "wasm" | "twin",
    private readonly openSteps: () => Promise<SplitSearch>,
  ) {
    const { keptScores = 0, dataset } = plan;
    this.scores = keptScores > 0 ? new Float64Array(keptScores * dataset.rowCount) : undefined;
  }

  static async open(plan: SearchPlan, openSteps: () => Promise<SplitSearch>): Promise<WholeTreeSearch> {
    return new WholeTreeSearch(plan, await kernelEngine(), openSteps);
  }

  get report(): readonly string[] {
    return this.#report;
  }

  /** That share a tree. */
  get threads(): number {
    return this.#threads;
  }

  addToScores({ ofRow }: LeafValues, place: number): Promise<void> | null {
    if (this.scores === undefined) return null;
    const { rowCount } = this.plan.dataset;
    const scores = this.scores.subarray(place * rowCount, (place + 1) * rowCount);
    return this.#trees?.addToScores(scores, ofRow) ?? null;
  }

  growWhole(plan: WholeTreePlan): Promise<WholeTree> | null {
    const { minRowsLeaf, minChildWeight = 0 } = this.plan;
    // A search that heeds less than the rules finds cuts that they refuse: then the rules have to be asked.
    if (plan.minRowsLeaf > minRowsLeaf || plan.minChildWeight > minChildWeight) return null;
    // The features of a level differ from those of the next.
    const { dataset, featuresPerLevel = Number.POSITIVE_INFINITY } = this.plan;
    if (featuresPerLevel < (plan.draw?.features?.length ?? dataset.columns.length)) return null;
    // Trees grow by depth here.
    if (plan.maxLeaves < Number.POSITIVE_INFINITY) return null;
    return this.#growWhole(plan);
  }

  async root(goal: WholeTreePlan["goal"], rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    this.#checkOpen();
    this.#trees = null;
    this.#steps ??= this.openSteps();
    return (await this.#steps).root(goal, rows, draw);
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    this.#checkOpen();
    if (this.#steps === null) throw new Error("this search has no tree: root comes before findBest");
    return (await this.#steps).findBest(nodes, onCandidate);
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[]): Promise<SearchNode[]> {
    this.#checkOpen();
    if (this.#steps === null) throw new Error("this search has no tree: root comes before apply");
    return (await this.#steps).apply(nodes, splits);
  }

  end(): void {
    this.#hasEnded = true;
    // What failed to open has nothing to give back, and whoever asked for it was told.
    for (const opened of [this.#steps, this.#whole]) opened?.then((search) => search.end()).catch(() => {});
    this.#steps = null;
    this.#whole = null;
  }

  async treesAtOnce(): Promise<number> {
    return (await this.#openWhole()).treesAtOnce;
  }

  async #growWhole(plan: WholeTreePlan): Promise<WholeTree> {
    const trees = await this.#openWhole();
    this.#threads = trees.threads;
    this.#trees = trees;
    return trees.grow(plan);
  }

  #openWhole(): Promise<WholeTrees> {
    this.#checkOpen();
    this.#whole ??= WholeTrees.open(this.plan, (remark) => {
      this.#report = [remark];
    });
    return this.#whole;
  }

  #checkOpen(): void {
    if (this.#hasEnded) throw new Error("this search has ended");
  }
}

/** The data of a fit as the compiled loop reads it, and for each thread room for one tree, or for all of them room for one. */
class WholeTrees {
  /** Threads without a tree; workers are taken first, and the caller's own thread last. */
  readonly #idle: number[];
  /** The tree that was grown last. */
  #last: GrownNodes | null = null;

  private constructor(
    private readonly plan: SearchPlan,
    private readonly arena: Arena,
    private readonly rooms: readonly TreeRoom[],
    private readonly shared: SharedTrees | null,
  ) {
    this.#idle = [...rooms.keys()];
  }

  static async open(plan: SearchPlan, tell: (remark: string) => void): Promise<WholeTrees> {
    const shape = shapeOf(plan);
    const isShared = canShare(plan);
    // Trees that come one after the other, and cannot be shared, have work for one thread.
    const threads = plan.sharesTrees && !isShared ? 1 : (plan.threads ?? 1);
    const bytesFor = (count: number) => {
      const rooms = Array.from({ length: count }, () => TreeRoom.byteLengths(shape)).flat();
      const own = isShared && count > 1 ? [4 * Team.words, ...SharedTrees.byteLengths(shape, count)] : rooms;
      return arenaBytes([...TreeEntries.byteLengths(shape), ...own]);
    };
    const { arena, refusal } = await leaseSharedRun(bytesFor, threads);
    if (refusal !== null) tell(`of ${threads} threads this host gave ${arena.threads}: ${refusal}`);
    try {
      const entries = new TreeEntries(arena, shape);
      await fillEntries(entries, plan.dataset, plan.pacer);
      if (isShared && arena.threads > 1) {
        return new WholeTrees(plan, arena, [], new SharedTrees(arena, arena.team(), shape, entries));
      }
      const rooms = Array.from({ length: arena.threads }, () => new TreeRoom(arena, shape, entries));
      return new WholeTrees(plan, arena, rooms, null);
    } catch (error) {
      arena.release();
      throw error;
    }
  }

  get treesAtOnce(): number {
    return Math.max(1, this.rooms.length);
  }

  /** That share a tree. */
  get threads(): number {
    return this.shared === null ? 1 : this.arena.threads;
  }

  async grow(plan: WholeTreePlan): Promise<WholeTree> {
    try {
      return await (this.shared === null ? this.#growAlone(plan) : this.#growShared(plan, this.shared));
    } catch (cause) {
      throw toldFailure(cause);
    }
  }

  async #growShared(plan: WholeTreePlan, shared: SharedTrees): Promise<WholeTree> {
    this.#last = await shared.grow(this.#taskOf(plan), this.plan.pacer);
    return await inTurns(wholeTreeOf(this.#last, this.plan), this.plan.pacer);
  }

  async #growAlone(plan: WholeTreePlan): Promise<WholeTree> {
    const thread = this.#idle.pop();
    if (thread === undefined) throw new Error("growWhole: expected no more trees at once than there are threads");
    try {
      const { pacer } = this.plan;
      this.rooms[thread].begin(this.#taskOf(plan));
      if (pacer.due()) await pacer.pause();
      const grown = await this.arena.growTree(this.rooms[thread], pacer, thread);
      this.#last = grown;
      if (pacer.due()) await pacer.pause();
      return await inTurns(wholeTreeOf(grown, this.plan), pacer);
    } finally {
      this.#idle.push(thread);
    }
  }

  /** The rows of each leaf stand side by side, until the next tree. */
  async addToScores(scores: Float64Array, valueAt: (row: number) => number): Promise<void> {
    const rows = this.shared?.rows ?? this.rooms[0].rows;
    if (this.#last === null) throw new Error("this search has grown no tree");
    const { count, feature, start, rows: counts } = this.#last;
    const { pacer } = this.plan;
    for (let node = 0; node < count; node++) {
      if (feature[node] >= 0) continue;
      const run = rows.subarray(start[node], start[node] + counts[node]);
      const value = valueAt(run[0]);
      await forRanges(run.length, pacer, (from, to) => {
        for (let i = from; i < to; i++) scores[run[i]] += value;
      });
    }
  }

  #taskOf({ goal, rows, draw, ...limits }: WholeTreePlan): TreeTask {
    const { dataset, criterion, featuresPerNode, drawsConstants = false, minChildWeight = 0 } = this.plan;
    const { smoothing = 0, mostCategories = Number.POSITIVE_INFINITY } = this.plan;
    const key = (draw ?? NO_DRAW).key;
    const isGradients = goal.kind === "gradients";
    const features = draw?.features ?? [...dataset.columns.keys()];
    return {
      ...limits,
      rows,
      gradients: isGradients ? goal.gradients : null,
      codes: isGradients ? null : goal.codes,
      weights: isGradients ? goal.hessians : goal.weights,
      targets: isGradients ? goal.targets : null,
      ...(measureOf(criterion) as Measure),
      features,
      featuresPerNode: featuresPerNode ?? features.length,
      drawsConstants,
      drawKey: randomBits(key, Purpose.NodeFeatures),
      tieKey: draw ? randomBits(key, Purpose.Ties) : null,
      thresholdKey: randomBits(key, Purpose.Threshold),
      oneVsRest: this.plan.categorical === "oneVsRest",
      mostTried: MOST_TRIED,
      smoothing,
      mostCategories,
      settlesRows: this.plan.keptScores !== undefined,
      minRowsLeaf: Math.max(1, this.plan.minRowsLeaf),
      minChildWeight,
    };
  }

  end(): void {
    this.arena.release();
  }
}

/** True where threads can share a tree, and cannot grow several: every node is searched by all features, each in its order. */
function canShare({ sharesTrees = false, featuresPerNode, randomThresholds = false }: SearchPlan): boolean {
  return sharesTrees && featuresPerNode === undefined && !randomThresholds;
}

function shapeOf({ dataset, criterion, randomThresholds = false }: SearchPlan): TreeShape {
  return {
    rowCount: dataset.rowCount,
    categories: dataset.columns.map((column) => (column.kind === "categorical" ? column.categories.length : 0)),
    drawsThresholds: randomThresholds,
    classes: criterion.goal === "classes" ? recordWidth(criterion, dataset) - 1 : 0,
  };
}

/** The nodes with what only core knows: values beside a cut, the codes of categories, and the heavier of two children. */
function* wholeTreeOf(grown: GrownNodes, plan: SearchPlan): Turns<WholeTree> {
  const { count, feature, firstChild, stats, width } = grown;
  const threshold = new Float64Array(count).fill(Number.NaN);
  const categories = new Map<number, Uint32Array>();
  const missingChild = new Uint8Array(count);
  for (let node = 0; node < count; node++) {
    if (node % CHUNK === 0) yield;
    if (feature[node] < 0) continue;
    const children = firstChild[node] * width;
    const heavier = heavierChild(plan.criterion, stats.subarray(children, children + 2 * width));
    missingChild[node] = grown.missingRows[node] > 0 ? 1 - grown.missingLeft[node] : heavier;
    const column = plan.dataset.columns[feature[node]];
    if (column.kind === "categorical") {
      const sides = grown.categories.get(node) ?? [];
      categories.set(node, bitsetOf(sides, column, heavier === 0));
    } else threshold[node] = plan.randomThresholds ? grown.threshold[node] : thresholdOf(grown, node, column.values);
  }
  return {
    nodeCount: count,
    feature,
    threshold,
    categories,
    missingChild,
    gain: grown.gain,
    firstChild,
    rowCount: grown.rows,
    stats,
    width,
  };
}

/** Halfway between the values beside the cut; Infinity where all that are present stand below. */
function thresholdOf(grown: GrownNodes, node: number, values: NumericColumn["values"]): number {
  const above = grown.rowAbove[node];
  return above < 0 ? Number.POSITIVE_INFINITY : midpoint(values[grown.rowBelow[node]], values[above]);
}

/** `sides` has a row of each category in the node, or -1 - row where it goes right. */
function bitsetOf(
  sides: ArrayLike<number>,
  { codes, categories }: CategoricalColumn,
  absentGoLeft: boolean,
): Uint32Array {
  const left: number[] = [];
  const right: number[] = [];
  for (let i = 0; i < sides.length; i++) {
    if (sides[i] >= 0) left.push(codes[sides[i]]);
    else right.push(codes[-1 - sides[i]]);
  }
  return categoryBitset(categories.length, left, right, absentGoLeft);
}
