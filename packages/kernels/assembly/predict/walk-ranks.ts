// Ranks down trees, in prediction. `layouts/ranks.mjs` says how trees and rows lie in memory; `src/walk-ranks.ts` is the
// same, to the bit.
//
// All comparisons are made at once, and the answers looked through afterwards: nothing waits for a step before, and no branch
// can be guessed wrong. Sixteen rows are compared with the fifteen nodes of the first four levels, where masks choose among the
// answers; below, each row is compared with the fifteen nodes of its part, whose features it picks from its ranks. What that takes,
// and what was tried, stands in docs/decisions/rows-fall-by-ranks.md.

import { LEAF_NEXT, RANKED_ROWS, RankedPart, RankedTree } from "../generated/ranks-layout";

/**
 * Adds to `rows` rows (a multiple of 32), each with `width` scores, the leaves of `count` trees in their order. `exits` says of the
 * answers of three levels where they lead, `places` has room for four bytes for each of 256 rows.
 */
export function walkRanks(
  trees: usize,
  count: u32,
  missing: u32,
  columns: usize,
  ranks: usize,
  rowBytes: u32,
  rows: u32,
  width: u32,
  exits: usize,
  scores: usize,
  places: usize,
): void {
  for (let done: u32 = 0; done < rows; done += RANKED_ROWS) {
    const few = min(RANKED_ROWS, rows - done);
    const at = scores + ((<usize>done * width) << 3);
    const x = columns + <usize>done;
    const row = ranks + <usize>done * rowBytes;
    for (let record = trees, end = trees + <usize>count * RankedTree.size; record < end; record += RankedTree.size) {
      const questions = load<u32>(record, RankedTree.questions);
      let leaves = trees;
      if (questions != 0 && (missing & load<u32>(record, RankedTree.present)) == 0) {
        askQuestions(trees + load<u32>(record, RankedTree.asked), questions, x, few, places);
        leaves += load<u32>(record, RankedTree.answers);
      } else {
        leaves += load<u32>(record, RankedTree.leaves);
        askTop(trees + load<u32>(record, RankedTree.top), x, few, places);
        const parts = load<u32>(record, RankedTree.parts);
        const nexts = load<u32>(record, RankedTree.nexts);
        if (nexts) {
          walkParts(trees + parts, trees + nexts, exits, row, rowBytes, few, places);
          addEnds(leaves, places + RANKED_ROWS, few, width, at);
          continue;
        }
        if (parts) {
          if (rowBytes == 32) askParts(trees + parts, exits, row, few, places);
          else askWideParts(trees + parts, exits, row, rowBytes, few, places);
        }
      }
      if (width == 1) addNumbersAt(leaves, places, few, at);
      else addLeavesAt(leaves, places, few, width, at);
    }
  }
}

/** A tree of few questions: the answers are the bits of the place. */
export function askQuestions(nodes: usize, questions: u32, x: usize, rows: u32, places: usize): void {
  const last = nodes + (<usize>questions << 3);
  for (const end = x + <usize>rows; x < end; x += 32, places += 32) {
    let a = i8x16.splat(0);
    let b = a;
    for (let at = nodes; at < last; at += 8) {
      const threshold = v128.load8_splat(at);
      const ranks = x + load<u32>(at, 4);
      a = i8x16.sub(i8x16.add(a, a), i8x16.gt_s(v128.load(ranks), threshold));
      b = i8x16.sub(i8x16.add(b, b), i8x16.gt_s(v128.load(ranks, 16), threshold));
    }
    v128.store(places, a);
    v128.store(places, b, 16);
  }
}

@inline
function ask(node: usize, x: usize): v128 {
  return i8x16.gt_s(v128.load(x + load<u32>(node, 4)), v128.load8_splat(node));
}

/** The first four levels: places 0 to 15. */
export function askTop(nodes: usize, x: usize, rows: u32, places: usize): void {
  for (const end = x + <usize>rows; x < end; x += 16, places += 16) {
    const first = ask(nodes + 8, x);
    const second = v128.bitselect(ask(nodes + 24, x), ask(nodes + 16, x), first);
    const low = v128.bitselect(ask(nodes + 40, x), ask(nodes + 32, x), second);
    const high = v128.bitselect(ask(nodes + 56, x), ask(nodes + 48, x), second);
    const a = v128.bitselect(ask(nodes + 72, x), ask(nodes + 64, x), low);
    const b = v128.bitselect(ask(nodes + 88, x), ask(nodes + 80, x), low);
    const c = v128.bitselect(ask(nodes + 104, x), ask(nodes + 96, x), high);
    const d = v128.bitselect(ask(nodes + 120, x), ask(nodes + 112, x), high);
    const third = v128.bitselect(high, low, first);
    const fourth = v128.bitselect(v128.bitselect(d, c, second), v128.bitselect(b, a, second), first);
    const two = i8x16.add(i8x16.add(first, first), second);
    const three = i8x16.add(i8x16.add(two, two), third);
    v128.store(places, i8x16.neg(i8x16.add(i8x16.add(three, three), fourth)));
  }
}

