import { schemaOf } from "../dataset/column.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { encodeTarget } from "../dataset/encode-target.ts";
import type { Target } from "../dataset/target.ts";
import { encodeTable } from "../predict/encode-table.ts";
import type { HeldOut } from "../pruning/pruning-strategy.ts";
import { readColumn } from "../table/read-column.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { allRows } from "../util/ranges.ts";

/** A table that `fit` was given for choices, as trees grown on the dataset read it. */
export function validationRows(dataset: Dataset, input: TableInput): Omit<HeldOut, "tree"> {
  const table = toTable(input);
  if (table.rowCount === 0) {
    throw new CambiumError("bad-table", "validation: the table has no rows; expected at least one");
  }
  const features = dataset.columns.map(schemaOf);
  const columns = encodeTable({ missing: "learn", unseen: "missing", features }, table);
  const { name, task } = dataset.target;
  const own = encodeTarget(name, readColumn(table, name, "validation"), null, task);
  return { columns, target: inClassesOf(dataset.target, own), rows: allRows(table.rowCount) };
}

/** The same target with the class codes of the trees; a class that they do not know has none of them, and is always wrong. */
function inClassesOf(known: Target, own: Target): Target {
  if (own.task === "regression" || known.task === "regression") return own;
  const codeOf = new Map(known.classes.map((label, code) => [label, code]));
  const codes = own.codes.map((code) => codeOf.get(own.classes[code]) ?? -1);
  return { ...own, codes, classes: known.classes };
}
