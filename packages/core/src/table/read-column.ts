import { CambiumError } from "../util/cambium-error.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { fullColumn } from "./full-column.ts";
import type { KnownTable } from "./known-table.ts";

/** The column of this name; `role` says in the message what it was wanted for. */
export function readColumn(table: KnownTable, name: string, role: string): ArrayLike<unknown> {
  if (table.has(name)) return fullColumn(table, name);
  const hint = didYouMean(name, table.columnNames);
  const message = `${role}: the table has no column "${name}"; ${hint}there are ${listNames(table.columnNames)}`;
  throw new CambiumError("unknown-column", message);
}
