import type { Pacer } from "@cambium/kernels";
import { type Column, type FeatureSchema, schemaOf } from "../../dataset/column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { kindOf } from "../../dataset/encode-column.ts";
import { targetInTurns } from "../../dataset/encode-target.ts";
import { readOffset } from "../../dataset/read-offset.ts";
import { readWeights } from "../../dataset/read-weights.ts";
import type { Target } from "../../dataset/target.ts";
import { encodeTable, type InputPolicy, tableInTurns } from "../../predict/encode-table.ts";
import type { HeldOut } from "../../pruning/pruning-strategy.ts";
import type { KnownTable } from "../../table/known-table.ts";
import { readColumn } from "../../table/read-column.ts";
import type { TableInput } from "../../table/table-like.ts";
import { toTable } from "../../table/to-table.ts";
import type { EncodedRows } from "../../tree/route-row.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe } from "../../util/check-options.ts";
import { locatedError } from "../../util/located-error.ts";
import { countOf } from "../../util/nearest-name.ts";
import { allRows } from "../../util/ranges.ts";
import { atOnce, type Turns } from "../../util/turns.ts";

/** Rows for choices, with a sentence for each thing in them that training has not seen. */
export interface ValidationRows extends Omit<HeldOut, "tree"> {
  readonly report: readonly string[];
}

/** Rows that are measured. */
export interface MeasuredRows extends ValidationRows {
  /** As losses take it: rows of a class that training never saw, whose code is -1 or less in `target`, have no weight here. */
  readonly lossTarget: Target;
}

/** What trees know of the rows that they were grown on. */
export interface KnownColumns {
  readonly features: readonly FeatureSchema[];
  /** Its rows are of no interest. */
  readonly target: Target;
  readonly weightColumn: string | null;
  /** The columns of offsets. */
  readonly offset: readonly string[];
  /** The features that no tree reads. */
  readonly ignored: ReadonlySet<string>;
}

/** Those features of a dataset that have no value: no tree can ask for them. */
export function withoutValues({ columns }: Pick<Dataset, "columns">): ReadonlySet<string> {
  const isEmpty = (column: Column) =>
    column.kind === "numeric" ? column.values.every((value) => Number.isNaN(value)) : column.categories.length === 0;
  return new Set(columns.filter(isEmpty).map(({ name }) => name));
}

/** A table that `fit` was given for choices, as trees grown on the dataset read it, and as the model will. Its rows weigh 1 each. */
export function* validationRows(
  dataset: Dataset,
  input: TableInput,
  unseen: InputPolicy["unseen"],
): Turns<ValidationRows> {
  const table = rowsIn(input, "validation");
  const features = dataset.columns.map(schemaOf);
  const ignored = withoutValues(dataset);
  const columns = yield* tableInTurns({ missing: "learn", unseen, features, ignored }, table);
  const own = targetIn(dataset.target, table, null, "validation");
  yield;
  return {
    columns,
    target: inClassesOf(dataset.target, own),
    rows: allRows(table.rowCount),
    report: [
      ...unseenClasses(dataset.target, own, "validation").map((found) => `${found}: no tree can be right there`),
      ...unseenCategories(features, table, columns, "validation"),
    ],
  };
}

/**
 * A table on which `fit` is to measure a loss and metrics, in the same form. Its rows are weighed by the column that weighs those of
 * the dataset, where there is one, and have their offsets in the columns of the same names. A row of a class that training never saw has no
 * loss, and is left out of it; metrics count it as wrong. `where` is what errors call it.
 */
export async function measuredRows(
  { features, target, weightColumn, offset: offsetNames, ignored }: KnownColumns,
  input: TableInput,
  unseen: InputPolicy["unseen"],
  pacer: Pacer,
  where: string,
): Promise<MeasuredRows> {
  const located = <T>(read: () => T): T => readAt(where, read);
  const table = located(() => rowsIn(input, where));
  const encoded: EncodedRows["columns"][number][] = [];
  for (const feature of features) {
    if (pacer.due()) await pacer.pause();
    const policy: InputPolicy = { missing: "learn", unseen };
    encoded.push(...located(() => encodeTable({ ...policy, features: [feature], ignored }, table)).columns);
  }
  if (pacer.due()) await pacer.pause();
  const offset = located(() => readOffset(table, offsetNames));
  const columns: EncodedRows = {
    rowCount: table.rowCount,
    columns: encoded,
    ...(offset && { offsets: offset.values }),
  };
  return located(() => {
    const own = targetIn(target, table, weightColumn, where);
    const found = inClassesOf(target, own);
    const report = [
      ...unseenClasses(target, own, where).map(
        (found) => `${found}: metrics count it as wrong, and the loss leaves it out`,
      ),
      ...unseenCategories(features, table, columns, where),
    ];
    return { columns, target: found, lossTarget: forLoss(found, where), rows: allRows(table.rowCount), report };
  });
}

/** The same rows, those of an unknown class without weight. */
function forLoss(target: Target, where: string): Target {
  if (target.task === "regression" || target.codes.every((code) => code >= 0)) return target;
  const weights = Float64Array.from(target.codes, (code, row) => (code < 0 ? 0 : (target.weights?.[row] ?? 1)));
  if (weights.every((weight) => weight === 0))
    throw new CambiumError("bad-target", `${where} has no row of a class that training saw; pass others`);
  return { ...target, weights, codes: target.codes.map((code) => Math.max(0, code)) };
}

function readAt<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw locatedError(error, where);
  }
}

function rowsIn(input: TableInput, where: string): KnownTable {
  const table = toTable(input);
  if (table.rowCount > 0) return table;
  throw new CambiumError("bad-table", `${where}: the table has no rows; expected at least one`);
}

function targetIn({ name, task }: Target, table: KnownTable, weight: string | null, where: string): Target {
  const weights = weight === null ? null : readWeights(table, weight);
  return atOnce(targetInTurns(name, readColumn(table, name, where), weights, task));
}

/** The same target with the class codes of the trees; classes that they do not know have codes from -1 down, and are always wrong. */
function inClassesOf(known: Target, own: Target): Target {
  if (own.task === "regression" || known.task === "regression") return own;
  const codeOf = new Map(known.classes.map((label, code) => [label, code]));
  let unknown = 0;
  for (const label of own.classes) if (!codeOf.has(label)) codeOf.set(label, --unknown);
  const codes = own.codes.map((code) => codeOf.get(own.classes[code]) as number);
  return { ...own, codes, classes: known.classes };
}

function unseenClasses(known: Target, own: Target, where: string): string[] {
  if (own.task === "regression" || known.task === "regression") return [];
  return own.classes.flatMap((label, code) => {
    if (known.classes.includes(label)) return [];
    const rows = countOf(own.codes.filter((of) => of === code).length, "row", "rows");
    return `${where} has ${rows} of class ${describe(label)}, which training never saw`;
  });
}

function unseenCategories(
  features: readonly FeatureSchema[],
  table: KnownTable,
  { columns }: EncodedRows,
  where: string,
): string[] {
  return features.flatMap(({ kind, name }, feature) => {
    if (kind !== "categorical") return [];
    const raw = table.column(name);
    const isUnseen = (code: number, row: number) => code < 0 && kindOf(raw[row]) !== "missing";
    const count = Array.from(columns[feature]).filter(isUnseen).length;
    if (count === 0) return [];
    const rows = countOf(count, "row", "rows");
    return `${where} has ${rows} with a category of "${name}" that training never saw: taken as missing`;
  });
}
