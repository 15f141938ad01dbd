import type { OwnLoss } from "./own-loss.ts";

/** The whole of an arena's memory in the widths that the twins read it in. */
export interface Heap {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly u16: Uint16Array;
  readonly u8: Uint8Array;
  /** That a fit brought. */
  loss: OwnLoss | null;
}

export function createHeap(buffer: ArrayBuffer): Heap {
  return {
    f64: new Float64Array(buffer),
    f32: new Float32Array(buffer),
    i32: new Int32Array(buffer),
    u32: new Uint32Array(buffer),
    u16: new Uint16Array(buffer),
    u8: new Uint8Array(buffer),
    loss: null,
  };
}
