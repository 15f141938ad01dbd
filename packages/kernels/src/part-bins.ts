import type { Heap } from "./heap.ts";

/** The twin of `assembly/part-bins.ts`: how many of `count` rows go left. */
export function countLeft(
  { u32, u8 }: Heap,
  rows: number,
  count: number,
  column: number,
  last: number,
  missingBin: number,
  missingRight: number,
): number {
  let right = 0;
  for (let i = 0; i < count; i++) {
    const bin = u8[column + u32[rows / 4 + i]];
    right += bin === missingBin ? missingRight : bin > last ? 1 : 0;
  }
  return count - right;
}

/** Moves those that go left to the front and the others behind them, both in their order. */
export function partBins(
  { u32, u8 }: Heap,
  rows: number,
  count: number,
  column: number,
  last: number,
  missingBin: number,
  missingRight: number,
  scratch: number,
): number {
  let left = rows / 4;
  let right = scratch / 4;
  for (let i = rows / 4; i < rows / 4 + count; i++) {
    const row = u32[i];
    const bin = u8[column + row];
    const isRight = bin === missingBin ? missingRight : bin > last ? 1 : 0;
    if (isRight === 1) u32[right++] = row;
    else u32[left++] = row;
  }
  u32.copyWithin(left, scratch / 4, right);
  return left - rows / 4;
}
