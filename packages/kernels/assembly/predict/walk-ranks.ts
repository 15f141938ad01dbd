// Ranks down trees, in prediction. `layouts/ranks.mjs` says how trees and rows lie in memory.
//
// All comparisons are made at once, and the answers looked through afterwards: nothing waits for a step before, and no branch
// can be guessed wrong. Sixteen rows are compared with the fifteen nodes of the first four levels, where masks choose among the
// answers; below, each row is compared with the fifteen nodes of its part, whose features it picks from its ranks. What that takes,
// and what was tried, stands in docs/decisions/rows-fall-by-ranks.md.

import { LEAF_NEXT, RANKED_ROWS, RankedPart, RankedTree } from "../generated/ranks-layout";
import { Walk, WalkBlock } from "../generated/walk-layout";
import { addLeaves } from "./add-leaves";

export function walkRanks(walk: usize, block: usize, rows: u32): void {
  const trees = <usize>load<u32>(walk, Walk.trees);
  const end = trees + <usize>load<u32>(walk, Walk.treeCount) * RankedTree.size;
  const width = load<u32>(walk, Walk.width);
  const rowBytes = load<u32>(walk, Walk.rowBytes);
  const exits = <usize>load<u32>(walk, Walk.exits);
  const missing = load<u32>(block, WalkBlock.missing);
  const places = <usize>load<u32>(block, WalkBlock.scratch);
  let x = <usize>load<u32>(block, WalkBlock.columns);
  let row = <usize>load<u32>(block, WalkBlock.ranks);
  let scores = <usize>load<u32>(block, WalkBlock.scores) + <usize>load<u32>(walk, Walk.firstScore);
  for (let done: u32 = 0; done < rows; done += RANKED_ROWS) {
    const few = min(RANKED_ROWS, rows - done);
    for (let tree = trees; tree < end; tree += RankedTree.size) {
      const questions = load<u32>(tree, RankedTree.questions);
      const leaves = trees + <usize>load<u32>(tree, RankedTree.leaves);
      if (questions != 0 && (missing & load<u32>(tree, RankedTree.present)) == 0) {
        askQuestions(trees + load<u32>(tree, RankedTree.asked), questions, x, few, places);
        addLeaves<u8>(trees + <usize>load<u32>(tree, RankedTree.answers), places, few, width, scores);
        continue;
      }
      askTop(trees + load<u32>(tree, RankedTree.top), x, few, places);
      const parts = load<u32>(tree, RankedTree.parts);
      if (load<u32>(tree, RankedTree.nexts)) {
        walkParts(walk, tree, row, few, places);
        addLeaves<u16>(leaves, places + RANKED_ROWS, few, width, scores);
      } else {
        if (parts) askParts(trees + parts, exits, row, rowBytes, few, places);
        addLeaves<u8>(leaves, places, few, width, scores);
      }
    }
    x += few;
    row += few * rowBytes;
    scores += <usize>(few * width) << 3;
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

/** The ranks of a row that the nodes of a part ask for. What is not among a vector's sixteen is picked as 0. */
@inline
function pick(row: usize, rowBytes: usize, part: usize): v128 {
  const sixteen = i8x16.splat(16);
  let features = v128.load(part, RankedPart.features);
  let ranks = i8x16.swizzle(v128.load(row), features);
  // Most rows have 32 ranks, and no loop.
  for (let left = rowBytes; left > 32; left -= 16) {
    row += 16;
    features = i8x16.sub(features, sixteen);
    ranks = v128.or(ranks, i8x16.swizzle(v128.load(row), features));
  }
  return v128.or(ranks, i8x16.swizzle(v128.load(row, 16), i8x16.sub(features, sixteen)));
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

/** The next four levels: places 0 to 255. */
export function askParts(parts: usize, exits: usize, row: usize, rowBytes: usize, rows: u32, places: usize): void {
  for (const end = places + <usize>rows; places < end; places += 2, row += 2 * rowBytes) {
    const first: u32 = load<u8>(places);
    const second: u32 = load<u8>(places, 1);
    const part = parts + <usize>first * RankedPart.size;
    const other = parts + <usize>second * RankedPart.size;
    store<u8>(places, placeBelow(first, part, pick(row, rowBytes, part), exits));
    store<u8>(places, placeBelow(second, other, pick(row + rowBytes, rowBytes, other), exits), 1);
  }
}

/**
 * From the top of a deep tree on, part by part: writes for each row, behind the places, its leaf and 32,768. Rows that are in a
 * leaf are not asked again; the others stand in a list, so that no branch hangs on which they are.
 */
export function walkParts(walk: usize, tree: usize, row: usize, rows: u32, places: usize): void {
  const trees = <usize>load<u32>(walk, Walk.trees);
  const rowBytes = <usize>load<u32>(walk, Walk.rowBytes);
  const exits = <usize>load<u32>(walk, Walk.exits);
  const parts = trees + <usize>load<u32>(tree, RankedTree.parts);
  const nexts = trees + <usize>load<u32>(tree, RankedTree.nexts);
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
      const ranks = pick(row + i * rowBytes, rowBytes, part);
      const next: u32 = load<u16>(nexts + ((from << 5) + (<usize>placeBelow(0, part, ranks, exits) << 1)));
      store<u16>(ends + (i << 1), next);
      store<u8>(last, i);
      last += 1 - (next >>> 15);
    }
  }
}
