import {
  type Arena,
  arenaBytes,
  type GrownNodes,
  MISSING,
  NEW,
  type Pacer,
  SharedTrees,
  Team,
  TreeEntries,
  TreeRoom,
  type TreeShape,
  type TreeTask,
} from "@cambium/kernels";
import { type Measure, measureOf } from "../../criterion/measure-of.ts";
import type { CategoricalColumn, NumericColumn } from "../../dataset/column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { GrowTask } from "../../grower/grower.ts";
import { heavierChild } from "../../splitter/best-cut.ts";
import { NO_DRAW } from "../../splitter/features-of-node.ts";
import { MOST_TRIED } from "../../splitter/offer-partitions.ts";
import { categoryBitset } from "../../splitter/split.ts";
import { recordWidth, type SearchPlan } from "../../splitter/splitter.ts";
import { childBounds, NO_BOUNDS, type ValueBounds } from "../../splitter/value-bounds.ts";
import type { Tree } from "../../tree/tree.ts";
import { leaseSharedRun } from "../../util/lease-run.ts";
import { midpoint } from "../../util/midpoint.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { CHUNK, forRanges } from "../../util/ranges.ts";
import { toldFailure } from "../../util/told-failure.ts";
import { inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import { type EnginePlan, type ScoreKeeper, searchPlanOf, type TreeEngine } from "../tree-engine.ts";
import { treeOf, type WholeTree, type WholeTreePlan, wholePlanOf } from "../whole-tree.ts";

/** Bytes that the records of a node's categories may take: beyond it the reference engine knows better what to keep. */
const MOST_TALLY_BYTES = 2 ** 26;

/** True where a row and its class fit into one entry, and neither categories nor nodes that wait take a vast memory. */
export function fitsWhole(plan: SearchPlan): boolean {
  const shape = shapeOf(plan);
  if (shape.categories.length === 0 || !TreeRoom.fits(shape)) return false;
  return 8 * recordWidth(plan.criterion, plan.dataset) * Math.max(...shape.categories) <= MOST_TALLY_BYTES;
}

/** Whole trees in one compiled loop: all thresholds between values, by depth or best first. */
export class ExactEngine implements TreeEngine {
  readonly name = "exact";
  readonly because: readonly string[];
  readonly roundsGoals = false;
  readonly scores: ScoreKeeper | null;
  /** Threads without a tree; workers are taken first, and the caller's own thread last. */
  readonly #idle: number[];
  /** The tree that was grown last. */
  #last: GrownNodes | null = null;

  private constructor(
    private readonly plan: EnginePlan,
    private readonly search: SearchPlan,
    private readonly arena: Arena,
    /** Room for a tree on each thread; none where all threads share one. */
    private readonly rooms: readonly TreeRoom[],
    private readonly shared: SharedTrees | null,
    private readonly asked: number,
  ) {
    const { keptScores = 0, dataset, sharesTrees = false, threads = 1, grower } = plan;
    this.#idle = [...rooms.keys()];
    const isUnshared = sharesTrees && threads > 1 && grower.order?.by === "gain" && shared === null;
    this.because = isUnshared ? ["threads do not share a tree that grows best first"] : [];
    this.scores = keptScores > 0 ? this.#keeperOf(new Float64Array(keptScores * dataset.rowCount)) : null;
  }

  static async open(plan: EnginePlan): Promise<ExactEngine> {
    const search = searchPlanOf(plan);
    const shape = shapeOf(search);
    const { sharesTrees = false, featuresPerNode, drawsConstants = false, randomThresholds = false } = plan;
    // Threads share trees if the features of a node are known before any is searched.
    const areKnown = (featuresPerNode === undefined || drawsConstants) && !randomThresholds;
    const isShared = sharesTrees && areKnown && shape.maxLeaves === undefined;
    // Trees that come one after the other, and cannot be shared, have work for one thread.
    const threads = sharesTrees && !isShared ? 1 : (plan.threads ?? 1);
    const bytesFor = (count: number) => {
      const rooms = Array.from({ length: count }, () => TreeRoom.byteLengths(shape)).flat();
      const own = isShared && count > 1 ? [4 * Team.words, ...SharedTrees.byteLengths(shape, count)] : rooms;
      return arenaBytes([...TreeEntries.byteLengths(shape), ...own]);
    };
    const arena = await leaseSharedRun(bytesFor, threads);
    if (arena === null) throw new Error("expected the kernels, which were there when the fit began");
    try {
      const entries = new TreeEntries(arena, shape);
      await fillEntries(entries, plan.dataset, plan.pacer);
      const shared = isShared && arena.threads > 1 ? new SharedTrees(arena, arena.team(), shape, entries) : null;
      const alone = shared === null ? arena.threads : 0;
      const rooms = Array.from({ length: alone }, () => new TreeRoom(arena, shape, entries));
      return new ExactEngine(plan, search, arena, rooms, shared, threads);
    } catch (error) {
      arena.release();
      throw error;
    }
  }

  get threads(): number {
    return this.arena.givenThreads;
  }

  get treesAtOnce(): number {
    return Math.max(1, this.rooms.length);
  }

  get report(): readonly string[] {
    return this.arena.refusalOf(this.asked);
  }

  async grow(task: GrowTask): Promise<Tree> {
    const { plan, shared } = this;
    const thread = shared === null ? this.#idle.pop() : 0;
    if (thread === undefined) throw new Error("grow: expected no more trees at once than there are threads");
    try {
      const grown = await this.#growOn(thread, taskOf(this.search, wholePlanOf(task, plan)));
      this.#last = grown;
      if (plan.pacer.due()) await plan.pacer.pause();
      const whole = await inTurns(wholeTreeOf(grown, this.search), plan.pacer);
      return await inTurns(treeOf(whole, plan, task.rootImpurity), plan.pacer);
    } catch (cause) {
      throw toldFailure(cause);
    } finally {
      if (shared === null) this.#idle.push(thread);
    }
  }

  async #growOn(thread: number, task: TreeTask): Promise<GrownNodes> {
    const { pacer } = this.plan;
    if (this.shared !== null) return this.shared.grow(task, pacer);
    this.rooms[thread].begin(task);
    if (pacer.due()) await pacer.pause();
    return this.rooms[thread].grow(pacer, thread);
  }

  #keeperOf(values: Float64Array): ScoreKeeper {
    const { rowCount } = this.plan.dataset;
    return {
      values,
      derive: async () => null,
      deriveClass: async () => null,
      add: ({ ofRow }, place) => this.#addToScores(values.subarray(place * rowCount, (place + 1) * rowCount), ofRow),
    };
  }

  /** The rows of each leaf stand side by side, until the next tree. */
  async #addToScores(scores: Float64Array, valueAt: (row: number) => number): Promise<void> {
    const rows = this.shared?.rows ?? this.rooms[0].rows;
    const { count, feature, start, rows: counts } = this.#last as GrownNodes;
    for (let node = 0; node < count; node++) {
      if (feature[node] >= 0) continue;
      const run = rows.subarray(start[node], start[node] + counts[node]);
      const value = valueAt(run[0]);
      await forRanges(run.length, this.plan.pacer, (from, to) => {
        for (let i = from; i < to; i++) scores[run[i]] += value;
      });
    }
  }

  end(): void {
    this.arena.release();
  }
}

