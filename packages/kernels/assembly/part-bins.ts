// Parts the rows of a node by one feature's bins. `src/part-bins.ts` is the same.

@inline
function goesRight(bin: u32, last: u32, missingBin: u32, missingRight: u32): u32 {
  return bin == missingBin ? missingRight : u32(bin > last);
}

/** How many of `count` rows have the feature in a bin up to `last`, the missing ones by `missingRight`. `column` has a byte by row. */
export function countLeft(rows: usize, count: u32, column: usize, last: u32, missingBin: u32, missingRight: u32): u32 {
  let right: u32 = 0;
  const end = rows + (<usize>count << 2);
  for (let at = rows; at < end; at += 4) {
    right += goesRight(load<u8>(column + <usize>load<u32>(at)), last, missingBin, missingRight);
  }
  return count - right;
}

/** Moves those that go left to the front and the others behind them, both in their order; `scratch` has room for `count` rows. */
export function partBins(
  rows: usize,
  count: u32,
  column: usize,
  last: u32,
  missingBin: u32,
  missingRight: u32,
  scratch: usize,
): u32 {
  let left = rows;
  let right = scratch;
  const end = rows + (<usize>count << 2);
  for (let at = rows; at < end; at += 4) {
    const row = load<u32>(at);
    const isRight = <usize>goesRight(load<u8>(column + <usize>row), last, missingBin, missingRight);
    // Both are written, and one of them is kept: no branch to guess.
    store<u32>(left, row);
    store<u32>(right, row);
    left += (1 - isRight) << 2;
    right += isRight << 2;
  }
  memory.copy(left, scratch, right - scratch);
  return <u32>((left - rows) >>> 2);
}
