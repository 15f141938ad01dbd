import { BelowWord, WALK_FEW_ROWS, WalkTree } from "./generated/walk-layout.ts";
import type { Heap } from "./heap.ts";
import { MOST_WORD } from "./write-threshold.ts";

/** The twin of `assembly/walk-trees.ts`: adds to each row the leaves of the trees in their order. All places are in bytes. */
export function walkTrees(
  heap: Heap,
  wide: number,
  trees: number,
  count: number,
  block: number,
  rows: number,
  width: number,
  scores: number,
  places: number,
): void {
  for (let done = 0; done < rows; done += WALK_FEW_ROWS) {
    const few = Math.min(WALK_FEW_ROWS, rows - done);
    const x = block + done * (wide === 1 ? 8 : 4);
    for (let tree = 0; tree < count; tree++) {
      const record = trees / 4 + tree * WalkTree.size;
      findPlaces(heap, wide, trees, record, x, few, places);
      const first = heap.u32[record + WalkTree.first];
      addLeaves(heap, trees + heap.u32[record + WalkTree.values], first, few, width, scores + done * width * 8, places);
    }
  }
}

function findPlaces(
  heap: Heap,
  wide: number,
  trees: number,
  record: number,
  x: number,
  rows: number,
  places: number,
): void {
  const { u32 } = heap;
  const levels = u32[record + WalkTree.levels];
  const nodes = trees + u32[record + WalkTree.heap];
  const below = u32[record + WalkTree.below];
  const exits = (trees + u32[record + WalkTree.exits]) / 4 - (1 << levels);
  const words = wide === 1 ? 4 : 2;
  for (let row = 0; row < rows; row++) {
    const values = (x + row * (wide === 1 ? 8 : 4)) / 4;
    let place = 1;
    for (let level = 0; level < levels; level++) {
      const at = nodes / 4 + place * words;
      const value = values + u32[at + words / 2] / 4;
      place = 2 * place + (wide === 1 ? isGreaterWide(heap, value, at) : isGreater(heap, value, at));
    }
    if (below !== 0) place = leafBelow(heap, wide, (trees + below) / 4, u32[exits + place], values);
    u32[places / 4 + row] = place;
  }
}

function leafBelow(heap: Heap, wide: number, nodes: number, first: number, values: number): number {
  const { u32 } = heap;
  let node = first;
  for (let last = -1; node !== last; ) {
    last = node;
    const at = nodes + node * BelowWord.size;
    const column = u32[at + BelowWord.column];
    const value = values + (column >>> 2);
    let second: number;
    if (column & 1) {
      const code = u32[value];
      second = (u32[nodes + u32[at + BelowWord.number] / 4 + (code >>> 5)] >>> (code & 31)) & 1;
    } else second = wide === 1 ? isGreaterWide(heap, value, at) : isGreater(heap, value, at);
    node = u32[at + BelowWord.firstChild] + second;
  }
  return node;
}

export function isGreater({ i32 }: Heap, a: number, b: number): number {
  return i32[a] > i32[b] ? 1 : 0;
}

/** Of integers of two words, the lower one first. */
export function isGreaterWide({ i32, u32 }: Heap, a: number, b: number): number {
  if (i32[a + 1] !== i32[b + 1]) return i32[a + 1] > i32[b + 1] ? 1 : 0;
  return u32[a] > u32[b] ? 1 : 0;
}

function addLeaves(
  { f64, u32 }: Heap,
  values: number,
  first: number,
  rows: number,
  width: number,
  scores: number,
  places: number,
): void {
  for (let row = 0; row < rows; row++) {
    const leaf = values / 8 + (u32[places / 4 + row] - first) * width;
    const score = scores / 8 + row * width;
    for (let k = 0; k < width; k++) f64[score + k] += f64[leaf + k];
  }
}

/** Turns numbers into integers of the same order, NaN into the least of all, or with `last` the greatest. */
export function orderNumbers(heap: Heap, wide: number, from: number, to: number, count: number, last: number): void {
  const missing = last === 1 ? MOST_WORD : ~MOST_WORD;
  if (wide === 1) orderWide(heap, from / 8, to / 8, count, missing);
  else orderNarrow(heap, from / 4, to / 4, count, missing);
}

function orderNarrow({ f32, i32 }: Heap, from: number, to: number, count: number, missing: number): void {
  for (let i = 0; i < count; i++) {
    const value = f32[from + i] + 0;
    f32[to + i] = value;
    i32[to + i] = Number.isNaN(value) ? missing : i32[to + i] ^ ((i32[to + i] >> 31) & MOST_WORD);
  }
}

function orderWide({ f64, i32 }: Heap, from: number, to: number, count: number, missing: number): void {
  for (let i = 0; i < count; i++) {
    const value = f64[from + i] + 0;
    f64[to + i] = value;
    const low = 2 * (to + i);
    const flips = i32[low + 1] >> 31;
    const isNumber = !Number.isNaN(value);
    i32[low] = isNumber ? i32[low] ^ flips : ~(missing >> 31);
    i32[low + 1] = isNumber ? i32[low + 1] ^ (flips & MOST_WORD) : missing;
  }
}