function taskOf(plan: SearchPlan, { goal, rows, draw, ...limits }: WholeTreePlan): TreeTask {
  const { dataset, criterion, monotone, categorical, keptScores } = plan;
  const { key } = draw ?? NO_DRAW;
  const features = draw?.features ?? [...dataset.columns.keys()];
  const { measure, l2 } = measureOf(criterion) as Measure;
  const { l1, lower, upper } = criterion.steps ?? { l1: 0, ...NO_BOUNDS };
  const fitted =
    goal.kind === "gradients"
      ? { gradients: goal.gradients, codes: null, weights: goal.hessians, targets: goal.targets }
      : { gradients: null, codes: goal.codes, weights: goal.weights, targets: null };
  return {
    ...{ ...limits, ...fitted, rows, features, l1, l2, lowest: lower, highest: upper },
    measure: monotone === undefined ? measure : "heldNewton",
    featuresPerLevel: plan.featuresPerLevel ?? features.length,
    featuresPerNode: plan.featuresPerNode ?? features.length,
    drawsConstants: plan.drawsConstants ?? false,
    drawKey: randomBits(key, Purpose.NodeFeatures),
    levelKey: randomBits(key, Purpose.LevelFeatures),
    tieKey: draw ? randomBits(key, Purpose.Ties) : null,
    thresholdKey: randomBits(key, Purpose.Threshold),
    oneVsRest: categorical === "oneVsRest",
    mostTried: MOST_TRIED,
    smoothing: plan.smoothing ?? 0,
    mostCategories: plan.mostCategories ?? Number.POSITIVE_INFINITY,
    settlesRows: keptScores !== undefined,
  };
}

