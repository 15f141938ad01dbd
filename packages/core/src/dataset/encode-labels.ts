import { type Turns, turnsOver } from "../util/turns.ts";

/** Each label as its place in the sorted list of all that occur; null is -1. */
export interface LabelCodes<T> {
  readonly codes: Int32Array;
  readonly labels: T[];
}

/** The label of a value, by its row; null for none. */
export type LabelOf<T> = (value: unknown, row: number) => T | null;

/** The labels of all values, and their codes. */
export function* labelsInTurns<T>(
  values: ArrayLike<unknown>,
  labelOf: LabelOf<T>,
  compare: (a: T, b: T) => number,
): Turns<LabelCodes<T>> {
  const encoder = new LabelEncoder(values, labelOf);
  yield* turnsOver(values.length, (start, end) => encoder.read(start, end));
  return yield* encoder.end(compare);
}

/** Whole numbers below this find their code without a label: in most columns that are codes already, all do. */
const SMALL = 1024;

/** Reads a range of rows at a time, from the first on. A value always has the same label. */
export class LabelEncoder<T> {
  readonly #codes: Int32Array;
  readonly #found = new Map<T, number>();
  /** Codes of small whole numbers; -1 for those that did not occur. */
  readonly #small = new Int32Array(SMALL).fill(-1);
  #missing = 0;

  constructor(
    private readonly values: ArrayLike<unknown>,
    private readonly labelOf: LabelOf<T>,
  ) {
    this.#codes = new Int32Array(values.length);
  }

  read(start: number, end: number): void {
    const { values } = this;
    for (let row = start; row < end; row++) {
      const value = values[row];
      const isSmall = typeof value === "number" && value >= 0 && value < SMALL && Math.floor(value) === value;
      let code = isSmall ? this.#small[value] : -1;
      if (code < 0) {
        code = this.#codeOf(this.labelOf(value, row));
        if (isSmall) this.#small[value] = code;
      }
      this.#codes[row] = code;
    }
  }

  /** The rows that have a label, once all are read. */
  get presentCount(): number {
    return this.#codes.length - this.#missing;
  }

  get labelCount(): number {
    return this.#found.size;
  }

  #codeOf(label: T | null): number {
    if (label === null) {
      this.#missing++;
      return -1;
    }
    const known = this.#found.get(label);
    if (known !== undefined) return known;
    this.#found.set(label, this.#found.size);
    return this.#found.size - 1;
  }

  *end(compare: (a: T, b: T) => number): Turns<LabelCodes<T>> {
    const found = this.#found;
    const codes = this.#codes;
    const labels = [...found.keys()].sort(compare);
    const places = new Int32Array(labels.length);
    for (const [place, label] of labels.entries()) places[found.get(label) as number] = place;
    yield* turnsOver(codes.length, (start, end) => {
      for (let row = start; row < end; row++) if (codes[row] >= 0) codes[row] = places[codes[row]];
    });
    return { codes, labels };
  }
}
