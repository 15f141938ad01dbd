// Rows down trees node by node, in prediction. `layouts/walk.mjs` says how trees and rows lie in memory.
//
// A value is an integer of the same order as the number (4 bytes for a float32, 8 for a float64), and a missing one is
// less than all in one column of its feature and more than all in another. So a step is one comparison of integers,
// with no branch that a processor could guess wrong and nothing about missing values. Eight rows go down a tree at a
// time, since a step has to wait for two loads. In trees of few levels that are a heap, the first three levels are taken by
// SIMD, four rows at once: all seven nodes are asked, and masks choose among the answers.
//
// Measured on 200,000 × 28 float32, 100 trees of 8 levels, ns of CPU per row and tree, on a machine with other work: nodes that
// name their child, four rows at a time, with a number subtracted for missing values 14.0, without 12.0; eight rows 10.6;
// nodes in the order of a heap 9.4; with three levels by SIMD 7.4. (XGBoost took 13.4.) Nothing changed by adding leaves in the same
// loop, by other sizes of blocks (64 to 1,024 rows), or by the sign of a 64-bit difference in place of the comparison. Trees of
// few thresholds go by `walk-ranks.ts` instead.

import { Walk, WALK_FEW_ROWS, WalkBlock, WalkNode, WalkTree } from "../generated/walk-layout";
import { addLeaves } from "./add-leaves";

export function walkNodes<I>(walk: usize, block: usize, rows: u32): void {
  const trees = <usize>load<u32>(walk, Walk.trees);
  const end = trees + <usize>load<u32>(walk, Walk.treeCount) * WalkTree.size;
  const width = load<u32>(walk, Walk.width);
  const places = <usize>load<u32>(block, WalkBlock.scratch);
  let x = <usize>load<u32>(block, WalkBlock.columns);
  let scores = <usize>load<u32>(block, WalkBlock.scores) + <usize>load<u32>(walk, Walk.firstScore);
  for (let done: u32 = 0; done < rows; done += WALK_FEW_ROWS) {
    const few = min(WALK_FEW_ROWS, rows - done);
    for (let tree = trees; tree < end; tree += WalkTree.size) {
      const levels = load<u32>(tree, WalkTree.levels);
      const nodes = trees + <usize>load<u32>(tree, WalkTree.nodes);
      if (levels == 0) walkList<I>(nodes, x, few, places);
      else walkHeap<I>(nodes, levels, x, few, places);
      addLeaves<u32>(trees + <usize>load<u32>(tree, WalkTree.values), places, few, width, scores);
    }
    x += few * sizeof<I>();
    scores += <usize>(few * width) << 3;
  }
}

@inline
function ask(node: usize, x: usize): v128 {
  return i32x4.gt_s(v128.load(x + <usize>load<u32>(node, 4)), v128.load32_splat(node));
}

/** The first three levels of a heap: places 8 to 15. */
function askTop(nodes: usize, x: usize, rows: u32, places: usize): void {
  const eight = i32x4.splat(8);
  for (const end = places + (<usize>rows << 2); places < end; places += 16, x += 16) {
    const first = ask(nodes + 8, x);
    const second = v128.bitselect(ask(nodes + 24, x), ask(nodes + 16, x), first);
    const low = v128.bitselect(ask(nodes + 40, x), ask(nodes + 32, x), second);
    const high = v128.bitselect(ask(nodes + 56, x), ask(nodes + 48, x), second);
    const two = i32x4.add(i32x4.add(first, first), second);
    const three = i32x4.add(i32x4.add(two, two), v128.bitselect(high, low, first));
    v128.store(places, i32x4.sub(eight, three));
  }
}

@inline
function below<I>(nodes: usize, place: u32, x: usize): u32 {
  const at = nodes + <usize>place * (2 * sizeof<I>());
  return (place << 1) + u32(load<I>(x + <usize>load<u32>(at, sizeof<I>())) > load<I>(at));
}

/** Writes for each row the exit of a heap of at least three levels. */
function walkHeap<I>(nodes: usize, levels: u32, x: usize, rows: u32, places: usize): void {
  const size = sizeof<I>();
  const isNarrow = size == 4;
  if (isNarrow) askTop(nodes, x, rows, places);
  else for (let row: u32 = 0; row < rows; row++) store<u32>(places + (<usize>row << 2), 1);
  const exits: u32 = 1 << levels;
  for (const end = places + (<usize>rows << 2); places < end; places += 32, x += 8 * size) {
    let a = load<u32>(places);
    let b = load<u32>(places, 4);
    let c = load<u32>(places, 8);
    let d = load<u32>(places, 12);
    let e = load<u32>(places, 16);
    let f = load<u32>(places, 20);
    let g = load<u32>(places, 24);
    let h = load<u32>(places, 28);
    for (let level: u32 = isNarrow ? 3 : 0; level < levels; level++) {
      a = below<I>(nodes, a, x);
      b = below<I>(nodes, b, x + size);
      c = below<I>(nodes, c, x + 2 * size);
      d = below<I>(nodes, d, x + 3 * size);
      e = below<I>(nodes, e, x + 4 * size);
      f = below<I>(nodes, f, x + 5 * size);
      g = below<I>(nodes, g, x + 6 * size);
      h = below<I>(nodes, h, x + 7 * size);
    }
    store<u32>(places, a - exits);
    store<u32>(places, b - exits, 4);
    store<u32>(places, c - exits, 8);
    store<u32>(places, d - exits, 12);
    store<u32>(places, e - exits, 16);
    store<u32>(places, f - exits, 20);
    store<u32>(places, g - exits, 24);
    store<u32>(places, h - exits, 28);
  }
}

/** Nodes on categories are marked in the place of their column, and have the offset of their bits for a threshold. */
@inline
function child<I>(nodes: usize, node: u32, x: usize): u32 {
  const at = nodes + <usize>node * WalkNode.size;
  const column = <usize>load<u32>(at, WalkNode.column);
  const first = load<u32>(at, WalkNode.firstChild);
  if ((column & 1) == 0) return first + u32(load<I>(x + column) > load<I>(at, WalkNode.number));
  const code = load<u32>(x + (column - 1));
  const word = load<u32>(nodes + <usize>load<u32>(at, WalkNode.number) + <usize>((code >>> 5) << 2));
  return first + ((word >>> (code & 31)) & 1);
}

/** Writes for each row the leaf of a list of nodes. Four rows go on until all are in leaves. */
function walkList<I>(nodes: usize, x: usize, rows: u32, places: usize): void {
  const size = sizeof<I>();
  for (const end = places + (<usize>rows << 2); places < end; places += 16, x += 4 * size) {
    let a: u32 = 0;
    let b: u32 = 0;
    let c: u32 = 0;
    let d: u32 = 0;
    let moved: u32;
    do {
      const was = a + b + c + d;
      a = child<I>(nodes, child<I>(nodes, a, x), x);
      b = child<I>(nodes, child<I>(nodes, b, x + size), x + size);
      c = child<I>(nodes, child<I>(nodes, c, x + 2 * size), x + 2 * size);
      d = child<I>(nodes, child<I>(nodes, d, x + 3 * size), x + 3 * size);
      // Children stand behind their parents, so a sum that stays is four rows that stay.
      moved = a + b + c + d - was;
    } while (moved);
    store<u32>(places, a);
    store<u32>(places, b, 4);
    store<u32>(places, c, 8);
    store<u32>(places, d, 12);
  }
}
