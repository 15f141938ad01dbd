// A block of rows, in prediction: its numbers become integers of the same order and, where trees compare ranks, ranks. Then the rows
// go down a list of trees. `layouts/walk.mjs` says how all of it lies in memory.

import { NO_COLUMN, Walk, WalkBlock, WalkColumn } from "../generated/walk-layout";
import { orderNumbers, rankNumbers } from "./rank-numbers";
import { walkRanks } from "./walk-ranks";
import { walkNodes } from "./walk-nodes";

/** Adds to the scores of a block the leaves of the trees of a list, in their order. `rows` is a multiple of 32. */
export function walkTrees(block: usize, rows: u32): void {
  const walk = <usize>load<u32>(block, WalkBlock.walk);
  const wide = load<u32>(walk, Walk.wide);
  if (load<u32>(walk, Walk.isFirst)) {
    if (wide) prepare<f64, i64>(walk, block, rows);
    else prepare<f32, i32>(walk, block, rows);
  }
  if (load<u32>(walk, Walk.thresholds)) walkRanks(walk, block, rows);
  else if (wide) walkNodes<i64>(walk, block, rows);
  else walkNodes<i32>(walk, block, rows);
}

function prepare<F, I>(walk: usize, block: usize, rows: u32): void {
  const columns = <usize>load<u32>(block, WalkBlock.columns);
  const records = <usize>load<u32>(walk, Walk.columns);
  const count = load<u32>(walk, Walk.columnCount);
  let missing: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const record = records + <usize>i * WalkColumn.size;
    const given = columns + <usize>load<u32>(record, WalkColumn.given);
    const first = load<u32>(record, WalkColumn.first);
    const last = load<u32>(record, WalkColumn.last);
    if (load<u32>(walk, Walk.thresholds)) {
      orderNumbers<F, I>(given, given, rows, false);
      missing |= rankNumbers<I>(walk, block, i, given, rows);
      if (last != NO_COLUMN) lowerRanks(columns + <usize>first, columns + <usize>last, rows);
    } else {
      // One of the columns may be where the numbers are given: that one is written last.
      if (last != NO_COLUMN) orderNumbers<F, I>(given, columns + <usize>last, rows, true);
      if (first != NO_COLUMN) orderNumbers<F, I>(given, columns + <usize>first, rows, false);
    }
  }
  store<u32>(block, missing, WalkBlock.missing);
}

/** Makes of a column the one in which missing values are more than all. */
function lowerRanks(from: usize, to: usize, rows: u32): void {
  for (const end = from + <usize>rows; from < end; from += 16, to += 16) {
    v128.store(to, i8x16.sub(v128.load(from), i8x16.splat(1)));
  }
}
