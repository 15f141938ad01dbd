import {
  type ArrowTableLike,
  CambiumError,
  isArrowTable,
  isPromise,
  type TableLike,
  tableFromArrow,
} from "@cambium/core";

/**
 * A table from one that an Arrow library made (`apache-arrow`, `flechette`). It is known by its shape, so the library's
 * version does not matter, and none comes with this package.
 */
export function fromArrow(table: ArrowTableLike): TableLike {
  if (typeof table !== "object" || table === null || !isArrowTable(table)) {
    const repair =
      "pass what tableFromIPC or tableFromArrays gives; other tables need no fromArrow, every fit takes them as they are";
    throw new CambiumError(
      "bad-table",
      `fromArrow expected an Arrow table (numRows, schema.fields, getChild), got ${kindOf(table)}; ${repair}`,
    );
  }
  return tableFromArrow(table);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (isPromise(value)) return "a promise; write `fromArrow(await …)`";
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value !== "object") return `a ${typeof value}`;
  const keys = Object.keys(value).slice(0, 4);
  return keys.length === 0 ? "an object without keys" : `an object with the keys ${keys.join(", ")}`;
}
