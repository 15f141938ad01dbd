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
      let values = trees + <usize>load<u32>(tree, WalkTree.values);
      if (levels == 0) {
        memory.fill(places, 0, <usize>few << 2);
        walkDown<I, List>(nodes, 0, u32.MAX_VALUE, x, few, places);
      } else {
        const isNarrow = sizeof<I>() == 4;
        if (isNarrow) askTop(nodes, x, few, places);
        else for (let row: u32 = 0; row < few; row++) store<u32>(places + (<usize>row << 2), 1);
        walkDown<I, Heap>(nodes, isNarrow ? 3 : 0, levels, x, few, places);
        values -= <usize>(width << levels) << 3; // the exits of a heap are the places from 2^levels on
      }
      addLeaves<u32>(values, places, few, width, scores);
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

/** What a function is compiled for: its size tells. */
type Heap = u8;
type List = u32;

/** The place after a node; of a leaf in a list it is the same. */
@inline
function below<I, S>(nodes: usize, place: u32, x: usize): u32 {
  if (sizeof<S>() == sizeof<Heap>()) {
    const at = nodes + <usize>place * (2 * sizeof<I>());
    return (place << 1) + u32(load<I>(x + <usize>load<u32>(at, sizeof<I>())) > load<I>(at));
  }
  const at = nodes + <usize>place * WalkNode.size;
  const column = <usize>load<u32>(at, WalkNode.column);
  const first = load<u32>(at, WalkNode.firstChild);
  if ((column & 1) == 0) return first + u32(load<I>(x + column) > load<I>(at, WalkNode.number));
  // Nodes on categories are marked in the place of their column, and have the offset of their bits for a threshold.
  const code = load<u32>(x + (column - 1));
  const word = load<u32>(nodes + <usize>load<u32>(at, WalkNode.number) + <usize>((code >>> 5) << 2));
  return first + ((word >>> (code & 31)) & 1);
}

/** Eight rows at a time from level to level of a heap, or in a list until all are in leaves. */
function walkDown<I, S>(nodes: usize, from: u32, to: u32, x: usize, rows: u32, places: usize): void {
  const size = sizeof<I>();
  for (const end = places + (<usize>rows << 2); places < end; places += 32, x += 8 * size) {
    let a = load<u32>(places);
    let b = load<u32>(places, 4);
    let c = load<u32>(places, 8);
    let d = load<u32>(places, 12);
    let e = load<u32>(places, 16);
    let f = load<u32>(places, 20);
    let g = load<u32>(places, 24);
    let h = load<u32>(places, 28);
    let before: u32 = 0;
    for (let level = from; level < to; level++) {
      a = below<I, S>(nodes, a, x);
      b = below<I, S>(nodes, b, x + size);
      c = below<I, S>(nodes, c, x + 2 * size);
      d = below<I, S>(nodes, d, x + 3 * size);
      e = below<I, S>(nodes, e, x + 4 * size);
      f = below<I, S>(nodes, f, x + 5 * size);
      g = below<I, S>(nodes, g, x + 6 * size);
      h = below<I, S>(nodes, h, x + 7 * size);
      if (sizeof<S>() == sizeof<Heap>()) continue;
      // Children stand behind their parents, so a sum that stays is eight rows that stay.
      const sum = a + b + c + d + e + f + g + h;
      if (sum == before) break;
      before = sum;
    }
    store<u32>(places, a);
    store<u32>(places, b, 4);
    store<u32>(places, c, 8);
    store<u32>(places, d, 12);
    store<u32>(places, e, 16);
    store<u32>(places, f, 20);
    store<u32>(places, g, 24);
    store<u32>(places, h, 28);
  }
}
