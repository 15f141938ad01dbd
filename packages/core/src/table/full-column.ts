import { CambiumError } from "../util/cambium-error.ts";
import type { TableLike } from "./table-like.ts";

/** A column of a table that anyone may have made: one of another length would be read past its end. */
export function fullColumn(table: TableLike, name: string): ArrayLike<unknown> {
  const values = table.column(name);
  if (values?.length === table.rowCount) return values;
  const message = `column "${name}" has ${values?.length ?? "no"} rows, but the table says that it has ${table.rowCount}`;
  throw new CambiumError("bad-table", message);
}
