import type { Arena } from "./arena.ts";
import { type BinLimits, type BinnedScan, BinScans } from "./bin-scans.ts";
import { accumulatorBytes, type BinnedLayout, type BinnedShape, type BinShape, layoutOf } from "./binned-layout.ts";
import { bundleTable } from "./bundles.ts";
import type { FoundCuts } from "./found-cuts.ts";
import { BLOCK_ROWS, MOST_SUMMED, NodeWord, RoomWord } from "./generated/room-layout.ts";
import { TaskKind } from "./generated/tasks-layout.ts";
import type { Pacer } from "./pacer.ts";
import type { RowRun, Steps } from "./pair-passes.ts";
import { placeOfBin } from "./part-records.ts";
import type { Team } from "./team.ts";

/** A node that is to be parted: by a byte for each bin of the feature, 1 for the right. */
export interface BinnedCut {
  readonly run: RowRun;
  readonly feature: number;
  writeSides(sides: Uint8Array): void;
  /** The child that is summed into a histogram, and the histogram of the node, which becomes the other's; null: neither. */
  readonly sum: { readonly side: 0 | 1; readonly histogram: number; readonly parent: number } | null;
}

/** What some rooms have besides. */
export interface BinnedRoomParts {
  /** By row, where weights of more than two classes are summed: the pair of classes that it adds to. */
  readonly classPairs?: Uint8Array | null;
  /** A room of other trees, the columns of which are laid for both. */
  readonly beside?: BinnedRoom | null;
}

/** Rows of a task at the least. */
const LEAST_ROWS = 4096;

/** Nodes that are handled at once. */
const JOBS = 128;

/** Room in an arena for the rows of one tree at a time, as records of bins, and for histograms of its nodes. */
export class BinnedRoom {
  /** The rows of the tree: those of a node are one after the other. */
  readonly rows: Uint32Array;
  /** The search of nodes for cuts. */
  readonly scans: BinScans;
  readonly #layout: BinnedLayout;
  /** By feature that stands in a bundle, its place there. */
  readonly #placeInBundle = new Map<number, number>();
  readonly #room: Uint32Array;
  /** Rows of the tree. */
  #bagLength: number;
  /** Of all rows, and of the tree's. */
  readonly #allRecords: Uint8Array;
  readonly #records: Uint8Array;
  readonly #histograms: Float64Array;
  readonly #counts: Uint32Array;
  readonly #nodes: Uint32Array;
  readonly #unsettled: Uint32Array;
  readonly #sides: Uint8Array;

  constructor(
    arena: Arena,
    private readonly team: Team,
    pairs: Float64Array,
    private readonly shape: BinnedShape,
    { classPairs = null, beside = null }: BinnedRoomParts = {},
  ) {
    const { rowCount, histograms, countsRows } = shape;
    const layout = layoutOf(shape);
    this.#layout = layout;
    for (const { features } of shape.bundles ?? []) {
      for (const [place, feature] of features.entries()) this.#placeInBundle.set(feature, place);
    }
    this.#bagLength = rowCount;
    this.rows = arena.uint32(rowCount, "anything");
    this.#allRecords = beside ? beside.#allRecords : arena.uint8(rowCount * layout.stride, "anything");
    this.#records = arena.uint8(rowCount * layout.stride, "anything");
    this.#room = arena.uint32(RoomWord.size);
    const columnStarts = arena.uint32(layout.columnStarts.length);
    columnStarts.set(layout.columnStarts);
    const table = tableOf(shape, layout);
    const bundles = arena.uint32(table.length);
    bundles.set(table);
    const accumulators = arena.uint8(shape.threads * accumulatorBytes(shape, layout));
    const lists = arena.uint32(2 * BLOCK_ROWS * shape.threads);
    this.#unsettled = arena.uint32(mostParts(rowCount));
    this.#histograms = arena.float64(2 * layout.slots * histograms, "anything");
    this.#counts = arena.uint32(countsRows ? layout.slots * histograms : 0, "anything");
    this.#nodes = arena.uint32(JOBS * NodeWord.size);
    this.#sides = arena.uint8(JOBS * layout.sides);
    this.scans = new BinScans(arena, shape, layout.starts);
    this.#room[RoomWord.columns] = layout.columnStarts.length;
    this.#room[RoomWord.stride] = layout.stride;
    this.#room[RoomWord.hasWideBins] = layout.hasWideBins ? 1 : 0;
    this.#room[RoomWord.slots] = layout.slots;
    this.#room[RoomWord.slotStarts] = columnStarts.byteOffset;
    this.#room[RoomWord.bundles] = bundles.byteOffset;
    this.#room[RoomWord.bundlesEnd] = bundles.byteOffset + bundles.byteLength;
    this.#room[RoomWord.pairs] = pairs.byteOffset;
    this.#room[RoomWord.countsRows] = countsRows ? 1 : 0;
    this.#room[RoomWord.accumulators] = accumulators.byteOffset;
    this.#room[RoomWord.accumulatorBytes] = accumulatorBytes(shape, layout);
    this.#room[RoomWord.classPairs] = classPairs?.byteOffset ?? 0;
    this.#room[RoomWord.pairSlots] = layout.pairSlots;
    this.#room[RoomWord.allRecords] = this.#allRecords.byteOffset;
    this.#room[RoomWord.records] = this.#records.byteOffset;
    this.#room[RoomWord.rows] = this.rows.byteOffset;
    this.#room[RoomWord.lists] = lists.byteOffset;
    this.#room[RoomWord.board] = team.board;
  }

