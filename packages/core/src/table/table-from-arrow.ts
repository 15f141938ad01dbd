import { CambiumError } from "../util/cambium-error.ts";
import type { ArrowTableLike, ArrowVectorLike, TableLike } from "./table-like.ts";

/** An Arrow table by its shape, not its class: core imports no Arrow, and two copies of Arrow in one program both work. */
export function tableFromArrow(table: ArrowTableLike): TableLike {
  const names = table.schema.fields.map((field) => field.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new CambiumError("bad-table", `the Arrow table has two columns named "${twice}"; rename one of them`);
  }
  return {
    rowCount: table.numRows,
    columnNames: names,
    column(name) {
      const vector = names.includes(name) ? table.getChild(name) : null;
      if (vector === null) throw new CambiumError("unknown-column", `the Arrow table has no column "${name}"`);
      return valuesOf(vector);
    },
  };
}

export function isArrowTable(value: object): value is ArrowTableLike {
  const table = value as Partial<ArrowTableLike>;
  return (
    typeof table.getChild === "function" && typeof table.numRows === "number" && Array.isArray(table.schema?.fields)
  );
}

/**
 * Plain integers and floats come as one typed array; everything else (nulls, text, dictionaries, dates, half floats,
 * booleans packed in bits) value by value, as Arrow itself decodes it.
 */
function valuesOf(vector: ArrowVectorLike): ArrayLike<unknown> {
  if (vector.nullCount === 0 && isPlainNumber(vector)) return vector.toArray();
  const values = new Array<unknown>(vector.length);
  for (let row = 0; row < vector.length; row++) values[row] = vector.get(row);
  return values;
}

/** Arrow's `Type.Int` is 2, `Type.Float` is 3, and a float of precision 0 is a half float, kept as 16 raw bits. */
function isPlainNumber(vector: ArrowVectorLike): boolean {
  const type = (vector as { readonly type?: { readonly typeId?: unknown; readonly precision?: unknown } }).type;
  return type?.typeId === 2 || (type?.typeId === 3 && type.precision !== 0);
}
