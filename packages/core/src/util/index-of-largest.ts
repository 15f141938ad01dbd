/** Which of `count` values from `start` on is the largest; a tie goes to the first. */
export function indexOfLargest(values: ArrayLike<number>, start: number, count: number): number {
  let best = 0;
  for (let i = 1; i < count; i++) if (values[start + i] > values[start + best]) best = i;
  return best;
}
