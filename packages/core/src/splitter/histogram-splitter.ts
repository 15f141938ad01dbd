import { arenaBytes, BinnedRoom, type BinnedShape, PairPasses, Team } from "@cambium/kernels";
import { type BinnedColumn, type BinnedNumbers, MOST_BINS } from "../dataset/bin-column.ts";
import type { Column } from "../dataset/column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import { checkRunBytes, leaseSharedRun } from "../util/lease-run.ts";
import { BinSearch } from "./bin-search.ts";
import { BinnedLeaves } from "./binned-leaves.ts";
import { BinnedPairs } from "./binned-pairs.ts";
import { BinnedSearch } from "./binned-search.ts";
import { CategorySearch } from "./category-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { contextBytes, openContext } from "./open-context.ts";
import type { SearchPlan, SplitSearch, Splitter } from "./splitter.ts";

/** Histograms that are kept at the same time, in bytes and in number: without one a node costs more, and gives the same. */
const MOST_HISTOGRAM_BYTES = 2 ** 26;
const MOST_HISTOGRAMS = 512;

/** Tries the cuts between bins: each numeric column is cut once, before the first tree, into at most `maxBins` bins of about the same weight. */
export function histogramSplitter(maxBins = 255): Splitter {
  checkArgument("histogramSplitter", maxBins, integerFrom(2, MOST_BINS));
  return {
    name: "histogram",
    async begin(plan) {
      const { dataset, pacer } = plan;
      if (plan.symmetric === true) refuseCategories(dataset.columns);
      const isCompiled =
        plan.criterion.steps !== undefined &&
        plan.symmetric !== true &&
        (plan.featuresPerNode === undefined || plan.drawsConstants === true);
      // Binning takes its time, and how many bins come of it matters little to the bytes: so they are asked for before it.
      checkRunBytes(isCompiled ? leastBytes(plan) : contextBytes(plan, []));
      const binned: BinnedColumn[] = [];
      for (const feature of dataset.columns.keys()) {
        if (pacer.due()) await pacer.pause();
        binned.push(await dataset.binned(feature, maxBins, pacer, plan.threads));
      }
      return isCompiled ? openCompiled(plan, binned) : openByColumn(plan, binned);
    },
  };
}

/** Levels are cut between bins, which have an order. */
function refuseCategories(columns: readonly Column[]): void {
  const found = columns.find(({ kind }) => kind === "categorical");
  if (found === undefined) return;
  const message = `growth "symmetric" cuts columns of numbers only, but "${found.name}" has categories; leave it out, or let trees grow by depth or leaf`;
  throw new CambiumError("bad-option", message);
}

/** With the fewest bins that there can be, on one thread. */
function leastBytes(plan: SearchPlan): number {
  const binCounts = plan.dataset.columns.map((column) => (column.kind === "numeric" ? 1 : column.categories.length));
  return roomsFor(plan, binCounts, 0).bytesFor(1);
}

/** What the search leases, by the bins of each feature, and those of the one whose categories are sorted that has the most. */
function roomsFor(plan: SearchPlan, binCounts: readonly number[], sortedBins: number) {
  const { rowCount, target } = plan.dataset;
  const countsRows = plan.minRowsLeaf > 1;
  const bytes = BinnedRoom.histogramBytes({ binCounts, countsRows });
  const histograms = Math.max(2, Math.min(MOST_HISTOGRAMS, 2 * rowCount, Math.floor(MOST_HISTOGRAM_BYTES / bytes)));
  const shapeFor = (threads: number): BinnedShape => ({
    rowCount,
    binCounts,
    countsRows,
    histograms,
    threads,
    sortedBins,
  });
  const keepsScores = plan.keepsScores ?? false;
  const pairShape = { rowCount, hasScores: keepsScores, hasWeights: keepsScores && target.weights !== null };
  const bytesFor = (threads: number) =>
    arenaBytes([4 * Team.words, ...PairPasses.byteLengths(pairShape), ...BinnedRoom.byteLengths(shapeFor(threads))]);
  return { histograms, shapeFor, pairShape, bytesFor };
}

async function openCompiled(plan: SearchPlan, binned: readonly BinnedColumn[]): Promise<SplitSearch> {
  const binCounts = binned.map(({ binCount }) => binCount);
  const sortedBins = Math.max(0, ...binned.map(({ cuts, binCount }) => (cuts === null ? binCount : 0)));
  const { histograms, shapeFor, pairShape, bytesFor } = roomsFor(plan, binCounts, sortedBins);
  const { threads = 1 } = plan;
  const { arena, refusal } = await leaseSharedRun(bytesFor, threads);
  try {
    const team = arena.team();
    const passes = new PairPasses(arena, team, pairShape);
    const room = new BinnedRoom(arena, team, passes.pairs, shapeFor(team.threads));
    const columns = binned.map(({ bins }) => bins);
    await room.lay(columns, plan.pacer);
    const pairs = new BinnedPairs(plan, room, passes);
    const report = refusal === null ? [] : [`of ${threads} threads this host gave ${team.threads}: ${refusal}`];
    const leaves = new BinnedLeaves(plan, room, passes);
    return new BinnedSearch(plan, arena, room, pairs, leaves, binned, histograms, report, team.threads);
  } catch (error) {
    arena.release();
    throw error;
  }
}

async function openByColumn(plan: SearchPlan, binned: readonly BinnedColumn[]): Promise<SplitSearch> {
  const { columns } = plan.dataset;
  const context = await openContext(
    plan,
    columns.map(() => false),
  );
  const searches = columns.map((column, feature) =>
    column.kind === "numeric"
      ? new BinSearch(context, feature, column, binned[feature] as BinnedNumbers)
      : new CategorySearch(context, feature, column),
  );
  return new ColumnwiseSearch(
    context,
    searches,
    columns.map(() => null),
  );
}
