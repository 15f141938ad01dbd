import type { Pacer } from "@cambium/kernels";

/** Rows between two looks at the clock: a walk down a deep tree takes some 500 ns a row. */
export const CHUNK = 1 << 13;

/** Calls `visit` for ranges that cover 0 … count-1, pausing between them when the pacer says so. */
export async function forRanges(
  count: number,
  pacer: Pacer,
  visit: (start: number, end: number) => void,
): Promise<void> {
  for (let start = 0; start < count; start += CHUNK) {
    if (pacer.due()) await pacer.pause();
    visit(start, Math.min(count, start + CHUNK));
  }
}

/** 0, 1, …, count - 1. */
export function allRows(count: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}
