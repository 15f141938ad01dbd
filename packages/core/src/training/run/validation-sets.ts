import { TRAIN_SET, UNNAMED_SET } from "../../model/learning-curve.ts";
import { isArrowTable } from "../../table/table-from-arrow.ts";
import type { TableInput } from "../../table/table-like.ts";
import { isDataset } from "../../table/to-table.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { isRecord } from "../../util/check-options.ts";
import { isDate } from "../../util/other-realms.ts";

/** Tables by name. */
type NamedTables = Readonly<Record<string, TableInput>>;

/** A table to measure on, and what errors call it. */
export interface ValidationSet {
  readonly name: string;
  readonly where: string;
  readonly table: TableInput;
}

/** What `fit` was given to measure on: one table, or several by name. */
export function validationSets(given: TableInput | NamedTables | undefined): ValidationSet[] {
  if (given === undefined) return [];
  if (!areNamed(given)) return [{ name: UNNAMED_SET, where: "validation", table: given }];
  return Object.entries(given).map(([name, table]) => {
    if (name !== TRAIN_SET && name !== "") return { name, where: `validation ${JSON.stringify(name)}`, table };
    const why = name === "" ? "a set needs a name" : `"${TRAIN_SET}" is what the training rows are called`;
    throw new CambiumError("bad-option", `fit: validation: ${why}; call it otherwise`);
  });
}

/**
 * One table of named columns and several named tables are both plain objects. What has a length is a column; of the lists those
 * of row objects are tables, which no column could hold.
 */
export function areNamed(given: TableInput | NamedTables): given is NamedTables {
  if (!isRecord(given)) return false;
  if (typeof (given as { readonly column?: unknown }).column === "function" || isArrowTable(given) || isDataset(given))
    return false;
  return Object.values(given).some(isTable);
}

function isTable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!Array.isArray(value)) return typeof (value as { length?: unknown }).length !== "number";
  const first: unknown = value.find((item) => item !== null && item !== undefined);
  return typeof first === "object" && !isDate(first);
}

/** What a sentence calls the rows of a set. */
export function rowsOfSet(name: string): string {
  if (name === UNNAMED_SET) return "the validation rows";
  return name === TRAIN_SET ? "the training rows" : `the rows of ${JSON.stringify(name)}`;
}
