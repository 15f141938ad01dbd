import type { KnownTable } from "../table/known-table.ts";
import { offsetColumns } from "./read-offset.ts";

/** The options that name columns. */
export interface ColumnNames {
  readonly features?: readonly string[] | null | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly target?: string | undefined;
  readonly offset?: string | readonly string[] | undefined;
  readonly weight?: unknown;
  readonly rowKey?: string | undefined;
  readonly group?: unknown;
  readonly stratify?: unknown;
}

/** The columns that a run may read; what is wrong with the names is said where they are read. */
export function usedColumns(table: KnownTable, options: ColumnNames): string[] {
  const { features, exclude, target, weight, rowKey, group, stratify, offset } = options;
  const excluded = new Set(exclude);
  const names: unknown[] = [
    ...(features ?? table.columnNames).filter((name) => !excluded.has(name)),
    target,
    weight,
    rowKey,
    group,
    stratify,
    ...offsetColumns(offset),
  ];
  return names.filter((name) => typeof name === "string");
}
