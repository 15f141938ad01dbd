import { ScanSlot } from "./generated/scan-layout.ts";
import type { Heap } from "./heap.ts";

/** How many rows of the job in slot `job` have a value, found once per job by halving: the missing ones stand last. */
export function findPresent({ f64, u32 }: Heap, job: number): number {
  if (f64[job + ScanSlot.cursor] > 0) return f64[job + ScanSlot.present];
  const order = f64[job + ScanSlot.order] / 4;
  const values = f64[job + ScanSlot.values] / 8;
  let low = 0;
  let high = f64[job + ScanSlot.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Number.isNaN(f64[values + u32[order + middle]])) high = middle;
    else low = middle + 1;
  }
  f64[job + ScanSlot.present] = low;
  return low;
}
