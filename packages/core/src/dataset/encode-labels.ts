import { type Turns, turnsOver } from "../util/turns.ts";

/** Each label as its place in the sorted list of all that occur; null is -1. */
export interface LabelCodes<T> {
  readonly codes: Int32Array;
  readonly labels: T[];
}

/** How many rows have a label, and how many of these labels are distinct. */
export interface ValueCounts {
  readonly values: number;
  readonly distinct: number;
}

/** The labels in the order in which they occur, with the codes of that order. */
export interface FoundLabels<T> extends ValueCounts {
  readonly codes: Int32Array;
  readonly found: ReadonlyMap<T, number>;
}

/** Whole numbers below this find their code without a label: in most columns that are codes already, all do. */
const SMALL = 1024;

/** The labels of all values; `labelOf` gives null for none, and the same label for the same value. */
export function* findLabels<T>(
  values: ArrayLike<unknown>,
  labelOf: (value: unknown, row: number) => T | null,
): Turns<FoundLabels<T>> {
  const codes = new Int32Array(values.length);
  const found = new Map<T, number>();
  /** Codes of small whole numbers; -1 for those that did not occur. */
  const small = new Int32Array(SMALL).fill(-1);
  let missing = 0;
  const codeOf = (label: T | null): number => {
    if (label === null) {
      missing++;
      return -1;
    }
    const known = found.get(label) ?? found.size;
    if (known === found.size) found.set(label, known);
    return known;
  };
  yield* turnsOver(values.length, (start, end) => {
    for (let row = start; row < end; row++) {
      const value = values[row];
      const isSmall = typeof value === "number" && value >= 0 && value < SMALL && Math.floor(value) === value;
      let code = isSmall ? small[value] : -1;
      if (code < 0) {
        code = codeOf(labelOf(value, row));
        if (isSmall) small[value] = code;
      }
      codes[row] = code;
    }
  });
  return { codes, found, values: codes.length - missing, distinct: found.size };
}

/** The same in the order of the labels; the codes are written over. */
export function* sortLabels<T>(
  { codes, found }: FoundLabels<T>,
  compare: (a: T, b: T) => number,
): Turns<LabelCodes<T>> {
  const labels = [...found.keys()].sort(compare);
  const places = new Int32Array(labels.length);
  for (const [place, label] of labels.entries()) places[found.get(label) as number] = place;
  yield* turnsOver(codes.length, (start, end) => {
    for (let row = start; row < end; row++) if (codes[row] >= 0) codes[row] = places[codes[row]];
  });
  return { codes, labels };
}
