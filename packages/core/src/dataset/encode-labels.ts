/**
 * Each label as its place in the sorted list of all that occur; null is -1.
 */
export function encodeLabels<T>(
  count: number,
  labelAt: (row: number) => T | null,
  compare: (a: T, b: T) => number,
): { codes: Int32Array; labels: T[] } {
  const found = new Map<T, number>();
  const codes = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const label = labelAt(row);
    const code = label === null ? -1 : (found.get(label) ?? found.size);
    if (label !== null && code === found.size) found.set(label, code);
    codes[row] = code;
  }
  const labels = [...found.keys()].sort(compare);
  const places = new Int32Array(labels.length);
  for (const [place, label] of labels.entries()) places[found.get(label) as number] = place;
  for (let row = 0; row < count; row++) if (codes[row] >= 0) codes[row] = places[codes[row]];
  return { codes, labels };
}
