import { BINS_PER_COLUMN, PAIR_BYTES } from "../generated/room-layout.ts";
import type { BundleShape } from "./bundles.ts";

/** What a room is to hold. */
export interface BinnedShape {
  readonly rowCount: number;
  /** By feature: bins of present values; the one after them is for missing ones. */
  readonly binCounts: readonly number[];
  /** Histograms at the same time. */
  readonly histograms: number;
  /** Whether rows are counted too, for limits on them. */
  readonly countsRows: boolean;
  readonly threads: number;
  /** Of a tree with fewer values than this, rows by features, the caller's thread grows all: to wake the others takes longer. */
  readonly leastShared: number;
  /** Pairs of classes whose weights are summed in the place of gradients and hessians. Default: 1. */
  readonly classPairs?: number;
  /** The most bins of a feature whose categories are sorted. Default: none. */
  readonly sortedBins?: number;
  /** Features that stand together as one column; none where bins take two bytes. Default: none. */
  readonly bundles?: readonly BundleShape[];
}

/** Nodes that are split at the same time, at the most. */
const MOST_SPLITS = 32;

/** Nodes that are split at the same time: one for each thread, if there are histograms for their children. */
export function mostSplits({ histograms, threads }: BinnedShape): number {
  return Math.max(1, Math.min(threads, MOST_SPLITS, Math.floor((histograms - 1) / 2)));
}

/** Nodes that are searched at the same time: two children of each. */
export function mostSearches(shape: BinnedShape): number {
  return 2 * mostSplits(shape);
}

/** What of a shape says how records and histograms are laid out. */
export type BinShape = Pick<BinnedShape, "binCounts" | "classPairs" | "bundles">;

/** How records and histograms are laid out. */
export interface BinnedLayout {
  /** Bytes of a record. */
  readonly stride: number;
  readonly hasWideBins: boolean;
  /** By feature, the column that its bins stand in; columns of bundles are behind all others. */
  readonly columnOf: readonly number[];
  /** Of a histogram, of one pair of numbers in each. */
  readonly slots: number;
  readonly pairSlots: number;
  /** The first slot of each column, and of each feature. */
  readonly columnStarts: readonly number[];
  readonly starts: readonly number[];
  /** Bytes of a table of sides. */
  readonly sides: number;
}

/**
 * Bins of one byte have 256 slots a column, four columns at once; those of two have as many as there are bins. The features of
 * bundles have theirs behind those of all columns.
 */
export function layoutOf({ binCounts, classPairs = 1, bundles = [] }: BinShape): BinnedLayout {
  const { columnOf, columns } = columnsOf(binCounts.length, bundles);
  const most = Math.max(...binCounts) + 1;
  const hasWideBins = most > BINS_PER_COLUMN;
  const bytes = PAIR_BYTES + (hasWideBins ? 2 * columns : 4 * Math.ceil(columns / 4));
  const lengths = hasWideBins
    ? binCounts.map((count) => count + 1)
    : Array.from({ length: columns }, () => BINS_PER_COLUMN);
  const { starts: columnStarts, end } = inTurn(lengths, 0);
  const bundled = new Set(bundles.flatMap(({ features }) => features));
  const behind = hasWideBins ? end : 4 * Math.ceil(columns / 4) * BINS_PER_COLUMN;
  const own = inTurn(
    binCounts.map((count, feature) => (bundled.has(feature) ? count + 1 : 0)),
    behind,
  );
  const starts = columnOf.map((column, feature) => (bundled.has(feature) ? own.starts[feature] : columnStarts[column]));
  const pairSlots = own.end;
  const mostSides = bundles.length > 0 ? BINS_PER_COLUMN : most;
  const [stride, sides] = [bytes, mostSides].map((length) => 16 * Math.ceil(length / 16));
  return { stride, hasWideBins, columnOf, slots: classPairs * pairSlots, pairSlots, columnStarts, starts, sides };
}

function columnsOf(features: number, bundles: readonly BundleShape[]): { columnOf: number[]; columns: number } {
  const columnOf = Array.from({ length: features }, () => -1);
  const alone = features - bundles.reduce((sum, bundle) => sum + bundle.features.length, 0);
  bundles.forEach((bundle, i) => {
    for (const feature of bundle.features) columnOf[feature] = alone + i;
  });
  let next = 0;
  return { columnOf: columnOf.map((column) => (column < 0 ? next++ : column)), columns: alone + bundles.length };
}

/** Runs of such lengths, one after the other. */
function inTurn(lengths: readonly number[], first: number): { readonly starts: number[]; readonly end: number } {
  let end = first;
  const starts = lengths.map((length) => {
    end += length;
    return end - length;
  });
  return { starts, end };
}

/** Wide sums of one histogram, and the rows of each slot. */
export function accumulatorBytes({ countsRows }: BinnedShape, { slots }: BinnedLayout): number {
  return slots * (countsRows ? 20 : 16);
}

/** Where a column's bin is in a record. */
export function placeOfBin(column: number, hasWideBins: boolean): number {
  return PAIR_BYTES + (hasWideBins ? 2 * column : column);
}
