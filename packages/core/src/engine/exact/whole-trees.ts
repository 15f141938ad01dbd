import {
  type Arena,
  arenaBytes,
  type GrownNodes,
  SharedTrees,
  Team,
  TreeEntries,
  TreeRoom,
  type TreeShape,
  type TreeTask,
} from "@cambium/kernels";
import { type Measure, measureOf } from "../../criterion/measure-of.ts";
import type { CategoricalColumn, NumericColumn } from "../../dataset/column.ts";
import { categoryBitset } from "../../splitter/category-bitset.ts";
import { heavierChild } from "../../splitter/column-search.ts";
import { NO_DRAW } from "../../splitter/features-of-node.ts";
import { MOST_TRIED } from "../../splitter/offer-partitions.ts";
import { recordWidth, type SearchPlan } from "../../splitter/splitter.ts";
import { childBounds, type ValueBounds } from "../../splitter/value-bounds.ts";
import { leaseSharedRun } from "../../util/lease-run.ts";
import { midpoint } from "../../util/midpoint.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { CHUNK, forRanges } from "../../util/ranges.ts";
import { toldFailure } from "../../util/told-failure.ts";
import { inTurns, type Turns } from "../../util/turns.ts";
import type { WholeTree, WholeTreePlan } from "../whole-tree.ts";
import { fillEntries } from "./fill-entries.ts";

/** Bytes that the records of a node's categories may take: beyond it the reference engine knows better what to keep. */
const MOST_TALLY_BYTES = 2 ** 26;

/** What of a plan decides how large the memory of a tree is. */
type SizePlan = Pick<
  SearchPlan,
  "dataset" | "criterion" | "randomThresholds" | "maxLeaves" | "interactions" | "monotone" | "gainFactors"
>;

/** True where a row and its class fit into one entry, and neither categories nor nodes that wait take a vast memory. */
export function fitsWhole(plan: SizePlan): boolean {
  const shape = shapeOf(plan);
  if (shape.categories.length === 0 || !TreeRoom.fits(shape)) return false;
  return 8 * recordWidth(plan.criterion, plan.dataset) * Math.max(...shape.categories) <= MOST_TALLY_BYTES;
}

/** The data of a fit as the compiled loop reads it, and for each thread room for one tree, or for all of them room for one. */
export class WholeTrees {
  /** Threads without a tree; workers are taken first, and the caller's own thread last. */
  readonly #idle: number[];
  /** The tree that was grown last. */
  #last: GrownNodes | null = null;

  private constructor(
    private readonly plan: SearchPlan,
    private readonly arena: Arena,
    private readonly rooms: readonly TreeRoom[],
    private readonly shared: SharedTrees | null,
    /** What the host refused, in sentences. */
    readonly report: readonly string[],
  ) {
    this.#idle = [...rooms.keys()];
  }

  static async open(plan: SearchPlan): Promise<WholeTrees> {
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
    if (arena === null) throw new Error("expected the kernels, which were there when the fit began");
    const report = refusal === null ? [] : [`of ${threads} threads this host gave ${arena.threads}: ${refusal}`];
    try {
      const entries = new TreeEntries(arena, shape);
      await fillEntries(entries, plan.dataset, plan.pacer);
      if (isShared && arena.threads > 1) {
        return new WholeTrees(plan, arena, [], new SharedTrees(arena, arena.team(), shape, entries), report);
      }
      const rooms = Array.from({ length: arena.threads }, () => new TreeRoom(arena, shape, entries));
      return new WholeTrees(plan, arena, rooms, null, report);
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
      const grown = await this.rooms[thread].grow(pacer, thread);
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
    const { smoothing = 0, mostCategories = Number.POSITIVE_INFINITY, monotone, featuresPerLevel } = this.plan;
    const key = (draw ?? NO_DRAW).key;
    const isGradients = goal.kind === "gradients";
    const features = draw?.features ?? [...dataset.columns.keys()];
    const { measure, l2 } = measureOf(criterion) as Measure;
    const { l1, lower, upper } = criterion.steps ?? NO_RULES;
    return {
      ...limits,
      rows,
      gradients: isGradients ? goal.gradients : null,
      codes: isGradients ? null : goal.codes,
      weights: isGradients ? goal.hessians : goal.weights,
      targets: isGradients ? goal.targets : null,
      measure: monotone === undefined ? measure : "heldNewton",
      ...{ l1, l2, lowest: lower, highest: upper },
      features,
      featuresPerLevel: featuresPerLevel ?? features.length,
      featuresPerNode: featuresPerNode ?? features.length,
      drawsConstants,
      drawKey: randomBits(key, Purpose.NodeFeatures),
      levelKey: randomBits(key, Purpose.LevelFeatures),
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

const NO_RULES = { l1: 0, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };

/** True where threads share trees, and the features of a node are known before any is searched. */
function canShare(plan: SearchPlan): boolean {
  const { sharesTrees = false, featuresPerNode, drawsConstants = false, randomThresholds = false } = plan;
  if (shapeOf(plan).maxLeaves !== undefined) return false;
  return sharesTrees && (featuresPerNode === undefined || drawsConstants) && !randomThresholds;
}

function shapeOf(plan: SizePlan): TreeShape {
  const { dataset, criterion, randomThresholds = false, maxLeaves = Number.POSITIVE_INFINITY } = plan;
  const { interactions, monotone, gainFactors } = plan;
  return {
    rowCount: dataset.rowCount,
    categories: dataset.columns.map((column) => (column.kind === "categorical" ? column.categories.length : 0)),
    drawsThresholds: randomThresholds,
    classes: criterion.goal === "classes" ? recordWidth(criterion, dataset) - 1 : 0,
    // The order does not matter where the rows are a stricter limit.
    ...(maxLeaves < dataset.rowCount && { maxLeaves }),
    ...(interactions && { groups: interactions }),
    ...(monotone && { monotone }),
    ...(gainFactors && { gainFactors }),
  };
}

/** The nodes with what only core knows: values beside a cut, the codes of categories, and the heavier of two children. */
function* wholeTreeOf(grown: GrownNodes, plan: SearchPlan): Turns<WholeTree> {
  const { count, feature, firstChild, stats, width } = grown;
  const threshold = new Float64Array(count).fill(Number.NaN);
  const categories = new Map<number, Uint32Array>();
  const missingChild = new Uint8Array(count);
  const bounds: (ValueBounds | undefined)[] = [];
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
    if (plan.monotone === undefined) continue;
    // Children have greater numbers than their parent.
    const childStats = stats.subarray(children, children + 2 * width);
    const split = { feature: feature[node], threshold: threshold[node], childStats };
    [bounds[firstChild[node]], bounds[firstChild[node] + 1]] = childBounds(plan, bounds[node], split);
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
    bounds,
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
