import { CambiumError } from "../util/cambium-error.ts";
import { describe, isText } from "../util/check-options.ts";
import { isDetached, isMap, isTypedArray, pairsOf } from "../util/other-realms.ts";
import { givenAway } from "./full-column.ts";
import { KnownTable } from "./known-table.ts";

/** A table from named arrays of equal length. A Map serves where a name may be anything, `__proto__` included. */
export function tableFromColumns(
  columns: ReadonlyMap<string, ArrayLike<unknown>> | Readonly<Record<string, ArrayLike<unknown>>>,
): KnownTable {
  const entries: readonly (readonly [unknown, unknown])[] = isMap(columns) ? pairsOf(columns) : Object.entries(columns);
  const byName = new Map<string, ArrayLike<unknown>>();
  let first: string | null = null;
  let rowCount = 0;
  for (const [name, values] of entries) {
    if (!isText(name)) {
      const message = `a Map of columns has the key ${describe(name)}; expected the name of a column`;
      throw new CambiumError("bad-table", message);
    }
    if (!Array.isArray(values) && !isTypedArray(values)) {
      const message = `column "${name}" expects an array, got ${describe(values)}; a single row goes to predictOne, or into a list, as [row]`;
      throw new CambiumError("bad-table", message);
    }
    if (isDetached(values)) throw givenAway(name);
    if (first === null) [first, rowCount] = [name, values.length];
    if (values.length !== rowCount) {
      const message = `column "${name}" has ${values.length} rows, but "${first}" has ${rowCount}: all columns must be equally long`;
      throw new CambiumError("bad-table", message);
    }
    byName.set(name, values);
  }
  return new KnownTable(rowCount, [...byName.keys()], (name) => byName.get(name) as ArrayLike<unknown>);
}
