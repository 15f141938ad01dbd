import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { listNames } from "../util/nearest-name.ts";
import type { TableLike } from "./table-like.ts";

/** A table from named arrays of equal length. A Map serves where a name may be anything, `__proto__` included. */
export function tableFromColumns(
  columns: ReadonlyMap<string, ArrayLike<unknown>> | Readonly<Record<string, ArrayLike<unknown>>>,
): TableLike {
  const byName = columns instanceof Map ? new Map(columns) : new Map(Object.entries(columns));
  let first: string | null = null;
  let rowCount = 0;
  for (const [name, values] of byName) {
    if (!isArrayLike(values)) {
      throw new CambiumError("bad-table", `column "${name}" expects an array, got ${describe(values)}`);
    }
    if (first === null) [first, rowCount] = [name, values.length];
    if (values.length !== rowCount) {
      const message = `column "${name}" has ${values.length} rows, but "${first}" has ${rowCount}: all columns must be equally long`;
      throw new CambiumError("bad-table", message);
    }
  }
  return {
    rowCount,
    columnNames: [...byName.keys()],
    column: (name) => byName.get(name) ?? missingColumn(name, byName),
  };
}

function missingColumn(name: string, columns: ReadonlyMap<string, unknown>): never {
  throw new CambiumError("unknown-column", `no column "${name}"; there are ${listNames([...columns.keys()])}`);
}

function isArrayLike(values: unknown): values is ArrayLike<unknown> {
  return Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView));
}
