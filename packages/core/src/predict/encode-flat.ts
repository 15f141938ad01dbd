import type { FeatureSchema } from "../dataset/column.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { listNames } from "../util/nearest-name.ts";
import { floatsOf } from "../util/other-realms.ts";

/**
 * Rows of bare numbers, row after row, in the order of a model's features. A category stands as its place in the feature's
 * `categories`; NaN is missing.
 */
export type FlatRows = Float32Array | Float64Array;

/** Rows that are turned into columns at once: so many stay in the cache until each column has taken its numbers. */
const BLOCK = 128;

export function isFlatRows(input: unknown): input is FlatRows {
  return floatsOf(input) !== null;
}

export function encodeFlat(features: readonly FeatureSchema[], flat: FlatRows): EncodedRows {
  const width = features.length;
  const rowCount = flat.length / width;
  if (!Number.isInteger(rowCount)) {
    const message = `the array has ${flat.length} numbers, which are no whole rows of the model's ${width} features: ${listNames(features.map(({ name }) => name))}`;
    throw new CambiumError("bad-table", message);
  }
  const numbers = features.map(() =>
    flat.BYTES_PER_ELEMENT === 4 ? new Float32Array(rowCount) : new Float64Array(rowCount),
  );
  for (let start = 0; start < rowCount; start += BLOCK) {
    const end = Math.min(start + BLOCK, rowCount);
    numbers.forEach((column, at) => {
      for (let row = start; row < end; row++) column[row] = flat[row * width + at];
    });
  }
  const columns = features.map((feature, at) =>
    feature.kind === "numeric" ? numbers[at] : codesOf(feature, numbers[at]),
  );
  return { rowCount, columns };
}

function codesOf({ name, categories }: Extract<FeatureSchema, { kind: "categorical" }>, numbers: FlatRows): Int32Array {
  const codes = new Int32Array(numbers.length);
  for (let row = 0; row < codes.length; row++) {
    const code = numbers[row];
    if (!isCode(code, categories.length)) {
      const message = `column "${name}" has ${code} in row ${row + 1} of an array; expected NaN for missing, or the place of a category among the ${categories.length} of the model, from 0`;
      throw new CambiumError("unknown-category", message);
    }
    codes[row] = Number.isNaN(code) ? -1 : code;
  }
  return codes;
}

function isCode(value: number, count: number): boolean {
  return Number.isNaN(value) || (Number.isInteger(value) && value >= 0 && value < count);
}
