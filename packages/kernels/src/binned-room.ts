import type { Arena } from "./arena.ts";
import { BinSlot, FoundSlot } from "./bin-slots.ts";
import { BINS_PER_FEATURE } from "./histogram.ts";
import type { Pacer } from "./pacer.ts";

/** What a room is to hold. */
export interface BinnedShape {
  readonly rowCount: number;
  readonly featureCount: number;
  /** Histograms at the same time. */
  readonly histograms: number;
  /** Whether rows are counted too, for limits on them. */
  readonly countsRows: boolean;
}

/** A run of `BinnedRoom.rows`: those of a node. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** A node, and what its rows sum up to. */
export interface BinnedNode extends Run {
  readonly gradients: number;
  readonly hessians: number;
  /** Bounds of the values of leaves beneath the node; none unless told. */
  readonly lower?: number;
  readonly upper?: number;
}

/** What a cut needs besides gradients. */
export interface BinLimits {
  readonly l2: number;
  /** 0 unless told. */
  readonly l1?: number;
  readonly minChildWeight: number;
  readonly minRowsLeaf: number;
}

/** Rows whose feature is in a bin up to this one go left, and the missing ones where told. */
export interface BinTest {
  readonly feature: number;
  readonly bin: number;
  readonly missingLeft: boolean;
}

export interface BinCut extends BinTest {
  readonly gain: number;
  /** Sums of the left child. */
  readonly gradients: number;
  readonly hessians: number;
  /** Of the node's rows that lack the feature. */
  readonly missingHessians: number;
}

/** Rows that one call handles: a third of a millisecond for 28 features, and ten times that in the twin. */
const CHUNK = 16_384;

/** Room in an arena for the rows of one tree at a time, in bins, and for histograms of its nodes. */
export class BinnedRoom {
  /** The rows of the tree, a run for each node. */
  readonly rows: Uint32Array;
  /** Gradient and hessian of each row. */
  readonly pairs: Float64Array;
  readonly #stride: number;
  /** By row, for sums; and by feature, for parting. */
  readonly #bins: Uint8Array;
  readonly #columns: Uint8Array;
  readonly #scratch: Uint32Array;
  readonly #binCounts: Uint32Array;
  readonly #slotStart: Uint32Array;
  readonly #allowed: Uint8Array;
  /** By feature: 1 where values may only ascend, -1 where they may only descend. */
  readonly monotone: Int8Array;
  /** By feature, what its gains are multiplied by. */
  readonly gainFactors: Float64Array;
  readonly #histograms: Float64Array;
  readonly #counts: Uint32Array;
  readonly #job: Float64Array;
  readonly #found: Float64Array;

  constructor(
    private readonly arena: Arena,
    private readonly shape: BinnedShape,
  ) {
    const { rowCount, featureCount, histograms, countsRows } = shape;
    this.#stride = strideOf(shape);
    this.rows = arena.uint32(rowCount);
    this.pairs = arena.float64(2 * rowCount);
    this.#bins = arena.uint8(rowCount * this.#stride);
    this.#columns = arena.uint8(rowCount * featureCount);
    this.#scratch = arena.uint32(rowCount + 1);
    this.#binCounts = arena.uint32(featureCount);
    this.#slotStart = arena.uint32(featureCount);
    this.#allowed = arena.uint8(featureCount);
    this.monotone = int8At(arena.uint8(featureCount));
    this.gainFactors = arena.float64(featureCount).fill(1);
    this.#histograms = arena.float64(histograms * this.#stride * 2 * BINS_PER_FEATURE);
    this.#counts = arena.uint32(countsRows ? histograms * this.#stride * BINS_PER_FEATURE : 0);
    this.#job = arena.float64(BinSlot.end);
    this.#found = arena.float64(featureCount * FoundSlot.end);
    for (let feature = 0; feature < featureCount; feature++) this.#slotStart[feature] = feature * BINS_PER_FEATURE;
  }

  static byteLengths(shape: BinnedShape): number[] {
    const { rowCount, featureCount, countsRows } = shape;
    const histograms = shape.histograms * strideOf(shape) * BINS_PER_FEATURE;
    return [
      ...[4 * rowCount, 16 * rowCount, rowCount * strideOf(shape), rowCount * featureCount, 4 * (rowCount + 1)],
      ...[
        4 * featureCount,
        4 * featureCount,
        featureCount,
        featureCount,
        8 * featureCount,
        16 * histograms,
        countsRows ? 4 * histograms : 0,
      ],
      ...[8 * BinSlot.end, 8 * featureCount * FoundSlot.end],
    ];
  }

  /** Of one histogram. */
  static histogramBytes(shape: Pick<BinnedShape, "featureCount" | "countsRows">): number {
    return strideOf(shape) * BINS_PER_FEATURE * (shape.countsRows ? 20 : 16);
  }

