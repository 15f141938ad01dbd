/** Draws and shapes for made-up tables that use no function which engines may round in their own way. */

/** The sum of six even draws, which is normal enough here, and needs no logarithm. */
export function normal(next) {
  return (next() + next() + next() + next() + next() + next() - 3) * Math.SQRT2;
}

/** From -1 to 1, steepest at 0. */
export function bounded(value) {
  return value / (1 + Math.abs(value));
}

/** The chances of so many codes, each with those of the codes before it. `share` gives what a code has of the whole. */
export function cumulative(count, share) {
  const sums = Float64Array.from({ length: count }, share);
  for (let code = 1; code < count; code++) sums[code] += sums[code - 1];
  return sums.map((sum) => sum / sums[count - 1]);
}

/** The first code whose sum of chances is above the draw. */
export function drawCode(chances, draw) {
  let low = 0;
  for (let high = chances.length - 1; low < high; ) {
    const middle = (low + high) >> 1;
    if (chances[middle] > draw) high = middle;
    else low = middle + 1;
  }
  return low;
}
