import {
  type Arena,
  arenaBytes,
  type BinLimits,
  BinnedRoom,
  type BinnedShape,
  type BundleShape,
  LeafRoom,
  type LeafShape,
  PairPasses,
  Team,
  takeLoss,
} from "@cambium/kernels";
import type { BinnedColumn } from "../../dataset/bin-column.ts";
import { binnedColumns } from "../../splitter/histogram-splitter.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import { checkRunBytes, leaseSharedRun } from "../../util/lease-run.ts";
import { BinnedLeaves } from "./binned-leaves.ts";
import { BinnedClasses, BinnedPairs } from "./binned-statistics.ts";
import { BinnedTrees } from "./binned-trees.ts";
import { BinnedWhole } from "./binned-whole.ts";
import { bundleColumns, type ColumnBundle } from "./bundle-columns.ts";

/** Histograms that are kept at the same time, in bytes and in number: without one a node costs more, and gives the same. */
const MOST_HISTOGRAM_BYTES = 2 ** 27;
const MOST_HISTOGRAMS = 512;
/** That of a root, and those of two children. */
const LEAST_HISTOGRAMS = 3;

/** The values of a tree, rows by features, from which on threads share it. */
const LEAST_SHARED = 2 ** 16;

/** What changes no tree, and is as it is for speed. */
export interface BinnedSizes {
  /** Histograms that are kept at the same time. */
  readonly mostHistograms?: number;
  /** The values of a tree, rows by features, from which on threads share it. */
  readonly leastShared?: number;
}

/** Takes a memory for trees on at most so many bins a column, and lays it out. */
export async function openBinnedTrees(
  plan: SearchPlan,
  maxBins: number,
  { mostHistograms = MOST_HISTOGRAMS, leastShared = LEAST_SHARED }: BinnedSizes = {},
): Promise<BinnedTrees> {
  // Binning takes its time, and how many bins come of it matters little to the bytes: so they are asked for before it.
  checkRunBytes(leastBytes(plan));
  const binned = await binnedColumns(plan, maxBins);
  const binCounts = binned.map(({ binCount }) => binCount);
  const sortedBins = Math.max(0, ...binned.map(({ cuts, binCount }) => (cuts === null ? binCount : 0)));
  const bundles = await bundleColumns(binned, plan.pacer);
  const sizes = { ...sizesOf(plan, binCounts, sortedBins, bundles, mostHistograms), leastShared };
  const { threads = 1 } = plan;
  const arena = await leaseSharedRun((count) => bytesOf(plan, { ...sizes, threads: count }), threads);
  if (arena === null) throw new Error("expected the kernels, which were there when the fit began");
  try {
    const refused = await takeOwnLoss(plan, arena);
    const told = refused === null ? plan : withoutKernel(plan);
    const report = () => [...arena.refusalOf(threads), ...(refused === null ? [] : [`${NOT_COMPILED}: ${refused}`])];
    return await layOut(told, arena, arena.team(), { ...sizes, threads: arena.threads }, binned, bundles, report);
  } catch (error) {
    arena.release();
    throw error;
  }
}

const NOT_COMPILED =
  "gradients were computed in plain JavaScript, on one thread, because this host did not compile the loss";

/** Brings a loss with derivatives of its own to the kernels; null, or why the host refuses it. */
function takeOwnLoss({ keptScores, lossKernel }: SearchPlan, arena: Arena): Promise<string | null> | null {
  return keptScores === 1 && typeof lossKernel === "object" ? takeLoss(arena, lossKernel) : null;
}

function withoutKernel({ lossKernel: _, ...plan }: SearchPlan): SearchPlan {
  return plan;
}

/** What the search leases with the fewest bins that there can be, on one thread. */
function leastBytes(plan: SearchPlan): number {
  const binCounts = plan.dataset.columns.map((column) => (column.kind === "numeric" ? 1 : column.categories.length));
  const sizes = sizesOf(plan, binCounts, 0, [], MOST_HISTOGRAMS);
  return bytesOf(plan, { ...sizes, leastShared: LEAST_SHARED, threads: 1 });
}