  /** Where its words stand. */
  get place(): number {
    return this.#room.byteOffset;
  }

  /** Where in a record the bins of a feature stand, and of a bundle which bin each code means. */
  columnOf(feature: number): { readonly binAt: number; readonly bins: Uint8Array | null } {
    const { columnOf, columnStarts, hasWideBins } = this.#layout;
    const { bundles = [] } = this.shape;
    const binAt = placeOfBin(columnOf[feature], hasWideBins);
    // Those of bundles are the last columns.
    const bundle = bundles[columnOf[feature] - (columnStarts.length - bundles.length)];
    return { binAt, bins: bundle?.bins[this.#placeInBundle.get(feature) as number] ?? null };
  }

  /** Bytes of a table that says where each bin of any column goes. */
  get sidesBytes(): number {
    return this.#layout.sides;
  }

  /** What a pass over the rows of a node goes through, for each of them. */
  get recordBytes(): number {
    return this.#layout.stride + this.rows.BYTES_PER_ELEMENT;
  }

  static byteLengths(shape: BinnedShape, isBeside = false): number[] {
    const { rowCount, histograms, countsRows, threads } = shape;
    const layout = layoutOf(shape);
    const slots = layout.slots * histograms;
    return [
      ...[4 * rowCount, rowCount * layout.stride, isBeside ? 0 : rowCount * layout.stride],
      ...[4 * RoomWord.size, 4 * layout.columnStarts.length, 4 * tableOf(shape, layout).length],
      threads * accumulatorBytes(shape, layout),
      ...[4 * 2 * BLOCK_ROWS * threads, 4 * mostParts(rowCount)],
      ...[16 * slots, countsRows ? 4 * slots : 0, 4 * JOBS * NodeWord.size, JOBS * layout.sides],
      ...BinScans.byteLengths(shape),
    ];
  }

  /** Of one histogram. */
  static histogramBytes(shape: BinShape & Pick<BinnedShape, "countsRows">): number {
    return layoutOf(shape).slots * (shape.countsRows ? 20 : 16);
  }

  /** Takes in the bins of all columns, of one byte each where they fit: of features that stand alone, and behind them the codes of bundles. */
  async lay(columns: readonly (Uint8Array | Uint16Array)[], pacer: Pacer): Promise<void> {
    const { rowCount } = this.shape;
    // They stand in the room of a tree's records for as long as there is no tree.
    const { buffer, byteOffset } = this.#records;
    const length = rowCount * columns.length;
    const all = this.#layout.hasWideBins
      ? new Uint16Array(buffer, byteOffset, length)
      : new Uint8Array(buffer, byteOffset, length);
    for (const [column, bins] of columns.entries()) {
      if (pacer.due()) await pacer.pause();
      all.set(bins, column * rowCount);
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

  /** Of one pair of classes in a histogram. */
  get pairBytes(): number {
    return 16 * this.#layout.pairSlots;
  }

  /** The first slot of each feature. */
  get starts(): readonly number[] {
    return this.#layout.starts;
  }

  /** Gradients and hessians by bin of a feature, or the weights of a pair of classes, the missing ones last. */
  slotsOf(histogram: number, feature: number, classPair = 0): Float64Array {
    const { pairSlots, slots, starts } = this.#layout;
    const first = histogram * slots + classPair * pairSlots + starts[feature];
    return this.#histograms.subarray(2 * first, 2 * (first + this.shape.binCounts[feature] + 1));
  }

  /** Rows by bin of a feature, the missing ones last; only where they are counted. */
  rowsOf(histogram: number, feature: number): Uint32Array {
    const first = histogram * this.#layout.slots + this.#layout.starts[feature];
    return this.#counts.subarray(first, first + this.shape.binCounts[feature] + 1);
  }

  /** Parts nodes, and sums children on the way. Gives the number of rows that went left, for each. */
  async cut(cuts: readonly BinnedCut[], pacer: Pacer): Promise<number[]> {
    const left: number[] = [];
    for (let first = 0; first < cuts.length; first += JOBS) {
      const some = cuts.slice(first, first + JOBS);
      // Not by `map`, whose arrays V8 makes of two kinds: what is compiled for the one is compiled again for the other.
      const runs: RowRun[] = [];
      for (const [job, cut] of some.entries()) {
        this.#setCut(job, cut);
        runs.push(cut.run);
      }
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
    const jobs = this.scans.most;
    for (let first = 0; first < scans.length; first += jobs) {
      const count = Math.min(jobs, scans.length - first);
      const write = (job: number) => {
        const scan = scans[first + job];
        this.scans.set(job, scan, limits, this.placeOf(scan.histogram), this.countsOf(scan.histogram));
        this.team.set(TaskKind.scanBins, this.scans.placeOf(job));
      };
      await this.team.run(count, write, pacer, (job) => scans[first + job].start / this.#bagLength);
      for (let job = 0; job < count; job++) onFound(first + job, this.scans.found(job));
    }
  }

  #setCut(job: number, { run, feature, writeSides, sum }: BinnedCut): void {
    const { sides } = this.#layout;
    this.#setNode(job, run);
    const node = this.#nodeAt(job);
    const { binAt, bins } = this.columnOf(feature);
    node[NodeWord.binAt] = binAt;
    this.#writeSides(this.#sides.subarray(job * sides, (job + 1) * sides), feature, bins, writeSides);
    node[NodeWord.sides] = this.#sides.byteOffset + job * sides;
    if (sum === null) return;
    node[NodeWord.summedSide] = sum.side;
    this.#sumInto(node, sum.histogram);
    node[NodeWord.parent] = this.placeOf(sum.parent);
    node[NodeWord.parentCounts] = this.countsOf(sum.parent);
  }

  /** Where each bin goes, or each code of a bundle. */
  #writeSides(sides: Uint8Array, feature: number, bins: Uint8Array | null, writeSides: BinnedCut["writeSides"]): void {
    if (bins === null) {
      writeSides(sides);
      return;
    }
    const ofBins = new Uint8Array(this.shape.binCounts[feature] + 1);
    writeSides(ofBins);
    for (let code = 0; code < bins.length; code++) sides[code] = ofBins[bins[code]];
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
    node[NodeWord.histogram] = this.placeOf(histogram);
    node[NodeWord.counts] = this.countsOf(histogram);
  }

  /** Shares the rows of nodes out: in parts that keep all threads busy, and are worth a task. */
  async #inParts(runs: readonly RowRun[], kind: number, pacer: Pacer): Promise<void> {
    let rows = 0;
    for (const { start, end } of runs) rows += end - start;
    const each = Math.max(LEAST_ROWS, Math.min(MOST_SUMMED, Math.ceil(rows / (4 * this.team.threads))));
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
      this.team.set(kind, this.#nodes.byteOffset + 4 * job * NodeWord.size, from, to);
    };
    const at = (task: number) => (parts[task].from + parts[task].to) / 2 / this.#bagLength;
    await this.team.run(parts.length, write, pacer, at);
  }

  #nodeAt(job: number): Uint32Array {
    return this.#nodes.subarray(job * NodeWord.size, (job + 1) * NodeWord.size);
  }

  /** Where a histogram begins. */
  placeOf(histogram: number): number {
    return this.#histograms.byteOffset + 16 * this.#layout.slots * histogram;
  }

  /** Where its rows are counted; 0 where they are not. */
  countsOf(histogram: number): number {
    return this.shape.countsRows ? this.#counts.byteOffset + 4 * this.#layout.slots * histogram : 0;
  }
}

function tableOf({ bundles = [], binCounts }: BinnedShape, { columnStarts, starts }: BinnedLayout): number[] {
  return bundleTable(bundles, columnStarts.slice(columnStarts.length - bundles.length), starts, binCounts);
}

/** The most tasks, and nodes, that the rows of a tree are parted in at once. */
function mostParts(rowCount: number): number {
  return Math.ceil(rowCount / LEAST_ROWS) + 2 * JOBS;
}
