import {
  type Arena,
  arenaBytes,
  type BinLimits,
  BinnedRoom,
  type BinnedShape,
  type BundleShape,
  ClassRoom,
  LeafRoom,
  LevelRoom,
  PairPasses,
  Team,
} from "@cambium/kernels";
import type { BinnedColumn } from "../dataset/bin-column.ts";
import { leaseSharedRun } from "../util/lease-run.ts";
import { BinnedClasses } from "./binned-classes.ts";
import { BinnedGradients } from "./binned-gradients.ts";
import { BinnedLeaves } from "./binned-leaves.ts";
import { BinnedLevel } from "./binned-level.ts";
import { BinnedPairs } from "./binned-pairs.ts";
import { type BinnedRooms, BinnedSearch } from "./binned-search.ts";
import { BinnedWhole } from "./binned-whole.ts";
import { bundleColumns, type ColumnBundle } from "./bundle-columns.ts";
import type { SearchPlan, SplitSearch } from "./splitter.ts";

/** Histograms that are kept at the same time, in bytes and in number: without one a node costs more, and gives the same. */
const MOST_HISTOGRAM_BYTES = 2 ** 27;
const MOST_HISTOGRAMS = 512;

/** Takes a memory for a search in compiled loops, and lays it out. */
export async function openBinnedSearch(plan: SearchPlan, binned: readonly BinnedColumn[]): Promise<SplitSearch> {
  const binCounts = binned.map(({ binCount }) => binCount);
  const sortedBins = Math.max(0, ...binned.map(({ cuts, binCount }) => (cuts === null ? binCount : 0)));
  const bundles = await bundleColumns(binned, plan.pacer);
  const sizes = sizesOf(plan, binCounts, sortedBins, bundles);
  const { threads = 1 } = plan;
  const { arena, refusal } = await leaseSharedRun((count) => bytesOf(plan, { ...sizes, threads: count }), threads);
  try {
    const given = refusal === null ? [] : [`of ${threads} threads this host gave ${arena.threads}: ${refusal}`];
    const refused = await takeLoss(plan, arena);
    const told = refused === null ? plan : withoutKernel(plan);
    const report = refused === null ? given : [...given, `${NOT_COMPILED}: ${refused}`];
    return await layOut(told, arena, arena.team(), { ...sizes, threads: arena.threads }, binned, bundles, report);
  } catch (error) {
    arena.release();
    throw error;
  }
}

const NOT_COMPILED =
  "gradients were computed in plain JavaScript, on one thread, because this host did not compile the loss";

/** Brings a loss with derivatives of its own to the kernels; null, or why the host refuses it. */
function takeLoss({ keptScores, lossKernel }: SearchPlan, arena: Arena): Promise<string | null> | null {
  return keptScores === 1 && typeof lossKernel === "object" ? arena.takeLoss(lossKernel) : null;
}

function withoutKernel({ lossKernel: _, ...plan }: SearchPlan): SearchPlan {
  return plan;
}

/** What the search leases with the fewest bins that there can be, on one thread. */
export function leastBytes(plan: SearchPlan): number {
  const binCounts = plan.dataset.columns.map((column) => (column.kind === "numeric" ? 1 : column.categories.length));
  return bytesOf(plan, { ...sizesOf(plan, binCounts, 0, []), threads: 1 });
}

async function layOut(
  plan: SearchPlan,
  arena: Arena,
  team: Team,
  shape: BinnedShape,
  binned: readonly BinnedColumn[],
  bundles: readonly ColumnBundle[],
  report: readonly string[],
): Promise<SplitSearch> {
  const passes = new PairPasses(arena, team, pairShapeOf(plan));
  const { classPairs = 1 } = shape;
  const pairOfRow = classPairs > 1 ? arena.uint8(shape.rowCount) : null;
  const room = new BinnedRoom(arena, team, passes.pairs, shape, { classPairs: pairOfRow });
  const limits = limitsOf(plan);
  const level = plan.symmetric ? new BinnedLevel(plan, room, new LevelRoom(arena, team, room, shape), limits) : null;
  const pairs = new BinnedPairs(plan, room, passes);
  const statistics =
    plan.criterion.goal === "classes"
      ? new BinnedClasses(plan, room, new ClassRoom(arena, team, room, shape), passes, pairOfRow)
      : new BinnedGradients(plan, room, pairs, limits);
  const bundled = new Set(bundles.flatMap(({ features }) => features));
  const alone = binned.filter((_, feature) => !bundled.has(feature));
  await room.lay([...alone.map(({ bins }) => bins), ...bundles.map(({ codes }) => codes)], plan.pacer);
  const leaves = new BinnedLeaves(plan, room, passes);
  const whole = wholeOf(plan, shape, binned, leaves, () => new LeafRoom(arena, team, room, shape));
  const rooms = { room, statistics, pairs, level, leaves, whole };
  const { histograms, threads } = shape;
  const told = { engine: arena.engine, histograms, report, threads };
  const others = hasBeside(plan, shape) ? layOutBeside(plan, arena, team, shape, rooms, binned) : null;
  const beside = others && new BinnedSearch(plan, others, binned, { ...told, release: () => {} }, null);
  return new BinnedSearch(plan, rooms, binned, { ...told, release: () => arena.release() }, beside);
}

