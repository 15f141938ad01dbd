import { READ_AHEAD, ScanSlot } from "./generated/scan-layout.ts";
import type { Heap } from "./heap.ts";

/**
 * Reads what the next rows need, so that the cache has it when they are looked at; returns where the block ends.
 * Nothing depends on what was read here, and the processor waits for many lines at once. `signalWords` is 2 for a
 * signal of eight bytes a row, 1 for four.
 */
export function readAhead({ f64, u32 }: Heap, job: number, from: number, to: number, signalWords: number): number {
  const order = f64[job + ScanSlot.order] / 4;
  const values = f64[job + ScanSlot.values] / 4;
  const signal = f64[job + ScanSlot.signal] / 4;
  const weights = f64[job + ScanSlot.weights] / 4;
  const end = Math.min(from + READ_AHEAD, to);
  let touched = 0;
  for (let at = from; at < end; at++) {
    const row = u32[order + at];
    touched ^= u32[values + 2 * row] ^ u32[signal + signalWords * row] ^ u32[weights + 2 * row];
  }
  f64[job + ScanSlot.touched] = touched;
  return end;
}
