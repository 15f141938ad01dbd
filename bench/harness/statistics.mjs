/** The middle value; of an even number of them the mean of the middle two. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The slope of the straight line through the points, by least squares. */
export function slope(xs, ys) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const over = xs.reduce((sum, x, at) => sum + (x - meanX) * (ys[at] - meanY), 0);
  return over / xs.reduce((sum, x) => sum + (x - meanX) * (x - meanX), 0);
}