/** Where rows have a score for each class, two trees of a round grow at the same time: what one waits for does not hold the threads. */
function hasBeside(
  { keptScores = 0, symmetric = false }: SearchPlan,
  { threads }: Pick<BinnedShape, "threads">,
): boolean {
  return keptScores > 1 && threads > 1 && !symmetric;
}

/** One thread grows a whole tree: where there is no other, or each has one. Of numbers that all nodes may be cut by. */
function hasWhole(plan: SearchPlan, shape: BinnedShape): boolean {
  const { criterion, monotone, interactions, symmetric = false } = plan;
  const { featuresPerNode = Number.POSITIVE_INFINITY, drawsConstants = false } = plan;
  if (criterion.goal !== "gradients" || criterion.steps === undefined || symmetric) return false;
  if (monotone !== undefined || interactions !== undefined || shape.countsRows || shape.sortedBins !== 0) return false;
  // A draw that passes over constant features has to look at the node.
  if (featuresPerNode < shape.binCounts.length && !drawsConstants) return false;
  return shape.threads === 1 || (shape.threads === 2 && hasBeside(plan, shape));
}

function wholeOf(
  plan: SearchPlan,
  shape: BinnedShape,
  binned: readonly BinnedColumn[],
  leaves: BinnedLeaves,
  makeRoom: () => LeafRoom,
): BinnedWhole | null {
  if (!hasWhole(plan, shape)) return null;
  return new BinnedWhole(plan, makeRoom(), binned, leaves, limitsOf(plan), shape.threads === 1);
}

/** The same rows, for another tree. */
function layOutBeside(
  plan: SearchPlan,
  arena: Arena,
  team: Team,
  shape: BinnedShape,
  first: BinnedRooms,
  binned: readonly BinnedColumn[],
): BinnedRooms {
  const own = team.beside(arena.int32(Team.words));
  const passes = new PairPasses(arena, own, pairShapeOf(plan), first.pairs.passes);
  const room = new BinnedRoom(arena, own, passes.pairs, shape, { beside: first.room });
  const pairs = new BinnedPairs(plan, room, passes);
  const statistics = new BinnedGradients(plan, room, pairs, limitsOf(plan));
  const leaves = new BinnedLeaves(plan, room, passes);
  const whole = wholeOf(plan, shape, binned, leaves, () => new LeafRoom(arena, own, room, shape));
  return { room, statistics, pairs, level: null, leaves, whole };
}

function bytesOf(plan: SearchPlan, shape: BinnedShape): number {
  const { classPairs = 1, rowCount } = shape;
  const pairShape = pairShapeOf(plan);
  const ofWhole = hasWhole(plan, shape) ? LeafRoom.byteLengths(shape) : [];
  return arenaBytes([
    ...[4 * Team.words, ...PairPasses.byteLengths(pairShape), classPairs > 1 ? rowCount : 0],
    ...BinnedRoom.byteLengths(shape),
    ...ofWhole,
    ...(plan.symmetric ? LevelRoom.byteLengths(shape) : []),
    ...(plan.criterion.goal === "classes" ? ClassRoom.byteLengths(shape) : []),
    ...(hasBeside(plan, shape)
      ? [
          4 * Team.words,
          ...PairPasses.byteLengths({ ...pairShape, scoreCount: 0, hasWeights: false }),
          ...BinnedRoom.byteLengths(shape, true),
          ...ofWhole,
        ]
      : []),
  ]);
}

/** By the bins of each feature, and those of the one whose categories are sorted that has the most. */
function sizesOf(
  plan: SearchPlan,
  binCounts: readonly number[],
  sortedBins: number,
  bundles: readonly BundleShape[],
): Omit<BinnedShape, "threads"> {
  const { rowCount, target } = plan.dataset;
  const countsRows = plan.minRowsLeaf > 1;
  const hasClasses = plan.criterion.goal === "classes" && target.task === "classification";
  const classPairs = hasClasses ? Math.ceil(target.classes.length / 2) : 1;
  const bytes = BinnedRoom.histogramBytes({ binCounts, countsRows, classPairs, bundles });
  const most = MOST_HISTOGRAM_BYTES / (plan.keptScores !== undefined && plan.keptScores > 1 ? 2 : 1);
  const histograms = Math.max(2, Math.min(MOST_HISTOGRAMS, 2 * rowCount, Math.floor(most / bytes)));
  return { rowCount, binCounts, countsRows, histograms, sortedBins, classPairs, bundles };
}

function pairShapeOf({ dataset: { rowCount, target }, keptScores = 0 }: SearchPlan) {
  return { rowCount, scoreCount: keptScores, hasWeights: keptScores > 0 && target.weights !== null };
}

function limitsOf({
  criterion,
  minRowsLeaf,
  minChildWeight = 0,
  smoothing = 0,
  mostCategories = 0,
}: SearchPlan): BinLimits {
  const { l1 = 0, l2 = 0 } = criterion.steps ?? {};
  return { l1, l2, minChildWeight, minRowsLeaf, smoothing, mostCategories };
}
