import { createPacer, type Pacer } from "@cambium/kernels";
import { Dataset } from "../../dataset/dataset.ts";
import type { DatasetOptions } from "../../dataset/dataset-options.ts";
import { type ColumnNames, usedColumns } from "../../dataset/feature-names.ts";
import { LentArrays, type NamedArray } from "../../dataset/lent-arrays.ts";
import { TRAIN_SET, UNNAMED_SET } from "../../model/learning-curve.ts";
import { takeTable } from "../../table/own-table.ts";
import { isArrowTable } from "../../table/table-from-arrow.ts";
import type { TableInput } from "../../table/table-like.ts";
import { isDataset } from "../../table/to-table.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { isRecord } from "../../util/check-options.ts";
import { locatedError } from "../../util/located-error.ts";
import { isDate } from "../../util/other-realms.ts";
import { ownOptions } from "../../util/own-data.ts";

/** The options of a run that are looked at here. */
interface OwnRunOptions extends ColumnNames {
  readonly signal?: DatasetOptions["signal"] | undefined;
  readonly lend?: boolean | undefined;
  readonly validation?: TableInput | Readonly<Record<string, TableInput>> | undefined;
}

/**
 * Runs what waits in between with data and options that nobody else has: whatever the caller does to theirs from now on changes
 * nothing. `takeTable` says what is read in steps; that is done before `run` begins.
 */
export async function ownRun<D extends TableInput | Dataset, R extends object, T>(
  data: D,
  given: R,
  run: (data: D, options: R) => Promise<T>,
): Promise<T> {
  const { signal, validation, ...others } = given as R & OwnRunOptions;
  // Each run says in its own way that it was aborted.
  if (signal?.aborted) return run(data, given);
  const { lend = false } = others as OwnRunOptions;
  const table = data instanceof Dataset ? null : takeTable(data, (known) => usedColumns(known, others), lend);
  const names = data instanceof Dataset ? namesIn(data) : { ...others, features: others.features ?? table?.names };
  const sets = validationSets(validation).map((set) => takeSet(set, names, lend));
  const arrays = data instanceof Dataset ? arraysOf(data) : (table?.lent ?? []);
  const lent = new LentArrays([...arrays, ...sets.flatMap((set) => set.lent)], signal);
  const own = { ...ownOptions(others), ...(lent.signal && { signal: lent.signal }) };
  return lent.guard(async () => {
    const pacer = createPacer(lent.signal);
    let read: [data: D, options: R] = [data, given];
    try {
      const ownData = table === null ? data : await table.read(pacer);
      const tables: [string, TableInput][] = [];
      for (const set of sets) tables.push([set.name, await set.read(pacer)]);
      // In the form in which they were given: one, or several by name.
      const isNamed = validation !== undefined && areNamed(validation);
      const ownSets = isNamed ? Object.fromEntries(tables) : tables[0]?.[1];
      read = [ownData, { ...own, ...(ownSets && { validation: ownSets }) }] as unknown as [D, R];
    } catch (error) {
      if (signal?.aborted !== true || error !== signal.reason) throw error;
    }
    return run(...read);
  });
}

/** Takes over a table that is measured on. Errors say which it is. */
function takeSet({ name, where, table }: ValidationSet, columns: ColumnNames, lends: boolean) {
  const fail = (error: unknown): never => {
    throw locatedError(error, where);
  };
  try {
    const { lent, read } = takeTable(table, (known) => usedColumns(known, columns), lends);
    return { name, lent, read: (pacer: Pacer) => read(pacer).catch(fail) };
  } catch (error) {
    return fail(error);
  }
}

/** The arrays of a dataset, which belongs to the caller, too. */
function arraysOf({ rowCount, columns, target, rowKeys, offset }: Dataset): NamedArray[] {
  const arrays = rowsOfColumns(rowCount, columns).columns.map((values, i): NamedArray => [columns[i].name, values]);
  arrays.push([target.name, target.task === "classification" ? target.codes : target.values]);
  for (const values of [target.weights, rowKeys, offset?.values]) if (values) arrays.push([target.name, values]);
  return arrays;
}

/** What trees that grow on a dataset read of another table. */
function namesIn({ columns, target: { name: target }, weightColumn: weight, offset }: Dataset): ColumnNames {
  return { features: columns.map(({ name }) => name), target, weight, offset: offset?.columns ?? [] };
}

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
function areNamed(given: TableInput | NamedTables): given is NamedTables {
  if (!isRecord(given)) return false;
  const { column } = given as { readonly column?: unknown };
  const isOne = typeof column === "function" || isArrowTable(given) || isDataset(given);
  return !isOne && Object.values(given).some(isTable);
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
