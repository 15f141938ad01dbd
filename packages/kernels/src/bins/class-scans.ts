import type { Arena } from "../arena/arena.ts";
import { FoundSlot } from "../generated/bins-layout.ts";
import { ClassSlot } from "../generated/classes-layout.ts";
import type { BinLimits } from "./bin-scans.ts";
import { type BinnedShape, mostSearches } from "./binned-layout.ts";
import type { BinnedRoom } from "./binned-room.ts";

/** Room in an arena for the jobs that search histograms by the Gini impurity of classes, and for the splits that they find. */
export class ClassScans {
  readonly #jobs: Float64Array;

  constructor(arena: Arena, room: BinnedRoom, shape: BinnedShape) {
    const { binCounts, classPairs = 1 } = shape;
    const features = binCounts.length;
    const count = mostSearches(shape);
    this.#jobs = arena.float64(count * ClassSlot.size);
    const nodes = arena.float64(count * nodeSlots(shape));
    const found = arena.float64(count * features * FoundSlot.size);
    const starts = arena.uint32(features);
    const counts = arena.uint32(features);
    counts.set(binCounts);
    starts.set(room.starts);
    for (let job = 0; job < count; job++) {
      const at = job * ClassSlot.size;
      this.#jobs[at + ClassSlot.pairBytes] = room.pairBytes;
      this.#jobs[at + ClassSlot.pairs] = classPairs;
      this.#jobs[at + ClassSlot.slotStarts] = starts.byteOffset;
      this.#jobs[at + ClassSlot.binCounts] = counts.byteOffset;
      this.#jobs[at + ClassSlot.node] = nodes.byteOffset + 8 * job * nodeSlots(shape);
      this.#jobs[at + ClassSlot.found] = found.byteOffset + 8 * job * features * FoundSlot.size;
    }
  }

  static byteLengths(shape: BinnedShape): number[] {
    const features = shape.binCounts.length;
    const count = mostSearches(shape);
    const slots = [ClassSlot.size, nodeSlots(shape), features * FoundSlot.size];
    return [...slots.map((size) => 8 * count * size), 4 * features, 4 * features];
  }

  /** Where a job stands. */
  placeOf(job: number): number {
    return this.#jobs.byteOffset + 8 * job * ClassSlot.size;
  }

  /** Writes into a job what is the same for all nodes of a tree. */
  prepare(job: number, { minChildWeight, minRowsLeaf }: Pick<BinLimits, "minChildWeight" | "minRowsLeaf">): void {
    const at = job * ClassSlot.size;
    this.#jobs[at + ClassSlot.minChildWeight] = minChildWeight;
    this.#jobs[at + ClassSlot.minRowsLeaf] = minRowsLeaf;
  }
}

/** The weights of the classes of a node, and of all. */
function nodeSlots({ classPairs = 1 }: BinnedShape): number {
  return 2 * classPairs + 1;
}
