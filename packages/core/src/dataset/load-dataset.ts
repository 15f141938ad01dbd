import { createPacer } from "@cambium/kernels";
import { toTable } from "../table/to-table.ts";
import { padTo8, readAscii } from "../util/ascii-json.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { JsonReader } from "../util/json-reader.ts";
import { type BinnedColumn, binCategories, MOST_BINS } from "./bin-column.ts";
import type { Column, NumericColumn } from "./column.ts";
import { Dataset } from "./dataset.ts";
import {
  DATASET_FORMAT,
  DATASET_MAGIC,
  DATASET_PREAMBLE_BYTES,
  type DatasetHeader,
  datasetArrayBytes,
  datasetArrays,
} from "./dataset-format.ts";
import { byCodePoint, encodeColumn, MOST_CATEGORIES } from "./encode-column.ts";
import { encodeTarget } from "./encode-target.ts";
import { joinOffsets } from "./read-offset.ts";
import { readRowKeys } from "./read-row-keys.ts";
import { checkWeights } from "./read-weights.ts";
import type { ClassLabel, Target } from "./target.ts";

const arrayKinds = { u8: Uint8Array, u16: Uint16Array, i32: Int32Array, f32: Float32Array, f64: Float64Array } as const;

/** A dataset from its bytes, with its bins. The bytes are hostile until every size, number and name in them has been checked. */
export async function loadDataset(input: Uint8Array | ArrayBuffer): Promise<Dataset> {
  const bytes = input instanceof ArrayBuffer ? new Uint8Array(input) : input;
  const { header, arrays } = readArrays(bytes);
  const { rowCount } = header;
  const next = <K extends keyof typeof arrayKinds>(kind: K) => {
    const array = arrays.shift();
    if (!(array instanceof arrayKinds[kind])) throw new TypeError("unreachable: the header lists the arrays");
    return array as InstanceType<(typeof arrayKinds)[K]>;
  };
  const signal = header.target.task === "classification" ? next("i32") : next("f64");
  const weights = header.isWeighted ? checkWeights(next("f64"), rowCount) : null;
  const target = readTarget(header.target, signal, weights);
  const keys = header.hasRowKeys ? next("f64") : null;
  const rowKeys = keys && (await readRowKeys(toTable({ key: keys }), "key", createPacer()));
  const { offsetColumns } = header;
  const offset = offsetColumns && { columns: offsetColumns, values: joinOffsets(offsetColumns, () => next("f64")) };
  const columns = header.columns.map((schema): Column => {
    if (schema.kind === "numeric")
      return encodeColumn(schema.name, next(schema.bytes === 4 ? "f32" : "f64"), "numeric");
    const codes = next("i32");
    checkCodes(codes, -1, schema.categories.length, `column ${describe(schema.name)}`);
    return { kind: "categorical", name: schema.name, codes, categories: schema.categories };
  });
  const binned = new Map<number, readonly BinnedColumn[]>();
  for (const { maxBins } of header.binned) {
    binned.set(
      maxBins,
      columns.map((column) => {
        if (column.kind === "categorical") return binCategories(column);
        const cuts = next("f64");
        const bins = next(cuts.length < 255 ? "u8" : "u16");
        checkBins(column, bins, cuts);
        return { bins, cuts, binCount: cuts.length + 1 };
      }),
    );
  }
  return new Dataset(columns, target, header.report, rowKeys, header.weightColumn, offset ?? null, binned);
}

function readArrays(bytes: Uint8Array) {
  const view = readPreamble(bytes);
  const start = DATASET_PREAMBLE_BYTES + view.getUint32(8, true);
  const header = readHeader(JsonReader.parse(readAscii(bytes.subarray(DATASET_PREAMBLE_BYTES, start)), damagedDataset));
  const shapes = datasetArrays(header);
  const sizes = shapes.map(({ kind, length }) => padTo8(length * datasetArrayBytes[kind]));
  const expected = sizes.reduce((sum, size) => sum + size, start);
  if (bytes.length !== expected) throw damagedDataset(`it has ${bytes.length} bytes, expected ${expected}`);
  let at = start;
  const arrays = shapes.map(({ kind, length }, i) => {
    // A copy, since these bytes may stand anywhere, and belong to whoever read them.
    const { buffer } = bytes.slice(at, at + length * datasetArrayBytes[kind]);
    at += sizes[i];
    return new arrayKinds[kind](buffer as ArrayBuffer);
  });
  return { header, arrays: arrays as (typeof arrays)[number][] };
}

function readPreamble(bytes: Uint8Array): DataView {
  if (!(bytes instanceof Uint8Array)) {
    throw new CambiumError("bad-dataset", `loadDataset expects the bytes that toBytes() gives, got ${describe(bytes)}`);
  }
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== DATASET_MAGIC) {
    const found = `it begins with ${JSON.stringify(magic)}, expected "${DATASET_MAGIC}"`;
    throw new CambiumError("bad-dataset", `this is not a Cambium dataset: ${found}`);
  }
  if (bytes.length < DATASET_PREAMBLE_BYTES) throw damagedDataset(`it has ${bytes.length} bytes only`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = view.getUint32(4, true);
  if (format > DATASET_FORMAT) {
    const message = `the dataset has format ${format}, and this version of Cambium reads up to ${DATASET_FORMAT}; upgrade cambium`;
    throw new CambiumError("bad-dataset", message);
  }
  if (format === 0 || view.getUint32(12, true) !== 0) throw damagedDataset("its preamble is of no known format");
  return view;
}

