import type { Arena } from "./arena.ts";
import { BinSlot, FoundSlot } from "./bin-slots.ts";
import { accumulatorBytes, type BinnedLayout, type BinnedShape, layoutOf } from "./binned-layout.ts";
import { FoundCuts } from "./found-cuts.ts";
import type { Pacer } from "./pacer.ts";
import type { RowRun, Steps } from "./pair-passes.ts";
import { placeOfBin } from "./part-records.ts";
import { NodeWord, RoomWord } from "./room-words.ts";
import { sortBytes } from "./sort-categories.ts";
import { TaskKind } from "./task-words.ts";
import type { Team } from "./team.ts";

/** A node that is to be parted: by a byte for each bin of the feature, 1 for the right. */
export interface BinnedCut {
  readonly run: RowRun;
  readonly feature: number;
  writeSides(sides: Uint8Array): void;
  /** The child that is summed into a histogram, and the histogram of the node, which becomes the other's; null: neither. */
  readonly sum: { readonly side: 0 | 1; readonly histogram: number; readonly parent: number } | null;
}

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

/** Rows of a task: narrow sums of more could overflow. */
const MOST_ROWS = 32_768;
const LEAST_ROWS = 4096;

/** U32 by thread: two lists of the rows of a block, 1,024 each. */
const LIST_WORDS = 2048;

/** Nodes that are handled at once. */
const JOBS = 128;

/** Bytes in which the nodes that are scanned at once may sort categories. */
const SORT_BYTES = 2 ** 22;

/** Room in an arena for the rows of one tree at a time, as records of bins, and for histograms of its nodes. */
export class BinnedRoom {
  /** The rows of the tree: those of a node are one after the other. */
  readonly rows: Uint32Array;
  /** By feature: 1 where values may only ascend, -1 where they may only descend. */
  readonly monotone: Int8Array;
  /** By feature, what its gains are multiplied by. */
  readonly gainFactors: Float64Array;
  /** By feature: 0 for numbers, 1 for runs of sorted categories, 2 for each category against the rest. */
  readonly categorical: Uint8Array;
  readonly #layout: BinnedLayout;
  readonly #room: Uint32Array;
  /** Rows of the tree. */
  #bagLength: number;
  /** Of the tree's rows. */
  readonly #records: Uint8Array;
  readonly #binCounts: Uint32Array;
  readonly #histograms: Float64Array;
  readonly #counts: Uint32Array;
  readonly #nodes: Uint32Array;
  readonly #unsettled: Uint32Array;
  readonly #sides: Uint8Array;
  readonly #scans: Float64Array;
  readonly #found: Float64Array;
  readonly #allowed: Uint8Array;

