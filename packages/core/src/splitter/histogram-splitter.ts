import { arenaBytes, BinnedRoom } from "@cambium/kernels";
import { type BinnedColumn, type BinnedNumbers, MOST_BINS } from "../dataset/bin-column.ts";
import type { Column } from "../dataset/column.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import { leaseRun } from "../util/lease-run.ts";
import { BinSearch } from "./bin-search.ts";
import { BinnedSearch } from "./binned-search.ts";
import { CategorySearch } from "./category-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { openContext } from "./open-context.ts";
import type { SearchPlan, SplitSearch, Splitter } from "./splitter.ts";

/** Histograms that are kept at the same time, in bytes and in number: without one a node costs more, and gives the same. */
const MOST_HISTOGRAM_BYTES = 2 ** 25;
const MOST_HISTOGRAMS = 512;

/** Tries the cuts between bins: each numeric column is cut once, before the first tree, into at most `maxBins` bins of about the same weight. */
export function histogramSplitter(maxBins = 255): Splitter {
  checkArgument("histogramSplitter", maxBins, integerFrom(2, MOST_BINS));
  return {
    name: "histogram",
    async begin(plan) {
      const { dataset, pacer } = plan;
      const binned: BinnedColumn[] = [];
      for (const feature of dataset.columns.keys()) {
        if (pacer.due()) await pacer.pause();
        binned.push(await dataset.binned(feature, maxBins, pacer));
      }
      if (plan.symmetric === true) refuseCategories(dataset.columns);
      const drawsAny = plan.featuresPerNode === undefined || plan.drawsConstants === true;
      const isFree = drawsAny && plan.symmetric !== true;
      return binned.every(isCompiled) && plan.criterion.steps !== undefined && isFree
        ? openCompiled(plan, binned as CompiledColumn[])
        : openByColumn(plan, binned);
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

function isCompiled({ bins, cuts }: BinnedColumn): boolean {
  return cuts !== null && bins instanceof Uint8Array;
}

type CompiledColumn = BinnedNumbers & { readonly bins: Uint8Array };

async function openCompiled(plan: SearchPlan, binned: readonly CompiledColumn[]): Promise<SplitSearch> {
  const featureCount = binned.length;
  const { rowCount } = plan.dataset;
  const countsRows = plan.minRowsLeaf > 1;
  const bytes = BinnedRoom.histogramBytes({ featureCount, countsRows });
  const histograms = Math.max(2, Math.min(MOST_HISTOGRAMS, Math.floor(MOST_HISTOGRAM_BYTES / bytes)));
  const shape = { rowCount, featureCount, countsRows, histograms };
  const arena = await leaseRun(arenaBytes(BinnedRoom.byteLengths(shape)));
  try {
    const room = new BinnedRoom(arena, shape);
    for (const [feature, { bins, binCount }] of binned.entries()) {
      if (plan.pacer.due()) await plan.pacer.pause();
      room.setFeature(feature, bins, binCount);
    }
    return new BinnedSearch(plan, arena, room, histograms, binned);
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
