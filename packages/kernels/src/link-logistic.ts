import type { Heap } from "./heap.ts";
import { logisticOf } from "./row-passes.ts";

/** The twin of `assembly/link-logistic.ts`. */
export function linkLogistic({ f64 }: Heap, scores: number, count: number): void {
  for (let at = scores / 8; at < scores / 8 + count; at++) f64[at] = logisticOf(f64[at]);
}
