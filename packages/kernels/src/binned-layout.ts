import { BINS_PER_FEATURE, PAIR_BYTES } from "./histogram.ts";

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
  /** Pairs of classes whose weights are summed in the place of gradients and hessians; 1 unless told. */
  readonly classPairs?: number;
  /** The most bins of a feature whose categories are sorted; none unless told. */
  readonly sortedBins?: number;
}

/** How records and histograms are laid out. */
export interface BinnedLayout {
  /** Bytes of a record. */
  readonly stride: number;
  readonly hasWideBins: boolean;
  /** Of a histogram, of one pair of numbers in each, and the first one of each feature. */
  readonly slots: number;
  readonly pairSlots: number;
  readonly starts: readonly number[];
  /** Bytes of a table of sides. */
  readonly sides: number;
}

/** Bins of one byte have 256 slots a feature, four features at once; those of two have as many as there are bins. */
export function layoutOf({ binCounts, classPairs = 1 }: Pick<BinnedShape, "binCounts" | "classPairs">): BinnedLayout {
  const features = binCounts.length;
  const most = Math.max(...binCounts) + 1;
  const hasWideBins = most > BINS_PER_FEATURE;
  const bytes = PAIR_BYTES + (hasWideBins ? 2 * features : 4 * Math.ceil(features / 4));
  let next = 0;
  const starts = binCounts.map((count) => {
    const start = next;
    next += hasWideBins ? count + 1 : BINS_PER_FEATURE;
    return start;
  });
  const pairSlots = hasWideBins ? next : 4 * Math.ceil(features / 4) * BINS_PER_FEATURE;
  const [stride, sides] = [bytes, most].map((length) => 16 * Math.ceil(length / 16));
  return { stride, hasWideBins, slots: classPairs * pairSlots, pairSlots, starts, sides };
}

/** Wide sums of one histogram, and the rows of each slot. */
export function accumulatorBytes({ countsRows }: BinnedShape, { slots }: BinnedLayout): number {
  return slots * (countsRows ? 20 : 16);
}