async function layOut(
  plan: SearchPlan,
  arena: Arena,
  team: Team,
  shape: BinnedShape,
  binned: readonly BinnedColumn[],
  bundles: readonly ColumnBundle[],
  report: () => readonly string[],
): Promise<BinnedTrees> {
  const passes = new PairPasses(arena, team, pairShapeOf(plan));
  const { classPairs = 1 } = shape;
  const pairOfRow = classPairs > 1 ? arena.uint8(shape.rowCount) : null;
  const room = new BinnedRoom(arena, team, passes.pairs, shape, pairOfRow);
  setConstraints(plan, room, binned);
  const limits = limitsOf(plan);
  const pairs = new BinnedPairs(plan, room, passes);
  const ofClasses = plan.criterion.goal === "classes";
  const statistics = ofClasses ? new BinnedClasses(room, passes, pairOfRow, plan.pacer) : pairs;
  const bundled = new Set(bundles.flatMap(({ features }) => features));
  const alone = binned.filter((_, feature) => !bundled.has(feature));
  await room.lay([...alone.map(({ bins }) => bins), ...bundles.map(({ codes }) => codes)], plan.pacer);
  const leaves = new BinnedLeaves(plan, room, passes);
  const leafRoom = new LeafRoom(arena, team, room, leafShape(plan, shape));
  const whole = new BinnedWhole(plan, leafRoom, binned, leaves, limits);
  const rooms = { room, statistics, pairs, leaves, whole };
  return new BinnedTrees(plan, rooms, { report, threads: () => arena.givenThreads, release: () => arena.release() });
}

/** What the scans of a room read of constraints on features. */
function setConstraints(plan: SearchPlan, { scans }: BinnedRoom, binned: readonly BinnedColumn[]): void {
  if (plan.monotone !== undefined) scans.monotone.set(plan.monotone);
  if (plan.gainFactors !== undefined) scans.gainFactors.set(plan.gainFactors);
  scans.categorical.set(binned.map(({ cuts }) => (cuts !== null ? 0 : plan.categorical === "oneVsRest" ? 2 : 1)));
}

function leafShape(plan: SearchPlan, shape: BinnedShape): LeafShape {
  const { mostLeaves = shape.rowCount, keptScores, criterion, monotone, interactions, symmetric = false } = plan;
  return {
    ...shape,
    mostLeaves: Math.max(1, Math.min(mostLeaves, shape.rowCount)),
    groups: interactions,
    ofClasses: criterion.goal === "classes",
    // Goals that come from scores have none.
    hasTargets: keptScores === undefined && criterion.goal === "gradients",
    isMonotone: monotone !== undefined,
    isSymmetric: symmetric,
  };
}

function bytesOf(plan: SearchPlan, shape: BinnedShape): number {
  const { classPairs = 1, rowCount } = shape;
  const pairShape = pairShapeOf(plan);
  return arenaBytes([
    ...[4 * Team.words, ...PairPasses.byteLengths(pairShape), classPairs > 1 ? rowCount : 0],
    ...BinnedRoom.byteLengths(shape),
    ...LeafRoom.byteLengths(leafShape(plan, shape)),
  ]);
}

/** By the bins of each feature, and those of the one whose categories are sorted that has the most. */
function sizesOf(
  plan: SearchPlan,
  binCounts: readonly number[],
  sortedBins: number,
  bundles: readonly BundleShape[],
  mostHistograms: number,
): Omit<BinnedShape, "threads" | "leastShared"> {
  const { rowCount, target } = plan.dataset;
  const countsRows = plan.minRowsLeaf > 1;
  const hasClasses = plan.criterion.goal === "classes" && target.task === "classification";
  const classPairs = hasClasses ? Math.ceil(target.classes.length / 2) : 1;
  const bytes = BinnedRoom.histogramBytes({ binCounts, countsRows, classPairs, bundles });
  const histograms = Math.max(
    LEAST_HISTOGRAMS,
    Math.min(mostHistograms, 2 * rowCount, Math.floor(MOST_HISTOGRAM_BYTES / bytes)),
  );
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
