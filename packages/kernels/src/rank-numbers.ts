import { RANK_PART } from "./generated/ranks-layout.ts";
import type { Heap } from "./heap.ts";
import { isGreater, isGreaterWide } from "./walk-trees.ts";

/** The twin of `assembly/rank-numbers.ts`: all places are in bytes. */
export function rankNumbers(
  heap: Heap,
  wide: number,
  list: number,
  parts: number,
  count: number,
  keys: number,
  _starts: number,
  column: number,
  row: number,
  rowBytes: number,
): number {
  const isAbove = wide === 1 ? isGreaterWide : isGreater;
  const words = wide === 1 ? 2 : 1;
  const first = list / 4 + RANK_PART * words;
  let missing = 0;
  for (let i = 0; i < count; i++) {
    const key = keys / 4 + i * words;
    let below = 0;
    for (let end = RANK_PART * parts; below < end; ) {
      const middle = (below + end) >> 1;
      if (isAbove(heap, key, first + middle * words)) below = middle + 1;
      else end = middle;
    }
    heap.u8[column + i] = below - 128;
    heap.u8[row + i * rowBytes] = below - 128;
    if (below === 0) missing = 1;
  }
  return missing;
}

export function lowerRanks({ u8 }: Heap, from: number, to: number, count: number): void {
  for (let i = 0; i < count; i++) u8[to + i] = u8[from + i] - 1;
}