/** From the exit of the top to that of a part, by the ranks that it picked for its nodes. */
@inline
function placeBelow(exit: u32, part: usize, ranks: v128, exits: usize): u32 {
  const above = i8x16.bitmask(
    i8x16.gt_s(i8x16.sub(ranks, v128.load(part, RankedPart.less)), v128.load(part, RankedPart.thresholds)),
  );
  const three: u32 = load<u8>(exits + <usize>(above & 255));
  return (exit << 4) + (three << 1) + ((above >>> three) & 1) - 16;
}

@inline
function placeInPart(parts: usize, exits: usize, row: usize, place: usize): u32 {
  const exit: u32 = load<u8>(place);
  const part = parts + (<usize>exit * RankedPart.size);
  // What is not among a vector's sixteen is picked as 0.
  const first = i8x16.swizzle(v128.load(row), v128.load(part, RankedPart.features));
  const second = i8x16.swizzle(v128.load(row, 16), v128.load(part, RankedPart.features16));
  return placeBelow(exit, part, v128.or(first, second), exits);
}

/** The next four levels, in rows of at most 32 ranks: places 0 to 255. */
export function askParts(parts: usize, exits: usize, row: usize, rows: u32, places: usize): void {
  for (const end = places + <usize>rows; places < end; places += 2, row += 64) {
    const first = placeInPart(parts, exits, row, places);
    const second = placeInPart(parts, exits, row + 32, places + 1);
    store<u8>(places, first);
    store<u8>(places, second, 1);
  }
}

/** The same in rows of more. */
export function askWideParts(parts: usize, exits: usize, row: usize, rowBytes: usize, rows: u32, places: usize): void {
  for (const end = places + <usize>rows; places < end; places++) {
    const exit: u32 = load<u8>(places);
    const part = parts + (<usize>exit * RankedPart.size);
    let features = v128.load(part, RankedPart.features);
    let ranks = i8x16.splat(0);
    for (const next = row + rowBytes; row < next; row += 16) {
      ranks = v128.or(ranks, i8x16.swizzle(v128.load(row), features));
      features = i8x16.sub(features, i8x16.splat(16));
    }
    store<u8>(places, placeBelow(exit, part, ranks, exits));
  }
}

/**
 * From the top of a deep tree on, part by part: writes for each row, behind the places, its leaf and 32,768. Rows that are in a
 * leaf are not asked again; the others stand in a list, so that no branch hangs on which they are.
 */
export function walkParts(
  parts: usize,
  nexts: usize,
  exits: usize,
  row: usize,
  rowBytes: usize,
  rows: u32,
  places: usize,
): void {
  const ends = places + RANKED_ROWS;
  const list = ends + 2 * RANKED_ROWS;
  let last = list;
  for (let i: usize = 0; i < <usize>rows; i++) {
    const next: u32 = load<u16>(nexts + (<usize>load<u8>(places + i) << 1));
    store<u16>(ends + (i << 1), next);
    store<u8>(last, i);
    last += 1 - (next >>> 15);
  }
  while (last > list) {
    const end = last;
    last = list;
    for (let at = list; at < end; at++) {
      const i: usize = load<u8>(at);
      const from: usize = load<u16>(ends + (i << 1));
      const part = parts + from * RankedPart.size;
      let x = row + i * rowBytes;
      let features = v128.load(part, RankedPart.features);
      let ranks = i8x16.swizzle(v128.load(x), features);
      for (const stop = x + rowBytes - 16; x < stop; ) {
        x += 16;
        features = i8x16.sub(features, i8x16.splat(16));
        ranks = v128.or(ranks, i8x16.swizzle(v128.load(x), features));
      }
      const next: u32 = load<u16>(nexts + ((from << 5) + (<usize>placeBelow(0, part, ranks, exits) << 1)));
      store<u16>(ends + (i << 1), next);
      store<u8>(last, i);
      last += 1 - (next >>> 15);
    }
  }
}

/** The leaves of deep trees. */
export function addEnds(leaves: usize, ends: usize, rows: u32, width: u32, scores: usize): void {
  const bytes = <usize>width << 3;
  for (const end = ends + (<usize>rows << 1); ends < end; ends += 2) {
    let value = leaves + <usize>(load<u16>(ends) & (LEAF_NEXT - 1)) * bytes;
    for (const last = scores + bytes; scores < last; scores += 8, value += 8) {
      store<f64>(scores, load<f64>(scores) + load<f64>(value));
    }
  }
}

/** The leaves of trees that say one number each. */
export function addNumbersAt(leaves: usize, places: usize, rows: u32, scores: usize): void {
  for (const end = places + <usize>rows; places < end; places += 2, scores += 16) {
    const first = v128.load64_zero(leaves + (<usize>load<u8>(places) << 3));
    const both = v128.load64_lane(leaves + (<usize>load<u8>(places, 1) << 3), first, 1);
    v128.store(scores, f64x2.add(v128.load(scores), both));
  }
}

export function addLeavesAt(leaves: usize, places: usize, rows: u32, width: u32, scores: usize): void {
  const bytes = <usize>width << 3;
  for (const end = places + <usize>rows; places < end; places++) {
    let value = leaves + <usize>load<u8>(places) * bytes;
    for (const last = scores + bytes; scores < last; scores += 8, value += 8) {
      store<f64>(scores, load<f64>(scores) + load<f64>(value));
    }
  }
}
