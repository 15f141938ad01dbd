import { LEAF_NEXT, RANKED_ROWS, RankedPart, RankedTree } from "./generated/ranks-layout.ts";
import type { Heap } from "./heap.ts";

/** The twin of `assembly/walk-ranks.ts`: adds to each row the leaves of the trees in their order. All places are in bytes. */
export function walkRanks(
  heap: Heap,
  trees: number,
  count: number,
  missing: number,
  columns: number,
  ranks: number,
  rowBytes: number,
  rows: number,
  width: number,
  _exits: number,
  scores: number,
  _places: number,
): void {
  for (let start = 0; start < rows; start += RANKED_ROWS) {
    const end = Math.min(start + RANKED_ROWS, rows);
    for (let tree = 0; tree < count; tree++) {
      const record = trees / 4 + tree * RankedTree.size;
      for (let row = start; row < end; row++) {
        const leaf = leafOf(heap, trees, record, missing, columns + row, ranks + row * rowBytes, width);
        addLeaf(heap, leaf, width, scores / 8 + row * width);
      }
    }
  }
}

function addLeaf({ f64 }: Heap, leaf: number, width: number, score: number): void {
  for (let k = 0; k < width; k++) f64[score + k] += f64[leaf + k];
}

/** Where a row's numbers begin. */
function leafOf(
  heap: Heap,
  trees: number,
  record: number,
  missing: number,
  x: number,
  row: number,
  width: number,
): number {
  const { u32 } = heap;
  if (u32[record + RankedTree.questions] !== 0 && (missing & u32[record + RankedTree.present]) === 0) {
    return (trees + u32[record + RankedTree.answers]) / 8 + placeByQuestions(heap, trees, record, x) * width;
  }
  return (trees + u32[record + RankedTree.leaves]) / 8 + placeByNodes(heap, trees, record, x, row) * width;
}

/** Whether a rank is greater, of bytes with signs. */
function isAbove(rank: number, threshold: number): number {
  return rank << 24 > threshold << 24 ? 1 : 0;
}

function placeByQuestions({ u8, u32 }: Heap, trees: number, record: number, x: number): number {
  const asked = (trees + u32[record + RankedTree.asked]) / 4;
  let place = 0;
  for (let at = asked; at < asked + 2 * u32[record + RankedTree.questions]; at += 2) {
    place = 2 * place + isAbove(u8[x + u32[at + 1]], u32[at]);
  }
  return place;
}

function placeByNodes({ u8, u16, u32 }: Heap, trees: number, record: number, x: number, row: number): number {
  const top = (trees + u32[record + RankedTree.top]) / 4;
  let node = 1;
  for (let level = 0; level < 4; level++) {
    const at = top + 2 * node;
    node = 2 * node + isAbove(u8[x + u32[at + 1]], u32[at]);
  }
  const exit = node - 16;
  const parts = trees + u32[record + RankedTree.parts];
  if (parts === trees) return exit;
  const nexts = trees + u32[record + RankedTree.nexts];
  if (nexts === trees) return 16 * exit + exitOfPart(u8, parts + exit * RankedPart.size, row);
  let next = u16[nexts / 2 + exit];
  while (next < LEAF_NEXT) next = u16[nexts / 2 + 16 * next + exitOfPart(u8, parts + next * RankedPart.size, row)];
  return next - LEAF_NEXT;
}

function exitOfPart(u8: Uint8Array, part: number, row: number): number {
  let node = 1;
  for (let level = 0; level < 4; level++) {
    const rank = u8[row + u8[part + RankedPart.features + node]] - u8[part + RankedPart.less + node];
    node = 2 * node + isAbove(rank, u8[part + RankedPart.thresholds + node]);
  }
  return node - 16;
}
