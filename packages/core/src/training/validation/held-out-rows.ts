import type { Pacer } from "@cambium/kernels";
import { type Column, type FeatureSchema, schemaOf } from "../../dataset/column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { kindOf } from "../../dataset/encode-column.ts";
import { targetInTurns } from "../../dataset/encode-target.ts";
import { readOffset } from "../../dataset/read-offset.ts";
import { readWeights } from "../../dataset/read-weights.ts";
import type { Target } from "../../dataset/target.ts";
import { type InputPolicy, tableInTurns } from "../../predict/encode-table.ts";
import type { HeldOut, PostPruning } from "../../pruning/pruning-strategy.ts";
import type { KnownTable } from "../../table/known-table.ts";
import { readColumn } from "../../table/read-column.ts";
import type { TableInput } from "../../table/table-like.ts";
import { toTable } from "../../table/to-table.ts";
import type { EncodedRows } from "../../tree/route-row.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { locatedError } from "../../util/located-error.ts";
import { countOf } from "../../util/nearest-name.ts";
import { allRows } from "../../util/ranges.ts";
import { atOnce, inTurns, type Turns } from "../../util/turns.ts";
import { aboutIdleValidation } from "../options/run-options.ts";

/** Rows that no tree learns from, with a sentence for each thing in them that training has not seen. */
export interface HeldOutRows extends Omit<HeldOut, "tree"> {
  readonly report: readonly string[];
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

/** The same of trees that are to grow on a dataset. Features without any value are ignored: no tree can ask for them. */
export function knownColumns({ columns, target, weightColumn, offset }: Dataset): KnownColumns {
  const isEmpty = (column: Column) =>
    column.kind === "numeric" ? column.values.every((value) => Number.isNaN(value)) : column.categories.length === 0;
  const ignored = new Set(columns.filter(isEmpty).map(({ name }) => name));
  return { features: columns.map(schemaOf), target, weightColumn, offset: offset?.columns ?? [], ignored };
}

/**
 * A table as trees read it, and as the model will, with a target of the classes that the trees know. `where` is what errors call the table,
 * and `ofUnseen` says what becomes of a class that training never saw, whose code is -1 or less.
 */
export function* heldOutRows(
  known: KnownColumns,
  input: TableInput,
  unseen: InputPolicy["unseen"],
  where: string,
  ofUnseen: string,
): Turns<HeldOutRows> {
  const { features, ignored, weightColumn, target } = known;
  try {
    const table = toTable(input);
    if (table.rowCount === 0) {
      throw new CambiumError("bad-table", `${where}: the table has no rows; expected at least one`);
    }
    const read = yield* tableInTurns({ missing: "learn", unseen, features, ignored }, table);
    const offset = readOffset(table, known.offset);
    const columns = { ...read, ...(offset && { offsets: offset.values }) };
    yield;
    const weights = weightColumn === null ? null : readWeights(table, weightColumn);
    const own = atOnce(targetInTurns(target.name, readColumn(table, target.name, where), weights, target.task));
    yield;
    const inClasses = inClassesOf(target, own);
    const report = [
      ...inClasses.unseen.map((rows) => `${where} has ${rows}, which training never saw: ${ofUnseen}`),
      ...unseenCategories(features, table, read).map((rows) => `${where} has ${rows}: taken as missing`),
    ];
    return { columns, target: inClasses.target, rows: allRows(table.rowCount), report };
  } catch (error) {
    throw locatedError(error, where);
  }
}

/** The validation rows that `fit` was given, where a strategy chooses by them, weighing 1 each; and what the report tells of them. */
export async function pruningRows(
  learner: string,
  cuts: readonly PostPruning[],
  dataset: Dataset,
  validation: TableInput | undefined,
  unseen: InputPolicy["unseen"],
  pacer: Pacer,
): Promise<{ readonly validation?: HeldOutRows; readonly report: readonly string[] }> {
  if (!cuts.some((cut) => cut.needs.kind === "validation")) return { report: aboutIdleValidation({ validation }) };
  const message = `${learner}: prune chooses by a validation set, but fit was given none; pass fit(…, { validation })`;
  demand(validation !== undefined, message);
  const known = { ...knownColumns(dataset), weightColumn: null, offset: [] };
  const rows = await inTurns(heldOutRows(known, validation, unseen, "validation", "no tree can be right there"), pacer);
  return { validation: rows, report: rows.report };
}

/**
 * The same target with the class codes of the trees, and the rows of classes that they do not know, in words: these have codes from -1 down,
 * and are always wrong.
 */
function inClassesOf(known: Target, own: Target): { readonly target: Target; readonly unseen: readonly string[] } {
  const unseen: string[] = [];
  if (own.task === "regression" || known.task === "regression") return { target: own, unseen };
  const codeOf = new Map(known.classes.map((label, code) => [label, code]));
  for (const [code, label] of own.classes.entries()) {
    if (codeOf.has(label)) continue;
    unseen.push(`${countOf(own.codes.filter((of) => of === code).length, "row", "rows")} of class ${describe(label)}`);
    codeOf.set(label, -unseen.length);
  }
  const codes = own.codes.map((code) => codeOf.get(own.classes[code]) as number);
  return { target: { ...own, codes, classes: known.classes }, unseen };
}

function unseenCategories(features: readonly FeatureSchema[], table: KnownTable, rows: EncodedRows): string[] {
  return features.flatMap(({ kind, name }, feature) => {
    if (kind !== "categorical") return [];
    const raw = table.column(name);
    const isUnseen = (code: number, row: number) => code < 0 && kindOf(raw[row]) !== "missing";
    const count = Array.from(rows.columns[feature]).filter(isUnseen).length;
    return count === 0 ? [] : `${countOf(count, "row", "rows")} with a category of "${name}" that training never saw`;
  });
}