  /** Takes a feature in; `binCount` is without the bin of missing values, which is the one after them. */
  setFeature(feature: number, bins: Uint8Array, binCount: number): void {
    this.#columns.set(bins, feature * this.shape.rowCount);
    this.#binCounts[feature] = binCount;
    for (let row = 0, at = feature; row < bins.length; row++, at += this.#stride) this.#bins[at] = bins[row];
  }

  /** Sums the rows of a node into a histogram. */
  async sum(histogram: number, { start, end }: Run, pacer: Pacer): Promise<void> {
    const place = this.#placeOf(histogram);
    const counts = this.#countsOf(histogram);
    const { loops } = this.arena;
    const width = this.#stride * BINS_PER_FEATURE;
    this.#histograms.fill(0, 2 * width * histogram, 2 * width * (histogram + 1));
    if (counts > 0) this.#counts.fill(0, width * histogram, width * (histogram + 1));
    const { byteOffset: bins } = this.#bins;
    for (let from = start; from < end; from += CHUNK) {
      if (pacer.due()) await pacer.pause();
      const rows = this.rows.byteOffset + 4 * from;
      const count = Math.min(CHUNK, end - from);
      loops.sumBins(place, rows, count, bins, this.#stride, this.pairs.byteOffset);
      if (counts > 0) loops.countBins(counts, rows, count, bins, this.#stride);
    }
  }

  /** Makes the histogram of a node that of its one child, by taking away the other's. */
  subtract(parent: number, child: number): void {
    const { featureCount } = this.shape;
    this.arena.loops.subtractBins(this.#placeOf(parent), this.#placeOf(child), featureCount);
    if (this.shape.countsRows) {
      this.arena.loops.subtractCounts(this.#countsOf(parent), this.#countsOf(child), featureCount);
    }
  }

  /** The best cut on each feature, or on each of those that are allowed; a gain of 0 where there is none. */
  scan(histogram: number, node: BinnedNode, limits: BinLimits, features?: readonly number[]): BinCut[] {
    const { gradients: G, hessians: H } = node;
    const { l2 } = limits;
    const job = this.#job;
    job[BinSlot.gradients] = G;
    job[BinSlot.hessians] = H;
    job[BinSlot.l2] = l2;
    job[BinSlot.histogram] = this.#placeOf(histogram);
    job[BinSlot.binCounts] = this.#binCounts.byteOffset;
    job[BinSlot.slotStart] = this.#slotStart.byteOffset;
    job[BinSlot.from] = 0;
    job[BinSlot.to] = this.shape.featureCount;
    job[BinSlot.allowed] = features === undefined ? 0 : this.#allowed.byteOffset;
    this.#allowed.fill(0);
    for (const feature of features ?? []) this.#allowed[feature] = 1;
    job[BinSlot.l1] = limits.l1 ?? 0;
    job[BinSlot.lower] = node.lower ?? Number.NEGATIVE_INFINITY;
    job[BinSlot.upper] = node.upper ?? Number.POSITIVE_INFINITY;
    job[BinSlot.monotone] = this.monotone.byteOffset;
    job[BinSlot.gainFactors] = this.gainFactors.byteOffset;
    job[BinSlot.minChildWeight] = limits.minChildWeight;
    job[BinSlot.rowCounts] = this.#countsOf(histogram);
    job[BinSlot.rows] = node.end - node.start;
    job[BinSlot.minRowsLeaf] = limits.minRowsLeaf;
    job[BinSlot.nodeTerm] = l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
    job[BinSlot.found] = this.#found.byteOffset;
    this.arena.loops.scanBins(job.byteOffset);
    return Array.from({ length: this.shape.featureCount }, (_, feature) => this.#cutOf(feature));
  }

  /** How many rows of the node go left. */
  countLeft({ start, end }: Run, test: BinTest): number {
    return this.arena.loops.countLeft(this.rows.byteOffset + 4 * start, end - start, ...this.#placesOf(test));
  }

  /** Parts the node's rows; those that go left come first. */
  async part({ start, end }: Run, test: BinTest, pacer: Pacer): Promise<void> {
    if (pacer.due()) await pacer.pause();
    const place = this.rows.byteOffset + 4 * start;
    this.arena.loops.partBins(place, end - start, ...this.#placesOf(test), this.#scratch.byteOffset);
  }

  #placesOf({ feature, bin, missingLeft }: BinTest): [number, number, number, number] {
    const column = this.#columns.byteOffset + feature * this.shape.rowCount;
    return [column, bin, this.#binCounts[feature], missingLeft ? 0 : 1];
  }

  #cutOf(feature: number): BinCut {
    const found = this.#found;
    const at = feature * FoundSlot.end;
    return {
      feature,
      gain: found[at + FoundSlot.gain],
      bin: found[at + FoundSlot.bin],
      missingLeft: found[at + FoundSlot.missingLeft] === 1,
      gradients: found[at + FoundSlot.gradients],
      hessians: found[at + FoundSlot.hessians],
      missingHessians: found[at + FoundSlot.missingHessians],
    };
  }

  #placeOf(histogram: number): number {
    return this.#histograms.byteOffset + 16 * BINS_PER_FEATURE * this.#stride * histogram;
  }

  #countsOf(histogram: number): number {
    return this.shape.countsRows ? this.#counts.byteOffset + 4 * BINS_PER_FEATURE * this.#stride * histogram : 0;
  }
}

function int8At({ buffer, byteOffset, length }: Uint8Array): Int8Array {
  return new Int8Array(buffer, byteOffset, length);
}

/** Bytes of a row: four features are read at once. */
function strideOf({ featureCount }: Pick<BinnedShape, "featureCount">): number {
  return 4 * Math.ceil(featureCount / 4);
}
