import type { Arena } from "./arena.ts";
import type { BinLimits } from "./bin-scans.ts";
import type { BinnedShape } from "./binned-layout.ts";
import type { BinnedRoom } from "./binned-room.ts";
import { FoundCuts } from "./found-cuts.ts";
import { FoundSlot } from "./generated/bins-layout.ts";
import { ClassSlot } from "./generated/classes-layout.ts";
import { TaskKind } from "./generated/tasks-layout.ts";
import type { Pacer } from "./pacer.ts";
import type { Team } from "./team.ts";

/** A node whose best cuts between classes are looked for. */
export interface ClassScan {
  readonly histogram: number;
  readonly rows: number;
  /** The weight of each class, and behind them of all. */
  readonly weights: Float64Array;
  /** The features that it may be cut by; null, or not told: all. */
  readonly features?: readonly number[] | null;
}

/** Nodes that are scanned at once. */
const JOBS = 64;

/** Room in an arena to look for cuts by the Gini impurity of classes, in the histograms of a room of bins. */
export class ClassRoom {
  readonly #jobs: Float64Array;
  readonly #nodes: Float64Array;
  readonly #allowed: Uint8Array;
  readonly #found: Float64Array;

  constructor(
    arena: Arena,
    private readonly team: Team,
    private readonly room: BinnedRoom,
    private readonly shape: BinnedShape,
  ) {
    const { binCounts, classPairs = 1 } = shape;
    const features = binCounts.length;
    this.#jobs = arena.float64(JOBS * ClassSlot.size);
    this.#nodes = arena.float64(JOBS * nodeSlots(shape));
    const left = arena.float64(JOBS * 2 * classPairs);
    this.#allowed = arena.uint8(JOBS * features);
    this.#found = arena.float64(JOBS * features * FoundSlot.size);
    const starts = arena.uint32(features);
    const counts = arena.uint32(features);
    counts.set(binCounts);
    starts.set(room.starts);
    for (let job = 0; job < JOBS; job++) {
      const at = job * ClassSlot.size;
      this.#jobs[at + ClassSlot.pairBytes] = room.pairBytes;
      this.#jobs[at + ClassSlot.pairs] = classPairs;
      this.#jobs[at + ClassSlot.slotStarts] = starts.byteOffset;
      this.#jobs[at + ClassSlot.binCounts] = counts.byteOffset;
      this.#jobs[at + ClassSlot.features] = features;
      this.#jobs[at + ClassSlot.node] = this.#nodes.byteOffset + 8 * job * nodeSlots(shape);
      this.#jobs[at + ClassSlot.left] = left.byteOffset + 16 * job * classPairs;
      this.#jobs[at + ClassSlot.found] = this.#found.byteOffset + 8 * job * features * FoundSlot.size;
    }
  }

  static byteLengths(shape: BinnedShape): number[] {
    const { binCounts, classPairs = 1 } = shape;
    const features = binCounts.length;
    return [
      ...[8 * JOBS * ClassSlot.size, 8 * JOBS * nodeSlots(shape), 16 * JOBS * classPairs, JOBS * features],
      ...[8 * JOBS * features * FoundSlot.size, 4 * features, 4 * features],
    ];
  }

  /** Looks for the best cuts of nodes; `onFound` is given the gain, the bin and the side of missing values of the best on each feature. */
  async scan(
    scans: readonly ClassScan[],
    limits: Pick<BinLimits, "minChildWeight" | "minRowsLeaf">,
    pacer: Pacer,
    onFound: (index: number, found: FoundCuts) => void,
  ): Promise<void> {
    const features = this.shape.binCounts.length;
    for (let first = 0; first < scans.length; first += JOBS) {
      const count = Math.min(JOBS, scans.length - first);
      const write = (job: number) => {
        this.#setScan(job, scans[first + job], limits);
        this.team.set(TaskKind.scanClasses, this.#jobs.byteOffset + 8 * job * ClassSlot.size);
      };
      await this.team.run(count, write, pacer);
      for (let job = 0; job < count; job++) {
        onFound(first + job, new FoundCuts(this.#found, job * features * FoundSlot.size, features));
      }
    }
  }

  #setScan(
    job: number,
    { histogram, rows, weights, features }: ClassScan,
    { minChildWeight, minRowsLeaf }: Pick<BinLimits, "minChildWeight" | "minRowsLeaf">,
  ): void {
    const { binCounts, classPairs = 1 } = this.shape;
    const at = job * ClassSlot.size;
    const jobs = this.#jobs;
    jobs[at + ClassSlot.histogram] = this.room.placeOf(histogram);
    jobs[at + ClassSlot.minChildWeight] = minChildWeight;
    jobs[at + ClassSlot.rowCounts] = this.room.countsOf(histogram);
    jobs[at + ClassSlot.rows] = rows;
    jobs[at + ClassSlot.minRowsLeaf] = minRowsLeaf;
    const node = this.#nodes.subarray(job * nodeSlots(this.shape));
    const classes = weights.length - 1;
    // An odd class has an empty one beside it.
    node[2 * classPairs - 1] = 0;
    node.set(weights.subarray(0, classes));
    node[2 * classPairs] = weights[classes];
    const count = binCounts.length;
    jobs[at + ClassSlot.allowed] = features ? this.#allowed.byteOffset + job * count : 0;
    if (!features) return;
    this.#allowed.fill(0, job * count, (job + 1) * count);
    for (const feature of features) this.#allowed[job * count + feature] = 1;
  }
}

/** Numbers that say what a node weighs. */
function nodeSlots({ classPairs = 1 }: BinnedShape): number {
  return 2 * classPairs + 1;
}