function readHeader(header: JsonReader): DatasetHeader {
  const target = header.field("target");
  const name = target.field("name").text();
  const columns = header.field("columns").list().map(readColumnSchema);
  const names = columns.map((column) => column.name);
  const offsetColumns = header.optional("offsetColumns")?.texts();
  if (columns.length === 0) throw damagedDataset("it has no columns");
  if (names.includes(name) || new Set(names).size < names.length)
    throw damagedDataset("two of its columns share a name");
  if (offsetColumns?.length === 0) throw damagedDataset("it has offsets of no columns");
  if (offsetColumns?.some((column) => column === name || names.includes(column)))
    throw damagedDataset("its offset is one of its other columns");
  const numeric = columns.filter(({ kind }) => kind === "numeric").length;
  const binned = header
    .field("binned")
    .list()
    .map((made) => readBinning(made, numeric));
  if (new Set(binned.map(({ maxBins }) => maxBins)).size < binned.length) {
    throw damagedDataset("it has bins for the same maxBins twice");
  }
  return {
    rowCount: header.field("rowCount").integer(1, 2 ** 32 - 1),
    target: {
      name,
      task: target.field("task").oneOf(["classification", "regression"]),
      classes: target.field("classes").list().map(readLabel),
    },
    isWeighted: header.field("isWeighted").value === true,
    hasRowKeys: header.field("hasRowKeys").value === true,
    weightColumn: header.field("weightColumn").isNull() ? null : header.field("weightColumn").text(),
    ...(offsetColumns && { offsetColumns }),
    report: header.field("report").texts(),
    columns,
    binned,
  };
}

function readColumnSchema(column: JsonReader): DatasetHeader["columns"][number] {
  const name = column.field("name").text();
  const bytes = column.field("bytes").integer(4, 8) === 8 ? 8 : 4;
  if (column.field("kind").oneOf(["numeric", "categorical"]) === "numeric") return { name, kind: "numeric", bytes };
  const categories = column.field("categories").texts();
  const isOrdered = categories.every((category, i) => i === 0 || byCodePoint(categories[i - 1], category) < 0);
  if (!isOrdered || categories.length > MOST_CATEGORIES) {
    throw damagedDataset(`${column.path}.categories should be in order, and at most ${MOST_CATEGORIES}`);
  }
  return { name, kind: "categorical", categories, bytes: 4 };
}

function readBinning(made: JsonReader, numeric: number): DatasetHeader["binned"][number] {
  const maxBins = made.field("maxBins").integer(2, MOST_BINS);
  const cuts = made
    .field("cuts")
    .list()
    .map((count) => count.integer(0, maxBins - 1));
  if (cuts.length !== numeric) throw damagedDataset(`${made.path}.cuts should have a number for each numeric column`);
  return { maxBins, cuts };
}

function readLabel({ value, path }: JsonReader): ClassLabel {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  throw damagedDataset(`${path} should be text, a number or a boolean`);
}

function readTarget(
  { name, task, classes }: DatasetHeader["target"],
  signal: Int32Array | Float64Array,
  weights: Float64Array | null,
): Target {
  if (task === "regression" || !(signal instanceof Int32Array))
    return encodeTarget(name, signal, weights, "regression");
  const ordered = encodeTarget(name, classes, null, "classification");
  const isOrdered = ordered.task === "classification" && ordered.classes.every((label, i) => label === classes[i]);
  if (!isOrdered || ordered.classes.length !== classes.length) throw damagedDataset("its classes are not in order");
  checkCodes(signal, 0, classes.length, `target ${describe(name)}`);
  return { task, name, codes: signal, classes, weights };
}

function checkCodes(codes: Int32Array, least: number, end: number, what: string): void {
  if (codes.every((code) => code >= least && code < end)) return;
  throw damagedDataset(`${what} has codes that stand for nothing`);
}

/** Every row stands in the bin of its value. */
function checkBins({ name, values }: NumericColumn, bins: Uint8Array | Uint16Array, cuts: Float64Array): void {
  const isAscending = cuts.every((cut, i) => !Number.isNaN(cut) && (i === 0 || cut > cuts[i - 1]));
  const isRight = (value: number, row: number) => {
    const bin = bins[row];
    if (Number.isNaN(value)) return bin === cuts.length + 1;
    return bin <= cuts.length && (bin === 0 || value > cuts[bin - 1]) && (bin === cuts.length || value <= cuts[bin]);
  };
  for (let row = 0; isAscending && row < bins.length; row++) {
    if (!isRight(values[row], row)) throw damagedDataset(`column ${describe(name)} has a wrong bin in row ${row + 1}`);
  }
  if (!isAscending) throw damagedDataset(`the cuts of column ${describe(name)} are not in order`);
}

function damagedDataset(what: string): CambiumError {
  return new CambiumError("bad-dataset", `the dataset is damaged: ${what}; copy or save it again`);
}
