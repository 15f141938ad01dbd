import { jsonParts, section, type WrittenSection, writeFile } from "../file/write-file.ts";
import { schemaOf } from "./column.ts";
import { type BinningHeader, DATASET_FILE, type DatasetHeader, type DatasetParts } from "./dataset-format.ts";

/** The bytes of a dataset, in the format that `dataset-format.ts` describes. */
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
