/** Each label as its place in the sorted list of all that occur; null is -1. */
export interface LabelCodes<T> {
  readonly codes: Int32Array;
  readonly labels: T[];
}

/** All at once. */
export function encodeLabels<T>(
  count: number,
  labelAt: (row: number) => T | null,
  compare: (a: T, b: T) => number,
): LabelCodes<T> {
  const encoder = new LabelEncoder(count, labelAt);
  encoder.read(0, count);
  return encoder.end(compare);
}

/** The same a range of rows at a time, from the first on. */
export class LabelEncoder<T> {
  readonly #codes: Int32Array;
  readonly #found = new Map<T, number>();

  constructor(
    count: number,
    private readonly labelAt: (row: number) => T | null,
  ) {
    this.#codes = new Int32Array(count);
  }

  read(start: number, end: number): void {
    const found = this.#found;
    for (let row = start; row < end; row++) {
      const label = this.labelAt(row);
      const code = label === null ? -1 : (found.get(label) ?? found.size);
      if (label !== null && code === found.size) found.set(label, code);
      this.#codes[row] = code;
    }
  }

  end(compare: (a: T, b: T) => number): LabelCodes<T> {
    const found = this.#found;
    const codes = this.#codes;
    const labels = [...found.keys()].sort(compare);
    const places = new Int32Array(labels.length);
    for (const [place, label] of labels.entries()) places[found.get(label) as number] = place;
    for (let row = 0; row < codes.length; row++) if (codes[row] >= 0) codes[row] = places[codes[row]];
    return { codes, labels };
  }
}
