import type { FileKind } from "../file/file-kind.ts";
import { jsonParts, section, type WrittenSection, writeFile } from "../file/write-file.ts";
import type { BinnedColumn } from "./bin-column.ts";
import { type Column, type FeatureSchema, schemaOf } from "./column.ts";
import type { Offset } from "./read-offset.ts";
import type { ClassLabel, TargetOf, Task } from "./target.ts";
import type { CambiumWarning } from "./warning.ts";

/*
 * A dataset file is a container of `file/file-kind.ts` with these sections, in this order. "List" is the number of its entries, u32,
 * and then the entries; each array and each text is padded with zeros to 8 bytes.
 *
 *   head  JSON, as a list of bytes: the rows, the target, the columns and their kinds, the report
 *   targ  a number a row: i32 for the codes of classes, f64 for numbers
 *   wght  a weight a row, f64; only where rows are weighed
 *   keys  a key a row, f64; only where there is a row key
 *   offs  JSON: the columns of the offset; then a number a row of each, f64; only where there are some
 *   cols  a number a row of each column: i32 for the codes of categories, f32 or f64 for numbers
 *   bins  JSON: the bins that were made; then of each column of numbers its cuts, f64, and a bin a row, u8 or u16; only where there are some
 */
export const DATASET_FILE: FileKind = {
  magic: "CAMD",
  noun: "dataset",
  reader: "loadDataset",
  bad: "bad-dataset",
  newer: "newer-dataset",
  remake: "make the dataset again",
  sections: { head: 1, targ: 1, wght: 1, keys: 1, offs: 1, cols: 1, bins: 1 },
};

/** All that a dataset knows. */
export interface DatasetParts<T extends Task = Task> {
  readonly columns: readonly Column[];
  readonly target: TargetOf<T>;
  readonly report: readonly string[];
  /** These are not saved. */
  readonly warnings: readonly CambiumWarning[];
  readonly rowKeys: Float64Array | null;
  /** The column that weighs rows; null where none does, or the weights are no column. */
  readonly weightColumn: string | null;
  readonly offset: Offset | null;
  /** By `maxBins`: the columns in bins. */
  readonly binned: ReadonlyMap<number, readonly BinnedColumn[]>;
}

/** What stands in the section `head`. */
export interface DatasetHeader {
  readonly rowCount: number;
  readonly target: { readonly name: string; readonly task: Task; readonly classes: readonly ClassLabel[] };
  readonly weightColumn: string | null;
  readonly report: readonly string[];
  /** `bytes` of a number; 4 of a code. */
  readonly columns: readonly (FeatureSchema & { readonly bytes: 4 | 8 })[];
}

/** What the section `bins` says of those for one `maxBins`: how many cuts each numeric column has. The bins of categories are their codes. */
export interface BinningHeader {
  readonly maxBins: number;
  readonly cuts: readonly number[];
}

/** Which numbers bins are, where there are so many cuts: a bin more than cuts, and one for missing values. */
export function binKind(cutCount: number): "u8" | "u16" {
  return cutCount < 255 ? "u8" : "u16";
}

/** The bytes of a dataset, in this format. */
export function writeDataset(parts: DatasetParts): Uint8Array<ArrayBuffer> {
  const { columns, target, rowKeys, offset, binned } = parts;
  return writeFile(DATASET_FILE, [
    section("head", jsonParts(headOf(parts))),
    section("targ", [target.task === "classification" ? target.codes : target.values]),
    target.weights && section("wght", [target.weights]),
    rowKeys && section("keys", [rowKeys]),
    offset && section("offs", [...jsonParts(offset.columns), ...columnsOf(offset.values, offset.columns.length)]),
    section(
      "cols",
      columns.map((column) => (column.kind === "numeric" ? column.values : column.codes)),
    ),
    binned.size === 0 ? null : section("bins", binsOf(binned)),
  ]);
}

function headOf({ columns, target, report, weightColumn }: DatasetParts): DatasetHeader {
  const { name, task } = target;
  return {
    rowCount: target.task === "classification" ? target.codes.length : target.values.length,
    target: { name, task, classes: target.task === "classification" ? target.classes : [] },
    weightColumn,
    report,
    columns: columns.map((column) => ({
      ...schemaOf(column),
      bytes: column.kind === "numeric" && column.values instanceof Float64Array ? 8 : 4,
    })),
  };
}

/** Numbers that stand column after column, as so many arrays. */
function columnsOf(values: Float64Array, count: number): Float64Array[] {
  const rows = values.length / count;
  return Array.from({ length: count }, (_, i) => values.subarray(i * rows, (i + 1) * rows));
}

function binsOf(binned: DatasetParts["binned"]): WrittenSection["parts"] {
  const sorted = [...binned].sort(([a], [b]) => a - b);
  const header = sorted.map(
    ([maxBins, made]): BinningHeader => ({ maxBins, cuts: made.flatMap(({ cuts }) => cuts?.length ?? []) }),
  );
  return [
    ...jsonParts(header),
    ...sorted.flatMap(([, made]) => made.flatMap(({ cuts, bins }) => (cuts === null ? [] : [cuts, bins]))),
  ];
}