  constructor(
    arena: Arena,
    private readonly team: Team,
    pairs: Float64Array,
    private readonly shape: BinnedShape,
    classPairs: Uint8Array | null = null,
  ) {
    const { rowCount, binCounts, histograms, countsRows } = shape;
    const layout = layoutOf(shape);
    const features = binCounts.length;
    this.#layout = layout;
    this.#bagLength = rowCount;
    this.rows = arena.uint32(rowCount, "anything");
    const allRecords = arena.uint8(rowCount * layout.stride, "anything");
    this.#records = arena.uint8(rowCount * layout.stride, "anything");
    this.#room = arena.uint32(RoomWord.end);
    this.#binCounts = arena.uint32(features);
    this.#binCounts.set(binCounts);
    const starts = arena.uint32(features);
    starts.set(layout.starts);
    const accumulators = arena.uint8(shape.threads * accumulatorBytes(shape, layout));
    const lists = arena.uint32(LIST_WORDS * shape.threads);
    this.#unsettled = arena.uint32(mostParts(rowCount));
    this.#histograms = arena.float64(2 * layout.slots * histograms, "anything");
    this.#counts = arena.uint32(countsRows ? layout.slots * histograms : 0, "anything");
    this.#nodes = arena.uint32(JOBS * NodeWord.length);
    this.#sides = arena.uint8(JOBS * layout.sides);
    this.#scans = arena.float64(JOBS * BinSlot.end);
    this.#found = arena.float64(JOBS * features * FoundSlot.end);
    this.#allowed = arena.uint8(JOBS * features);
    const { buffer, byteOffset } = arena.uint8(features);
    this.monotone = new Int8Array(buffer, byteOffset, features);
    this.gainFactors = arena.float64(features).fill(1);
    this.categorical = arena.uint8(features);
    const sorting = arena.uint8(scanJobs(shape) * sortBytes(shape.sortedBins ?? 0), "anything");
    this.#room[RoomWord.features] = features;
    this.#room[RoomWord.stride] = layout.stride;
    this.#room[RoomWord.hasWideBins] = layout.hasWideBins ? 1 : 0;
    this.#room[RoomWord.slots] = layout.slots;
    this.#room[RoomWord.slotStarts] = starts.byteOffset;
    this.#room[RoomWord.pairs] = pairs.byteOffset;
    this.#room[RoomWord.countsRows] = countsRows ? 1 : 0;
    this.#room[RoomWord.accumulators] = accumulators.byteOffset;
    this.#room[RoomWord.accumulatorBytes] = accumulatorBytes(shape, layout);
    this.#room[RoomWord.classPairs] = classPairs?.byteOffset ?? 0;
    this.#room[RoomWord.pairSlots] = layout.pairSlots;
    this.#room[RoomWord.allRecords] = allRecords.byteOffset;
    this.#room[RoomWord.records] = this.#records.byteOffset;
    this.#room[RoomWord.rows] = this.rows.byteOffset;
    this.#room[RoomWord.lists] = lists.byteOffset;
    this.#room[RoomWord.board] = team.board;
    this.#scans.fill(0);
    for (let job = 0; job < JOBS; job++) {
      const at = job * BinSlot.end;
      this.#scans[at + BinSlot.slotStart] = starts.byteOffset;
      this.#scans[at + BinSlot.binCounts] = this.#binCounts.byteOffset;
      this.#scans[at + BinSlot.to] = features;
      this.#scans[at + BinSlot.monotone] = byteOffset;
      this.#scans[at + BinSlot.gainFactors] = this.gainFactors.byteOffset;
      this.#scans[at + BinSlot.categorical] = this.categorical.byteOffset;
      this.#scans[at + BinSlot.scratch] = sorting.byteOffset + job * sortBytes(shape.sortedBins ?? 0);
      this.#scans[at + BinSlot.found] = this.#found.byteOffset + 8 * job * features * FoundSlot.end;
    }
  }

  /** What a pass over the rows of a node goes through, for each of them. */
  get recordBytes(): number {
    return this.#layout.stride + this.rows.BYTES_PER_ELEMENT;
  }

  static byteLengths(shape: BinnedShape): number[] {
    const { rowCount, binCounts, histograms, countsRows, threads } = shape;
    const layout = layoutOf(shape);
    const features = binCounts.length;
    const slots = layout.slots * histograms;
    return [
      ...[4 * rowCount, rowCount * layout.stride, rowCount * layout.stride],
      ...[4 * RoomWord.end, 4 * features, 4 * features, threads * accumulatorBytes(shape, layout)],
      ...[4 * LIST_WORDS * threads, 4 * mostParts(rowCount)],
      ...[16 * slots, countsRows ? 4 * slots : 0, 4 * JOBS * NodeWord.length, JOBS * layout.sides],
      ...[8 * JOBS * BinSlot.end, 8 * JOBS * features * FoundSlot.end, JOBS * features, features, 8 * features],
      ...[features, scanJobs(shape) * sortBytes(shape.sortedBins ?? 0)],
    ];
  }

  /** Of one histogram. */
  static histogramBytes(shape: Pick<BinnedShape, "binCounts" | "countsRows" | "classPairs">): number {
    return layoutOf(shape).slots * (shape.countsRows ? 20 : 16);
  }

  /** Takes the bins of all features in, of one byte each where they fit. */
  async lay(columns: readonly (Uint8Array | Uint16Array)[], pacer: Pacer): Promise<void> {
    const { rowCount } = this.shape;
    // They stand in the room of a tree's records for as long as there is no tree.
    const { buffer, byteOffset } = this.#records;
    const length = rowCount * columns.length;
    const all = this.#layout.hasWideBins
      ? new Uint16Array(buffer, byteOffset, length)
      : new Uint8Array(buffer, byteOffset, length);
    for (const [feature, bins] of columns.entries()) {
      if (pacer.due()) await pacer.pause();
      all.set(bins, feature * rowCount);
    }
    const run: RowRun = { start: 0, end: rowCount };
    this.#setNode(0, run);
    await this.#inParts([run], TaskKind.layRecords, pacer);
  }

  /** The rows that a tree may see, where the passes over them can read them. In this order until its first cut. */
  bag(rows: Uint32Array): Uint32Array {
    this.rows.set(rows);
    return this.rows.subarray(0, rows.length);
  }

