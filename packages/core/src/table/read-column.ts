import { CambiumError } from "../util/cambium-error.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { fullColumn } from "./full-column.ts";
import type { KnownTable } from "./known-table.ts";

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
