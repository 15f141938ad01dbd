import { padTo8, toAsciiJson } from "../util/ascii-json.ts";
import { schemaOf } from "./column.ts";
import {
  DATASET_FORMAT,
  DATASET_MAGIC,
  DATASET_PREAMBLE_BYTES,
  type DatasetHeader,
  type DatasetParts,
} from "./dataset-format.ts";

type Numbers = Float64Array | Float32Array | Int32Array | Uint8Array | Uint16Array;

/** The bytes of a dataset, in the format that `dataset-format.ts` describes. */
export function writeDataset(parts: DatasetParts): Uint8Array<ArrayBuffer> {
  const header = toAsciiJson(headerOf(parts));
  const arrays = arraysOf(parts);
  const sizes = arrays.map(({ byteLength }) => padTo8(byteLength));
  let at = DATASET_PREAMBLE_BYTES + header.length;
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, at));
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < 4; i++) bytes[i] = DATASET_MAGIC.charCodeAt(i);
  view.setUint32(4, DATASET_FORMAT, true);
  view.setUint32(8, header.length, true);
  for (let i = 0; i < header.length; i++) bytes[DATASET_PREAMBLE_BYTES + i] = header.charCodeAt(i);
  for (const [i, array] of arrays.entries()) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += sizes[i];
  }
  return bytes;
}

function headerOf({ columns, target, report, rowKeys, weightColumn, offset, binned }: DatasetParts): DatasetHeader {
  const { name, task } = target;
  return {
    rowCount: target.task === "classification" ? target.codes.length : target.values.length,
    target: { name, task, classes: target.task === "classification" ? target.classes : [] },
    isWeighted: target.weights !== null,
    hasRowKeys: rowKeys !== null,
    weightColumn,
    ...(offset && { offsetColumns: offset.columns }),
    report,
    columns: columns.map((column) => ({
      ...schemaOf(column),
      bytes: column.kind === "numeric" && column.values instanceof Float64Array ? 8 : 4,
    })),
    binned: [...binned]
      .sort(([a], [b]) => a - b)
      .map(([maxBins, made]) => ({ maxBins, cuts: made.flatMap(({ cuts }) => cuts?.length ?? []) })),
  };
}

/** As `datasetArrays` lists them. */
function arraysOf({ columns, target, rowKeys, offset, binned }: DatasetParts): Numbers[] {
  const { weights } = target;
  return [
    target.task === "classification" ? target.codes : target.values,
    ...(weights === null ? [] : [weights]),
    ...(rowKeys === null ? [] : [rowKeys]),
    ...(offset === null ? [] : [offset.values]),
    ...columns.map((column) => (column.kind === "numeric" ? withOneNaN(column.values) : column.codes)),
    ...[...binned]
      .sort(([a], [b]) => a - b)
      .flatMap(([, made]) => made.flatMap(({ cuts, bins }) => (cuts === null ? [] : [cuts, bins]))),
  ];
}

/** A number that is none may have any of many bits, which a reader of tables may leave as they came. */
function withOneNaN(values: Float64Array | Float32Array): Float64Array | Float32Array {
  return values.map((value) => (Number.isNaN(value) ? Number.NaN : value));
}