  /** Begins a tree on a bag, and sums it; `narrow` are the steps of narrow pairs, null for wide ones. */
  async begin(bag: Uint32Array, narrow: Steps | null, histogram: number, pacer: Pacer): Promise<RowRun> {
    const steps = new Float64Array(this.#room.buffer, this.#room.byteOffset + 4 * RoomWord.gradientStep, 2);
    steps.set(narrow === null ? [1, 1] : [1 / narrow[0], 1 / narrow[1]]);
    this.#room[RoomWord.isNarrow] = narrow === null ? 0 : 1;
    this.#bagLength = bag.length;
    const run: RowRun = { start: 0, end: bag.length };
    this.#setNode(0, run);
    this.#sumInto(this.#nodeAt(0), histogram);
    await this.#inParts([run], TaskKind.packRecords, pacer);
    return run;
  }

  /** Sums a node anew. */
  async sum(run: RowRun, histogram: number, pacer: Pacer): Promise<void> {
    this.#setNode(0, run);
    this.#sumInto(this.#nodeAt(0), histogram);
    await this.#inParts([run], TaskKind.sumNode, pacer);
  }

  /** What a histogram adds up to: of one feature, as of all. */
  totalOf(histogram: number): [gradients: number, hessians: number] {
    const slots = this.slotsOf(histogram, 0);
    let [gradients, hessians] = [0, 0];
    for (let i = 0; i < slots.length; i += 2) {
      gradients += slots[i];
      hessians += slots[i + 1];
    }
    return [gradients, hessians];
  }

  /** Gradients and hessians by bin of a feature, or the weights of a pair of classes, the missing ones last. */
  slotsOf(histogram: number, feature: number, classPair = 0): Float64Array {
    const { pairSlots, slots, starts } = this.#layout;
    const first = histogram * slots + classPair * pairSlots + starts[feature];
    return this.#histograms.subarray(2 * first, 2 * (first + this.#binCounts[feature] + 1));
  }

  /** Rows by bin of a feature, the missing ones last; only where they are counted. */
  rowsOf(histogram: number, feature: number): Uint32Array {
    const first = histogram * this.#layout.slots + this.#layout.starts[feature];
    return this.#counts.subarray(first, first + this.#binCounts[feature] + 1);
  }

  /** Parts nodes, and sums children on the way. Gives the number of rows that went left, for each. */
  async cut(cuts: readonly BinnedCut[], pacer: Pacer): Promise<number[]> {
    const left: number[] = [];
    for (let first = 0; first < cuts.length; first += JOBS) {
      const some = cuts.slice(first, first + JOBS);
      some.forEach((cut, job) => {
        this.#setCut(job, cut);
      });
      const runs = some.map(({ run }) => run);
      await this.#inParts(runs, TaskKind.partRecords, pacer);
      some.forEach((_, job) => {
        left.push(this.#nodeAt(job)[NodeWord.placedLeft]);
      });
    }
    return left;
  }

  /** Looks for the best cuts of nodes; `onFound` is given the best on each feature, a gain of 0 where there is none. */
  async scan(
    scans: readonly BinnedScan[],
    limits: BinLimits,
    pacer: Pacer,
    onFound: (index: number, found: FoundCuts) => void,
  ): Promise<void> {
    const features = this.#binCounts.length;
    const jobs = scanJobs(this.shape);
    for (let first = 0; first < scans.length; first += jobs) {
      const count = Math.min(jobs, scans.length - first);
      const write = (job: number) => {
        this.#setScan(job, scans[first + job], limits);
        this.team.set(TaskKind.scanBins, this.#scans.byteOffset + 8 * job * BinSlot.end);
      };
      await this.team.run(count, write, pacer, (job) => scans[first + job].start / this.#bagLength);
      for (let job = 0; job < count; job++) {
        onFound(first + job, new FoundCuts(this.#found, job * features * FoundSlot.end, features));
      }
    }
  }

  #setCut(job: number, { run, feature, writeSides, sum }: BinnedCut): void {
    const { hasWideBins, sides } = this.#layout;
    this.#setNode(job, run);
    const node = this.#nodeAt(job);
    node[NodeWord.binAt] = placeOfBin(feature, hasWideBins);
    writeSides(this.#sides.subarray(job * sides, (job + 1) * sides));
    node[NodeWord.sides] = this.#sides.byteOffset + job * sides;
    if (sum === null) return;
    node[NodeWord.summedSide] = sum.side;
    this.#sumInto(node, sum.histogram);
    node[NodeWord.parent] = this.#placeOf(sum.parent);
    node[NodeWord.parentCounts] = this.#countsOf(sum.parent);
  }

  #setNode(job: number, { start, end }: RowRun): void {
    const node = this.#nodeAt(job);
    node.fill(0);
    node[NodeWord.room] = this.#room.byteOffset;
    node[NodeWord.start] = start;
    node[NodeWord.end] = end;
    node[NodeWord.summedSide] = 2;
  }

  #sumInto(node: Uint32Array, histogram: number): void {
    node[NodeWord.histogram] = this.#placeOf(histogram);
    node[NodeWord.counts] = this.#countsOf(histogram);
  }

  #setScan(job: number, scan: BinnedScan, limits: BinLimits): void {
    const { histogram, rows, gradients: G, hessians: H, features } = scan;
    const at = job * BinSlot.end;
    const scans = this.#scans;
    const { l2 } = limits;
    scans[at + BinSlot.gradients] = G;
    scans[at + BinSlot.hessians] = H;
    scans[at + BinSlot.l2] = l2;
    scans[at + BinSlot.l1] = limits.l1 ?? 0;
    scans[at + BinSlot.smoothing] = limits.smoothing ?? 0;
    scans[at + BinSlot.mostCategories] = limits.mostCategories ?? 0;
    scans[at + BinSlot.lower] = scan.lower ?? Number.NEGATIVE_INFINITY;
    scans[at + BinSlot.upper] = scan.upper ?? Number.POSITIVE_INFINITY;
    scans[at + BinSlot.histogram] = this.#placeOf(histogram);
    scans[at + BinSlot.minChildWeight] = limits.minChildWeight;
    scans[at + BinSlot.rowCounts] = this.#countsOf(histogram);
    scans[at + BinSlot.rows] = rows;
    scans[at + BinSlot.minRowsLeaf] = limits.minRowsLeaf;
    scans[at + BinSlot.nodeTerm] = l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
    const count = this.#binCounts.length;
    scans[at + BinSlot.allowed] = features ? this.#allowed.byteOffset + job * count : 0;
    if (!features) return;
    this.#allowed.fill(0, job * count, (job + 1) * count);
    for (const feature of features) this.#allowed[job * count + feature] = 1;
  }

  /** Shares the rows of nodes out: in parts that keep all threads busy, and are worth a task. */
  async #inParts(runs: readonly RowRun[], kind: number, pacer: Pacer): Promise<void> {
    const rows = runs.reduce((sum, { start, end }) => sum + end - start, 0);
    const each = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.ceil(rows / (4 * this.team.threads))));
    const parts: { readonly job: number; readonly from: number; readonly to: number }[] = [];
    runs.forEach(({ start, end }, job) => {
      const before = parts.length;
      for (let from = start; from < end; from += each) parts.push({ job, from, to: Math.min(end, from + each) });
      const node = this.#nodeAt(job);
      node[NodeWord.pending] = parts.length - before;
      // A block may be left by each task, and by the last one twice.
      node[NodeWord.unsettledList] = this.#unsettled.byteOffset + 4 * (before + job);
    });
    const write = (task: number) => {
      const { job, from, to } = parts[task];
      this.team.set(kind, this.#nodes.byteOffset + 4 * job * NodeWord.length, from, to);
    };
    const at = (task: number) => (parts[task].from + parts[task].to) / 2 / this.#bagLength;
    await this.team.run(parts.length, write, pacer, at);
  }

  #nodeAt(job: number): Uint32Array {
    return this.#nodes.subarray(job * NodeWord.length, (job + 1) * NodeWord.length);
  }

  #placeOf(histogram: number): number {
    return this.#histograms.byteOffset + 16 * this.#layout.slots * histogram;
  }

  #countsOf(histogram: number): number {
    return this.shape.countsRows ? this.#counts.byteOffset + 4 * this.#layout.slots * histogram : 0;
  }
}

/** The most tasks, and nodes, that the rows of a tree are parted in at once. */
function mostParts(rowCount: number): number {
  return Math.ceil(rowCount / LEAST_ROWS) + 2 * JOBS;
}

/** Nodes that are scanned at once: each needs room to sort the categories of a feature. */
function scanJobs({ sortedBins = 0 }: BinnedShape): number {
  return Math.max(1, Math.min(JOBS, Math.floor(SORT_BYTES / sortBytes(sortedBins))));
}
