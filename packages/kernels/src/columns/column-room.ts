import type { Arena } from "../arena/arena.ts";
import type { Team } from "../arena/team.ts";
import { ColumnPhase, ColumnSlot, DIGIT_BITS } from "../generated/column-layout.ts";
import { TaskKind } from "../generated/tasks-layout.ts";
import type { Pacer } from "../host/pacer.ts";

/** What a room is to hold. */
export interface ColumnShape {
  readonly rowCount: number;
  /** Of a value: 4 or 8. */
  readonly bytes: number;
  readonly maxBins: number;
}

/** What a column was cut into. */
export interface ColumnBins {
  /** By row, the bin after the last one for what is missing. */
  readonly bins: Uint8Array | Uint16Array;
  /** The bins' upper bounds but the last one's. */
  readonly cuts: Float64Array;
}

/** Rows that one task handles: some 0.5 ms. */
const BUDGET = 1 << 17;

/** Room in an arena for one column at a time to be cut into bins. */
export class ColumnRoom {
  readonly #slots: Float64Array;
  readonly #values: Uint8Array;
  readonly #bins: Uint8Array;
  readonly #cuts: Float64Array;

  /** `weights` are by row, on a grid, in the same arena; null where each is 1. */
  constructor(
    arena: Arena,
    private readonly shape: ColumnShape,
    weights: Float64Array | null,
  ) {
    const { rowCount, bytes, maxBins } = shape;
    const rows = weights === null ? 0 : rowCount;
    this.#slots = arena.float64(ColumnSlot.size);
    this.#values = arena.uint8(bytes * rowCount, "anything");
    this.#bins = arena.uint8(binBytes(maxBins) * rowCount, "anything");
    this.#cuts = arena.float64(maxBins);
    const places = {
      values: this.#values,
      sorted: arena.uint8(bytes * rowCount, "anything"),
      scratch: arena.uint8(bytes * rowCount, "anything"),
      sortedRows: arena.uint32(rows, "anything"),
      scratchRows: arena.uint32(rows, "anything"),
      counts: arena.uint32(1 << DIGIT_BITS),
      edges: arena.float64(3 * maxBins),
      places: arena.uint8(placeBytes(rowCount)),
      bins: this.#bins,
      cuts: this.#cuts,
    };
    for (const [name, { byteOffset }] of Object.entries(places)) {
      this.#slots[ColumnSlot[name as keyof typeof places]] = byteOffset;
    }
    this.#slots[ColumnSlot.isWeighted] = weights === null ? 0 : 1;
    this.#slots[ColumnSlot.weights] = weights?.byteOffset ?? 0;
    this.#slots[ColumnSlot.rowCount] = rowCount;
    this.#slots[ColumnSlot.maxBins] = maxBins;
    this.#slots[ColumnSlot.placeBits] = placeBits(rowCount);
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static byteLengths({ rowCount, bytes, maxBins }: ColumnShape, isWeighted: boolean): number[] {
    const rows = isWeighted ? 4 * rowCount : 0;
    const byRow = [bytes * rowCount, binBytes(maxBins) * rowCount, bytes * rowCount, bytes * rowCount, rows, rows];
    return [8 * ColumnSlot.size, ...byRow, 8 * maxBins, 4 << DIGIT_BITS, 24 * maxBins, placeBytes(rowCount)];
  }

  /** Takes a column in. NaN is missing; there is no -0. */
  begin(values: Float32Array | Float64Array): void {
    this.#slots.fill(0, ColumnSlot.phase, ColumnSlot.cuts);
    this.#slots[ColumnSlot.cutCount] = 0;
    this.#slots[ColumnSlot.bytes] = values.BYTES_PER_ELEMENT;
    const { buffer, byteOffset } = this.#values;
    if (values instanceof Float32Array) new Float32Array(buffer, byteOffset, values.length).set(values);
    else new Float64Array(buffer, byteOffset, values.length).set(values);
  }

  /** Cuts the columns that were begun in several rooms, each on a thread of its own: share after share. */
  static async run(rooms: readonly ColumnRoom[], team: Team, pacer: Pacer): Promise<void> {
    for (;;) {
      const open = rooms.filter((room) => room.#slots[ColumnSlot.phase] !== ColumnPhase.done);
      if (open.length === 0) return;
      const write = (i: number) => team.set(TaskKind.binColumn, open[i].#slots.byteOffset, 0, BUDGET);
      await team.run(open.length, write, pacer);
    }
  }

  /** What was found, copied. */
  take(): ColumnBins {
    const { rowCount, maxBins } = this.shape;
    const cuts = this.#cuts.slice(0, this.#slots[ColumnSlot.cutCount]);
    const { buffer, byteOffset } = this.#bins;
    if (binBytes(maxBins) === 1) return { bins: this.#bins.slice(), cuts };
    const wide = new Uint16Array(buffer, byteOffset, rowCount);
    return { bins: cuts.length < 255 ? Uint8Array.from(wide) : wide.slice(), cuts };
  }
}

function binBytes(maxBins: number): number {
  return maxBins < 256 ? 1 : 2;
}

/** More places find a bin in fewer steps, but each is to be filled: no more of them than rows. */
function placeBits(rowCount: number): number {
  return Math.min(16, 32 - Math.clz32(rowCount));
}

function placeBytes(rowCount: number): number {
  return 2 * (1 + (1 << placeBits(rowCount)));
}
