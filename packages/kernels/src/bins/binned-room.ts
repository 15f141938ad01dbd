import type { Arena } from "../arena/arena.ts";
import type { Team } from "../arena/team.ts";
import { BLOCK_ROWS, MOST_SUMMED, NodeWord, RoomWord } from "../generated/room-layout.ts";
import { TaskKind } from "../generated/tasks-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { BinScans } from "./bin-scans.ts";
import {
  accumulatorBytes,
  type BinnedLayout,
  type BinnedShape,
  type BinShape,
  layoutOf,
  placeOfBin,
} from "./binned-layout.ts";
import { bundleTable } from "./bundles.ts";
import type { Steps } from "./pair-passes.ts";

/** Rows of a task at the least. */
const LEAST_ROWS = 4096;

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
  /** Of all rows, and of the tree's. */
  readonly #allRecords: Uint8Array;
  readonly #records: Uint8Array;
  readonly #histograms: Float64Array;
  readonly #counts: Uint32Array;
  /** The job that makes the root of a tree. */
  readonly #node: Uint32Array;

  /** `classPairs`: if weights of more than two classes are summed, by row the pair of classes that it adds to. */
  constructor(
    arena: Arena,
    private readonly team: Team,
    pairs: Float64Array,
    private readonly shape: BinnedShape,
    classPairs: Uint8Array | null = null,
  ) {
    const { rowCount, histograms, countsRows } = shape;
    const layout = layoutOf(shape);
    this.#layout = layout;
    for (const { features } of shape.bundles ?? []) {
      for (const [place, feature] of features.entries()) this.#placeInBundle.set(feature, place);
    }
    this.rows = arena.uint32(rowCount, "anything");
    this.#allRecords = arena.uint8(rowCount * layout.stride, "anything");
    this.#records = arena.uint8(rowCount * layout.stride, "anything");
    this.#room = arena.uint32(RoomWord.size);
    const columnStarts = arena.uint32(layout.columnStarts.length);
    columnStarts.set(layout.columnStarts);
    const table = tableOf(shape, layout);
    const bundles = arena.uint32(table.length);
    bundles.set(table);
    const accumulators = arena.uint8(shape.threads * accumulatorBytes(shape, layout));
    const lists = arena.uint32(2 * BLOCK_ROWS * shape.threads);
    this.#histograms = arena.float64(2 * layout.slots * histograms, "anything");
    this.#counts = arena.uint32(countsRows ? layout.slots * histograms : 0, "anything");
    this.#node = arena.uint32(NodeWord.size);
    this.scans = new BinScans(arena, shape);
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

  static byteLengths(shape: BinnedShape): number[] {
    const { rowCount, histograms, countsRows, threads } = shape;
    const layout = layoutOf(shape);
    const slots = layout.slots * histograms;
    return [
      ...[4 * rowCount, rowCount * layout.stride, rowCount * layout.stride],
      ...[4 * RoomWord.size, 4 * layout.columnStarts.length, 4 * tableOf(shape, layout).length],
      threads * accumulatorBytes(shape, layout),
      ...[4 * 2 * BLOCK_ROWS * threads, 16 * slots, countsRows ? 4 * slots : 0, 4 * NodeWord.size],
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
    await this.#inParts(rowCount, TaskKind.layRecords, pacer);
  }

  /** The rows that a tree may see, where the passes over them can read them. In this order until its first cut. */
  bag(rows: Uint32Array): Uint32Array {
    this.rows.set(rows);
    return this.rows.subarray(0, rows.length);
  }

  /** Begins a tree on a bag, and sums it into the first histogram; `narrow` are the steps of narrow pairs, null for wide ones. */
  async begin(bag: Uint32Array, narrow: Steps | null, pacer: Pacer): Promise<void> {
    const steps = new Float64Array(this.#room.buffer, this.#room.byteOffset + 4 * RoomWord.gradientStep, 2);
    steps.set(narrow === null ? [1, 1] : [1 / narrow[0], 1 / narrow[1]]);
    this.#room[RoomWord.isNarrow] = narrow === null ? 0 : 1;
    await this.#inParts(bag.length, TaskKind.packRecords, pacer);
  }

  /** What the first histogram adds up to: of one feature, as of all. */
  rootSums(): [gradients: number, hessians: number] {
    const { starts } = this.#layout;
    const slots = this.#histograms.subarray(2 * starts[0], 2 * (starts[0] + this.shape.binCounts[0] + 1));
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

  /** Shares rows out: in parts that keep all threads busy, and are worth a task. */
  async #inParts(rows: number, kind: number, pacer: Pacer): Promise<void> {
    const each = Math.max(LEAST_ROWS, Math.min(MOST_SUMMED, Math.ceil(rows / (4 * this.team.threads))));
    const parts = Math.ceil(rows / each);
    const node = this.#node.fill(0);
    node[NodeWord.room] = this.#room.byteOffset;
    node[NodeWord.end] = rows;
    node[NodeWord.histogram] = this.placeOf(0);
    node[NodeWord.counts] = this.countsOf(0);
    node[NodeWord.pending] = parts;
    const write = (part: number) => {
      this.team.set(kind, node.byteOffset, part * each, Math.min(rows, (part + 1) * each));
    };
    await this.team.run(parts, write, pacer);
  }

  /** Where a histogram begins. */
  placeOf(histogram: number): number {
    return this.#histograms.byteOffset + 16 * this.#layout.slots * histogram;
  }

  /** Where a histogram begins, after it is made 0. */
  blank(histogram: number): number {
    const { slots } = this.#layout;
    this.#histograms.fill(0, 2 * slots * histogram, 2 * slots * (histogram + 1));
    if (this.shape.countsRows) this.#counts.fill(0, slots * histogram, slots * (histogram + 1));
    return this.placeOf(histogram);
  }

  /** Where its rows are counted; 0 where they are not. */
  countsOf(histogram: number): number {
    return this.shape.countsRows ? this.#counts.byteOffset + 4 * this.#layout.slots * histogram : 0;
  }
}

function tableOf({ bundles = [], binCounts }: BinnedShape, { columnStarts, starts }: BinnedLayout): number[] {
  return bundleTable(bundles, columnStarts.slice(columnStarts.length - bundles.length), starts, binCounts);
}
