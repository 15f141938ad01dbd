import type { KnownTable } from "../table/known-table.ts";
import { requireColumn } from "../table/read-column.ts";
import { demand } from "../util/demand.ts";
import { listNames } from "../util/nearest-name.ts";
import type { DatasetOptions } from "./dataset-options.ts";
import { offsetColumns } from "./read-offset.ts";

/** The options that name columns. */
export interface ColumnNames extends Omit<DatasetOptions, "target" | "features" | "weight"> {
  readonly target?: string | undefined;
  readonly features?: readonly string[] | null | undefined;
  readonly weight?: unknown;
  readonly group?: unknown;
  readonly stratify?: unknown;
}

/** The columns that a run may read; what is wrong with the names is said where they are read. */
export function usedColumns(table: KnownTable, options: ColumnNames): string[] {
  const { features, exclude, target, weight, rowKey, group, stratify, offset } = options;
  const excluded = new Set(exclude);
  const wanted = (features ?? table.columnNames).filter((name) => !excluded.has(name));
  const names: unknown[] = [...wanted, target, weight, rowKey, group, stratify, ...offsetColumns(offset)];
  return names.filter((name) => typeof name === "string");
}

/** The columns to learn from: those that are listed, or all that have no other use and are not excluded. */
export function featureNames(table: KnownTable, options: ColumnNames & { readonly target: string }): readonly string[] {
  const { target, features, exclude = [], weight, rowKey, offset } = options;
  const offsets = offsetColumns(offset);
  const wanted = new Set(features);
  for (const name of exclude) {
    requireColumn(table, name, "exclude");
    demand(!wanted.has(name), `exclude: "${name}" is listed in features too; leave it out of one of them`);
  }
  const others = new Set<unknown>([target, weight, rowKey, ...offsets, ...exclude]);
  const names = features ?? table.columnNames.filter((name) => !others.has(name));
  const besides = exclude.length === 0 ? "" : ` and the excluded ones, ${listNames([...new Set(exclude)])}`;
  const found = `the table has no column besides the target "${target}"${besides}`;
  demand(names.length > 0, `${found}; expected features`, "bad-table");
  demand(!offsets.includes(target), `offset: "${target}" is the target, it can not be the offset too`);
  const listed = new Set<string>();
  for (const name of names) {
    demand(!listed.has(name), `features: "${name}" is listed twice`);
    listed.add(name);
  }
  for (const [name, role] of [[target, "target"], ...offsets.map((name) => [name, "offset"])]) {
    demand(!listed.has(name), `features: "${name}" is the ${role}, it can not be a feature too`);
  }
  return names;
}
