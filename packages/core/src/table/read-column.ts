import { CambiumError } from "../util/cambium-error.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { isDetached } from "../util/other-realms.ts";
import type { KnownTable } from "./known-table.ts";
import type { TableLike } from "./table-like.ts";

/** The column of this name; `role` says in the message what it was wanted for. */
export function readColumn(table: KnownTable, name: string, role: string): ArrayLike<unknown> {
  requireColumn(table, name, role);
  return fullColumn(table, name);
}

/** Refuses a name that the table does not have. */
export function requireColumn(table: KnownTable, name: string, role: string): void {
  if (table.has(name)) return;
  const hint = didYouMean(name, table.columnNames);
  const message = `${role}: the table has no column "${name}"; ${hint}there are ${listNames(table.columnNames)}`;
  throw new CambiumError("unknown-column", message);
}

/** A column of a table that anyone may have made: one of another length would be read past its end. */
export function fullColumn(table: TableLike, name: string): ArrayLike<unknown> {
  const values = table.column(name);
  if (isDetached(values)) throw givenAway(name);
  if (values?.length === table.rowCount) return values;
  const message = `column "${name}" has ${values?.length ?? "no"} rows, but the table says that it has ${table.rowCount}`;
  throw new CambiumError("bad-table", message);
}

/** The memory of a typed array can be given to a worker, or to another array: then it has no values. */
export function givenAway(name: string): CambiumError {
  const message = `column "${name}" has no values any more: the memory of its array was given away (transferred); pass a copy, or transfer it later`;
  return new CambiumError("bad-table", message);
}
