import { ColumnValues } from "./column-values.ts";
import { type ColumnPhase, ColumnSlot, ColumnSource } from "./generated/column-layout.ts";
import type { Heap } from "./heap.ts";

type Slot = (typeof ColumnSlot)[keyof typeof ColumnSlot];
type Phase = (typeof ColumnPhase)[keyof typeof ColumnPhase];

/** The slots of a column that is cut into bins, and what they point to. */
export class ColumnJob {
  readonly #first: number;
  /** Indexed by `ColumnSource`. */
  readonly buffers: readonly ColumnValues[];
  readonly edges: ColumnValues;

  constructor(
    readonly heap: Heap,
    offset: number,
  ) {
    this.#first = offset / 8;
    const bytes = this.get(ColumnSlot.bytes);
    const slots = [ColumnSlot.values, ColumnSlot.scratch, ColumnSlot.sorted];
    this.buffers = slots.map((slot) => new ColumnValues(heap, this.get(slot), bytes));
    this.edges = new ColumnValues(heap, this.get(ColumnSlot.edges), bytes);
  }

  get(slot: Slot): number {
    return this.heap.f64[this.#first + slot];
  }

  put(slot: Slot, value: number): void {
    this.heap.f64[this.#first + slot] = value;
  }

  add(slot: Slot, value: number): void {
    this.heap.f64[this.#first + slot] += value;
  }

  enter(phase: Phase): void {
    this.put(ColumnSlot.phase, phase);
    this.put(ColumnSlot.cursor, 0);
  }

  get sorted(): ColumnValues {
    return this.buffers[ColumnSource.sorted];
  }

  get isWeighted(): boolean {
    return this.get(ColumnSlot.isWeighted) === 1;
  }

  weightOf(row: number): number {
    return this.isWeighted ? this.heap.f64[this.get(ColumnSlot.weights) / 8 + row] : 1;
  }

  /** Where the rows of the values in a buffer are. Those of the values by row are nowhere. */
  rowsOf(source: number): number {
    return this.get(source === ColumnSource.scratch ? ColumnSlot.scratchRows : ColumnSlot.sortedRows) / 4;
  }
}
