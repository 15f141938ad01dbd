import type { FeatureSchema } from "../dataset/column.ts";
import { type FlatRows, isFlatRows } from "./encode-flat.ts";
import type { InputPolicy, ModelColumns } from "./encode-table.ts";
import type { RowWalker } from "./row-walker.ts";

/** Puts the values of a row where they are walked from; false where something about the row takes more than a look. */
export type RowReader = (row: object, walker: RowWalker) => boolean;

/** The number or code of a value; null where that takes more than a look. */
type ValueReader = (value: unknown) => number | null;

/**
 * Reads an array of numbers, or an object of named values whose numbers are numbers and whose categories are text. All else is
 * for `encodeTable`, which knows what may be converted, and which errors there are.
 */
export function createRowReader(model: ModelColumns): RowReader {
  const { features } = model;
  const names = features.map(({ name }) => name);
  const readers = features.map((feature) => readerOf(feature, model));
  const takesArrays = features.every(({ kind }) => kind === "numeric") && model.missing !== "error";
  const readNumbers = (row: FlatRows, walker: RowWalker) => {
    if (takesArrays) walker.putNumbers(row);
    return takesArrays;
  };
  return (row, walker) => {
    if (isFlatRows(row)) return readNumbers(row, walker);
    if (typeof row !== "object" || row === null) return false;
    for (let feature = 0; feature < names.length; feature++) {
      const name = names[feature];
      if (!Object.hasOwn(row, name)) return false;
      const value = readers[feature]((row as Readonly<Record<string, unknown>>)[name]);
      if (value === null) return false;
      walker.put(feature, value);
    }
    return true;
  };
}

function readerOf(feature: FeatureSchema, { missing, unseen }: InputPolicy): ValueReader {
  const refused = missing === "error";
  if (feature.kind === "numeric") {
    const absent = refused ? null : Number.NaN;
    return (value) => {
      if (typeof value === "number") return refused && Number.isNaN(value) ? null : value;
      return value === null || value === undefined ? absent : null;
    };
  }
  const codes = new Map(feature.categories.map((category, code) => [category, code]));
  const absent = refused ? null : -1;
  const unknown = unseen === "error" ? null : absent;
  return (value) => {
    if (typeof value === "string") return codes.get(value) ?? unknown;
    return value === null || value === undefined ? absent : null;
  };
}
