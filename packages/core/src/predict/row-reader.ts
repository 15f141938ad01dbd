import type { FeatureSchema } from "../dataset/column.ts";
import { type FlatRows, isFlatRows } from "./encode-flat.ts";
import type { InputPolicy, ModelColumns } from "./encode-table.ts";
import type { RowWalker } from "./row-walker.ts";

/** Puts the values of a row where they are walked from; false where something about the row takes more than a look. */
export type RowReader = (row: object, walker: RowWalker) => boolean;

/** The number or code of a value; null where that takes more than a look. */
type ValueReader = (value: unknown) => number | null;

/** The names of an object in their order, and by name the feature of the model, -1 for none. */
interface RowShape {
  readonly names: readonly string[];
  readonly features: Int32Array;
}

/**
 * Reads an array of numbers, or an object of named values whose numbers are numbers and whose categories are text. All else is
 * for `encodeTable`, which knows what may be converted, and which errors there are.
 *
 * Rows mostly have the names of the row before in the same order. Their values are then read by place: to look up 28 names took 440 ns, and to
 * compare them 160.
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
  const readNamed = (row: object, walker: RowWalker) => {
    for (let feature = 0; feature < names.length; feature++) {
      const name = names[feature];
      if (!Object.hasOwn(row, name)) return false;
      const value = readers[feature]((row as Readonly<Record<string, unknown>>)[name]);
      if (value === null) return false;
      walker.put(feature, value);
    }
    return true;
  };
  const readShaped = (row: object, ofNames: Int32Array, walker: RowWalker) => {
    const values: readonly unknown[] = Object.values(row);
    for (let place = 0; place < ofNames.length; place++) {
      const feature = ofNames[place];
      if (feature < 0) continue;
      const value = readers[feature](values[place]);
      if (value === null) return false;
      walker.put(feature, value);
    }
    return true;
  };
  const places = new Map(names.map((name, feature) => [name, feature]));
  let before: readonly string[] = [];
  let shape: RowShape | null = null;
  return (row, walker) => {
    if (isFlatRows(row)) return readNumbers(row, walker);
    if (typeof row !== "object" || row === null) return false;
    const own = Object.keys(row);
    if (shape !== null && areSame(own, shape.names)) return readShaped(row, shape.features, walker);
    const isRead = readNamed(row, walker);
    // Rows that take turns in their names are not worth a shape.
    if (isRead && areSame(own, before))
      shape = { names: own, features: Int32Array.from(own, (name) => places.get(name) ?? -1) };
    before = own;
    return isRead;
  };
}

function areSame(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let place = 0; place < names.length; place++) if (names[place] !== others[place]) return false;
  return true;
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