function shapeOf(plan: SearchPlan): TreeShape {
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
    const childStats = stats.subarray(children, children + 2 * width);
    const heavier = heavierChild(plan.criterion, childStats);
    missingChild[node] = grown.missingRows[node] > 0 ? 1 - grown.missingLeft[node] : heavier;
    const column = plan.dataset.columns[feature[node]];
    if (column.kind === "categorical") {
      const sides = grown.categories.get(node) ?? [];
      categories.set(node, bitsetOf(sides, column, heavier === 0));
    } else threshold[node] = plan.randomThresholds ? grown.threshold[node] : thresholdOf(grown, node, column.values);
    if (plan.monotone === undefined) continue;
    // Children have greater numbers than their parent.
    const split = { feature: feature[node], threshold: threshold[node], childStats };
    [bounds[firstChild[node]], bounds[firstChild[node] + 1]] = childBounds(plan, bounds[node], split);
  }
  const { gain, rows: rowCount } = grown;
  const tests = { feature, threshold, categories, missingChild, gain, firstChild };
  return { nodeCount: count, ...tests, rowCount, stats, width, bounds };
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

/** Puts the data where the compiled loops read it. */
async function fillEntries(entries: TreeEntries, dataset: Dataset, pacer: Pacer): Promise<void> {
  for (const [feature, column] of dataset.columns.entries()) {
    if (pacer.due()) await pacer.pause();
    const run = entries.of(feature);
    if (run === null) {
      if (column.kind === "numeric") entries.setValues(feature, column.values);
    } else if (column.kind === "numeric") {
      await fillRun(run, await dataset.sorted(feature, pacer), (row) => column.values[row], pacer);
    } else {
      const codeOf = (row: number) => (column.codes[row] < 0 ? Number.NaN : column.codes[row]);
      await fillRun(run, await inTurns(rowsByCode(column), pacer), codeOf, pacer);
    }
  }
}

/** The rows in the order of their values or codes, NaN last, each marked where its value is another than the one before, or missing. */
async function fillRun(
  run: Uint32Array,
  order: Uint32Array,
  valueAt: (row: number) => number,
  pacer: Pacer,
): Promise<void> {
  let before = Number.NaN;
  let wasMissing = false;
  await forRanges(order.length, pacer, (start, end) => {
    for (let i = start; i < end; i++) {
      const value = valueAt(order[i]);
      const isMissing = Number.isNaN(value);
      const isNew = isMissing ? !wasMissing : value !== before;
      run[i] = order[i] | (isNew ? NEW : 0) | (isMissing ? MISSING : 0);
      before = value;
      wasMissing = isMissing;
    }
  });
}

/** The rows by code, ties by number, and those without one last. */
function* rowsByCode({ codes, categories }: CategoricalColumn): Turns<Uint32Array> {
  const count = categories.length;
  const ends = new Uint32Array(count + 1);
  const place = (row: number) => (codes[row] < 0 ? count : codes[row]);
  yield* turnsOver(codes.length, (start, end) => {
    for (let row = start; row < end; row++) ends[place(row)]++;
  });
  for (let code = 1; code <= count; code++) ends[code] += ends[code - 1];
  const rows = new Uint32Array(codes.length);
  const last = codes.length - 1;
  yield* turnsOver(codes.length, (start, end) => {
    for (let i = start; i < end; i++) rows[--ends[place(last - i)]] = last - i;
  });
  return rows;
}
