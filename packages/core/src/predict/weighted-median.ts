/** The least of the values that, with all that are less, has at least half of the weight. */
export function weightedMedian(values: Float64Array, weights: Float64Array): number {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
  let total = 0;
  for (const item of order) total += weights[item];
  let below = 0;
  for (const item of order) {
    below += weights[item];
    if (2 * below >= total) return values[item];
  }
  return Number.NaN;
}
