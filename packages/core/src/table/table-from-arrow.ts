import { CambiumError } from "../util/cambium-error.ts";
import { describe, isText } from "../util/check-options.ts";
import { atOnce, type Turns, VALUES_PER_TURN } from "../util/turns.ts";
import { KnownTable } from "./known-table.ts";
import type { ArrowTableLike, ArrowVectorLike } from "./table-like.ts";

/** An Arrow table by its shape, not its class: core imports no Arrow, and two copies of Arrow in one program both work. */
export function tableFromArrow(table: ArrowTableLike): KnownTable {
  const places = new Map<string, number>();
  const names = Array.from(table.schema.fields, (field, place) => {
    const name: unknown = (field as Partial<typeof field> | null)?.name;
    if (!isText(name)) {
      const message = `the Arrow table has ${describe(name)} for the name of a column; expected text`;
      throw new CambiumError("bad-table", message);
    }
    places.set(name, place);
    return name;
  });
  const vectorOf = (name: string) => childOf(table, name, places.get(name) as number);
  const inTurns = (name: string) => {
    const vector = vectorOf(name);
    return isPlain(vector) ? null : decoded(name, vector);
  };
  const read = (name: string) => {
    const turns = inTurns(name);
    return turns === null ? vectorOf(name).toArray() : atOnce(turns);
  };
  return new KnownTable(table.numRows, names, read, { what: "the Arrow table", inTurns });
}

export function isArrowTable(value: object): value is ArrowTableLike {
  const table = value as Partial<ArrowTableLike>;
  return (
    typeof table.getChild === "function" && typeof table.numRows === "number" && Array.isArray(table.schema?.fields)
  );
}

/** By its place where the library has that: it looks for a name among all fields. */
function childOf(table: ArrowTableLike, name: string, place: number): ArrowVectorLike {
  const vector = table.getChildAt?.(place) ?? table.getChild(name);
  if (typeof vector === "object" && vector !== null) return vector;
  throw new CambiumError("bad-table", `the Arrow table lists a column "${name}", and has no values of it`);
}

/**
 * Integers and floats without nulls come as one typed array. Arrow's `Type.Int` is 2, `Type.Float` is 3, and a float of precision 0 is a half
 * float, kept as 16 raw bits.
 */
function isPlain(vector: ArrowVectorLike): boolean {
  const { type } = vector as { readonly type?: { readonly typeId?: unknown; readonly precision?: unknown } };
  return vector.nullCount === 0 && (type?.typeId === 2 || (type?.typeId === 3 && type.precision !== 0));
}

/** Nulls, text, dictionaries, dates, half floats, and booleans packed in bits: value by value, as Arrow itself decodes them. */
function* decoded(name: string, vector: ArrowVectorLike): Turns<ArrayLike<unknown>> {
  const values = new Array<unknown>(vector.length);
  try {
    for (let row = 0; row < values.length; row++) {
      values[row] = vector.get(row);
      if (row % VALUES_PER_TURN === VALUES_PER_TURN - 1) yield;
    }
  } catch (cause) {
    const message = `column "${name}" of the Arrow table could not be decoded; pass a table whose memory was not given away`;
    throw new CambiumError("bad-table", message, { cause });
  }
  return values;
}
