import type { Turns } from "./turns.ts";

/** The value that has n - 1 others before it when the largest come first; `values` are left in another order. */
export function* nthLargest(values: Float64Array, n: number): Turns<number> {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const [right, left] = yield* part(values, low, high);
    if (n - 1 <= right) high = right;
    else if (n - 1 >= left) low = left;
    else break;
  }
  return values[n - 1];
}

/** Swaps of a turn. */
const SWAPS = 1 << 14;

/** Brings the larger ones of a range before the smaller ones; gives the last of those, and the first of these: what is between them is equal. */
function* part(values: Float64Array, low: number, high: number): Turns<[right: number, left: number]> {
  const pivot = values[(low + high) >> 1];
  let left = low;
  let right = high;
  for (let swaps = 1; left <= right; swaps++) {
    if (swaps % SWAPS === 0) yield;
    while (values[left] > pivot) left++;
    while (values[right] < pivot) right--;
    if (left > right) break;
    const value = values[left];
    values[left++] = values[right];
    values[right--] = value;
  }
  return [right, left];
}
