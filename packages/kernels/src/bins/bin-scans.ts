import type { Arena } from "../arena/arena.ts";
import { BinSlot, FoundSlot } from "../generated/bins-layout.ts";
import { type BinnedShape, mostSearches } from "./binned-layout.ts";

/** What a split needs besides gradients. */
export interface BinLimits {
  readonly l2: number;
  /** Default: 0. */
  readonly l1?: number;
  readonly minChildWeight: number;
  readonly minRowsLeaf: number;
  /** Added to the hessians by which categories are sorted. Default: 0. */
  readonly smoothing?: number;
  /** The most sorted categories on one of the two sides. Default: no limit. */
  readonly mostCategories?: number;
}

/** Room in an arena for the jobs that search histograms, and for the splits that they find. */
export class BinScans {
  /** By feature: 1 where values may only ascend, -1 where they may only descend. */
  readonly monotone: Int8Array;
  /** By feature, what its gains are multiplied by. */
  readonly gainFactors: Float64Array;
  /** By feature: 0 for numbers, 1 for runs of sorted categories, 2 for each category against the rest. */
  readonly categorical: Uint8Array;
  readonly #jobs: Float64Array;

  constructor(arena: Arena, shape: BinnedShape) {
    const { classPairs = 1 } = shape;
    const features = shape.binCounts.length;
    const count = mostSearches(shape);
    this.#jobs = arena.float64(count * BinSlot.size);
    const found = arena.float64(count * features * FoundSlot.size);
    const { buffer, byteOffset } = arena.uint8(features);
    this.monotone = new Int8Array(buffer, byteOffset, features);
    this.gainFactors = arena.float64(features).fill(1);
    this.categorical = arena.uint8(features);
    const weights = arena.float64(count * weightsOf(shape));
    for (let job = 0; job < count; job++) {
      const at = job * BinSlot.size;
      this.#jobs[at + BinSlot.monotone] = byteOffset;
      this.#jobs[at + BinSlot.pairs] = classPairs;
      this.#jobs[at + BinSlot.weights] = weights.byteOffset + 8 * job * weightsOf(shape);
      this.#jobs[at + BinSlot.found] = found.byteOffset + 8 * job * features * FoundSlot.size;
    }
  }

  static byteLengths(shape: BinnedShape): number[] {
    const features = shape.binCounts.length;
    const count = mostSearches(shape);
    return [
      ...[8 * count * BinSlot.size, 8 * count * features * FoundSlot.size],
      ...[features, 8 * features, features, 8 * count * weightsOf(shape)],
    ];
  }

  /** Where a job stands. */
  placeOf(job: number): number {
    return this.#jobs.byteOffset + 8 * job * BinSlot.size;
  }

  /** Writes into a job what is the same for all nodes of a tree. */
  prepare(job: number, limits: BinLimits, { lower, upper }: { readonly lower: number; readonly upper: number }): void {
    const at = job * BinSlot.size;
    const jobs = this.#jobs;
    jobs[at + BinSlot.l2] = limits.l2;
    jobs[at + BinSlot.l1] = limits.l1 ?? 0;
    jobs[at + BinSlot.smoothing] = limits.smoothing ?? 0;
    jobs[at + BinSlot.mostCategories] = limits.mostCategories ?? 0;
    jobs[at + BinSlot.minChildWeight] = limits.minChildWeight;
    jobs[at + BinSlot.minRowsLeaf] = limits.minRowsLeaf;
    jobs[at + BinSlot.lower] = lower;
    jobs[at + BinSlot.upper] = upper;
  }
}

/** The weights of the classes of a node, and of all. */
function weightsOf({ classPairs = 1 }: BinnedShape): number {
  return 2 * classPairs + 1;
}
