import type { Arena } from "./arena.ts";
import type { BinnedShape } from "./binned-layout.ts";
import { FoundCuts } from "./found-cuts.ts";
import { BinSlot, FoundSlot } from "./generated/bins-layout.ts";
import { sortBytes } from "./sort-categories.ts";

/** A node whose best cuts are looked for. */
export interface BinnedScan {
  readonly histogram: number;
  /** Where its rows begin. */
  readonly start: number;
  readonly rows: number;
  readonly gradients: number;
  readonly hessians: number;
  /** Bounds of the values of leaves beneath the node; none unless told. */
  readonly lower?: number;
  readonly upper?: number;
  /** The features that it may be cut by; null, or not told: all. */
  readonly features?: readonly number[] | null;
}

/** What a cut needs besides gradients. */
export interface BinLimits {
  readonly l2: number;
  /** 0 unless told. */
  readonly l1?: number;
  readonly minChildWeight: number;
  readonly minRowsLeaf: number;
  /** Added to the hessians by which categories are sorted; 0 unless told. */
  readonly smoothing?: number;
  /** Of sorted categories, on one of the two sides; any number unless told. */
  readonly mostCategories?: number;
}

/** Nodes that are scanned at once. */
const JOBS = 128;

/** Bytes in which these may sort categories. */
const SORT_BYTES = 2 ** 22;

/** Room in an arena for scans of histograms, one a node, and for the cuts that they find. */
export class BinScans {
  /** By feature: 1 where values may only ascend, -1 where they may only descend. */
  readonly monotone: Int8Array;
  /** By feature, what its gains are multiplied by. */
  readonly gainFactors: Float64Array;
  /** By feature: 0 for numbers, 1 for runs of sorted categories, 2 for each category against the rest. */
  readonly categorical: Uint8Array;
  /** Scans at once: each needs room to sort the categories of a feature. */
  readonly most: number;
  readonly #jobs: Float64Array;
  readonly #found: Float64Array;
  readonly #allowed: Uint8Array;
  readonly #features: number;

  constructor(arena: Arena, shape: BinnedShape, starts: readonly number[]) {
    const { binCounts, sortedBins = 0 } = shape;
    const features = binCounts.length;
    this.#features = features;
    this.most = mostScans(shape);
    this.#jobs = arena.float64(JOBS * BinSlot.size).fill(0);
    this.#found = arena.float64(JOBS * features * FoundSlot.size);
    this.#allowed = arena.uint8(JOBS * features);
    const { buffer, byteOffset } = arena.uint8(features);
    this.monotone = new Int8Array(buffer, byteOffset, features);
    this.gainFactors = arena.float64(features).fill(1);
    this.categorical = arena.uint8(features);
    const counts = arena.uint32(features);
    counts.set(binCounts);
    const slotStarts = arena.uint32(features);
    slotStarts.set(starts);
    const sorting = arena.uint8(this.most * sortBytes(sortedBins), "anything");
    for (let job = 0; job < JOBS; job++) {
      const at = job * BinSlot.size;
      this.#jobs[at + BinSlot.slotStarts] = slotStarts.byteOffset;
      this.#jobs[at + BinSlot.binCounts] = counts.byteOffset;
      this.#jobs[at + BinSlot.to] = features;
      this.#jobs[at + BinSlot.monotone] = byteOffset;
      this.#jobs[at + BinSlot.gainFactors] = this.gainFactors.byteOffset;
      this.#jobs[at + BinSlot.categorical] = this.categorical.byteOffset;
      this.#jobs[at + BinSlot.scratch] = sorting.byteOffset + job * sortBytes(sortedBins);
      this.#jobs[at + BinSlot.found] = this.#found.byteOffset + 8 * job * features * FoundSlot.size;
    }
  }

  static byteLengths(shape: BinnedShape): number[] {
    const features = shape.binCounts.length;
    return [
      ...[8 * JOBS * BinSlot.size, 8 * JOBS * features * FoundSlot.size, JOBS * features],
      ...[features, 8 * features, features, 4 * features, 4 * features],
      mostScans(shape) * sortBytes(shape.sortedBins ?? 0),
    ];
  }

  /** Where a job stands. */
  placeOf(job: number): number {
    return this.#jobs.byteOffset + 8 * job * BinSlot.size;
  }

  /** The best cut on each feature that a job found. */
  found(job: number): FoundCuts {
    return new FoundCuts(this.#found, job * this.#features * FoundSlot.size, this.#features);
  }

  /** Writes a job; `histogram` and `counts` are places in the memory. */
  set(job: number, scan: BinnedScan, limits: BinLimits, histogram: number, counts: number): void {
    const { rows, gradients: G, hessians: H, features } = scan;
    const at = job * BinSlot.size;
    const jobs = this.#jobs;
    const { l2 } = limits;
    jobs[at + BinSlot.gradients] = G;
    jobs[at + BinSlot.hessians] = H;
    jobs[at + BinSlot.l2] = l2;
    jobs[at + BinSlot.l1] = limits.l1 ?? 0;
    jobs[at + BinSlot.smoothing] = limits.smoothing ?? 0;
    jobs[at + BinSlot.mostCategories] = limits.mostCategories ?? 0;
    jobs[at + BinSlot.lower] = scan.lower ?? Number.NEGATIVE_INFINITY;
    jobs[at + BinSlot.upper] = scan.upper ?? Number.POSITIVE_INFINITY;
    jobs[at + BinSlot.histogram] = histogram;
    jobs[at + BinSlot.minChildWeight] = limits.minChildWeight;
    jobs[at + BinSlot.rowCounts] = counts;
    jobs[at + BinSlot.rows] = rows;
    jobs[at + BinSlot.minRowsLeaf] = limits.minRowsLeaf;
    jobs[at + BinSlot.nodeTerm] = l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
    const count = this.#features;
    jobs[at + BinSlot.allowed] = features ? this.#allowed.byteOffset + job * count : 0;
    if (!features) return;
    this.#allowed.fill(0, job * count, (job + 1) * count);
    for (const feature of features) this.#allowed[job * count + feature] = 1;
  }
}

function mostScans({ sortedBins = 0 }: BinnedShape): number {
  return Math.max(1, Math.min(JOBS, Math.floor(SORT_BYTES / sortBytes(sortedBins))));
}
