import { createPacer } from "@cambium/kernels";
import { Crc32 } from "../file/crc32.ts";
import { damagedFile } from "../file/file-kind.ts";
import { expectWhole, type SectionReader, sectionsOf, summedBytes } from "../file/read-file.ts";
import { toTable } from "../table/to-table.ts";
import type { CambiumError } from "../util/cambium-error.ts";
import { aSignal, checkOptions, describe } from "../util/check-options.ts";
import type { JsonReader } from "../util/json-reader.ts";
import { droppable, type OptionsOf, option } from "../util/option.ts";
import { inTurns, type Turns, turnsOver } from "../util/turns.ts";
import { type BinnedColumn, binCategories, MOST_BINS } from "./bin-column.ts";
import { classLabelOf, compareLabels } from "./class-label.ts";
import type { Column, NumericColumn } from "./column.ts";
import { Dataset } from "./dataset.ts";
import { type BinningHeader, binKind, DATASET_FILE, type DatasetHeader } from "./dataset-format.ts";
import { byCodePoint, MOST_CATEGORIES, numbersOfColumn } from "./encode-column.ts";
import { targetInTurns } from "./encode-target.ts";
import { joinOffsets, type Offset } from "./read-offset.ts";
import { rowKeysInTurns } from "./read-row-keys.ts";
import { checkWeights } from "./read-weights.ts";
import { type ClassLabel, MOST_CLASSES, type Target } from "./target.ts";

export const loadDatasetOptions = /* @__PURE__ */ droppable(() => ({
  /** Ends the loading: the promise then rejects with the signal's reason. Default: none. */
  signal: option(aSignal, null),
}));

export interface LoadDatasetOptions extends OptionsOf<typeof loadDatasetOptions> {}

/** Bytes that are summed or copied between two turns of others. */
const BYTES_AT_ONCE = 1 << 22;

/** A dataset from its bytes, with its bins, in turns of some milliseconds. The bytes are hostile until every size, number and name in them has been checked. */
export async function loadDataset(input: Uint8Array | ArrayBuffer, options: LoadDatasetOptions = {}): Promise<Dataset> {
  checkOptions("loadDataset", options, loadDatasetOptions);
  const { signal } = options;
  if (signal?.aborted) throw signal.reason;
  return inTurns(datasetIn(expectWhole(DATASET_FILE, input)), createPacer(signal));
}

/** What the bytes hold. Others may change them in between: what is summed is the copy that is read. */
export function* datasetIn(bytes: Uint8Array): Turns<Dataset> {
  const file = new Uint8Array(bytes.length);
  const sections = sectionsOf(DATASET_FILE, file, yield* checksumOfCopy(bytes, file));
  const header = sections.read("head", (section) => readHeader(section.json("its header")));
  const { rowCount } = header;
  const isOfClasses = header.target.task === "classification";
  const signal = sections.read("targ", (section) => section.array(isOfClasses ? "i32" : "f64", rowCount));
  const weights = sections.readIfThere("wght", (section) => checkWeights(section.array("f64", rowCount), rowCount));
  yield;
  const target = yield* readTarget(header.target, signal, weights);
  const keys = sections.readIfThere("keys", (section) => section.array("f64", rowCount));
  const rowKeys = keys && (yield* rowKeysInTurns(toTable({ key: keys }), "key"));
  const offset = sections.readIfThere("offs", (section) => readOffsets(section, header));
  const columns = yield* sections.readInTurns("cols", (section) => readColumns(section, header));
  const binned = sections.has("bins")
    ? yield* sections.readInTurns("bins", (section) => readBins(section, columns))
    : new Map<number, readonly BinnedColumn[]>();
  const { report, weightColumn } = header;
  return new Dataset({ columns, target, report, rowKeys, weightColumn, offset, binned, warnings: [] });
}

/** Copies the bytes, and sums the copy. */
function* checksumOfCopy(bytes: Uint8Array, copy: Uint8Array): Turns<number> {
  const sum = new Crc32();
  const summed = summedBytes(copy);
  for (let start = 0; start < copy.length; start += BYTES_AT_ONCE) {
    if (bytes.length !== copy.length) throw damagedDataset("its memory was given away (transferred) while it was read");
    copy.set(bytes.subarray(start, start + BYTES_AT_ONCE), start);
    sum.add(summed.subarray(start, start + BYTES_AT_ONCE));
    yield;
  }
  return sum.value;
}

function readHeader(header: JsonReader): DatasetHeader {
  const target = header.field("target");
  const name = target.field("name").text();
  const columns = header.field("columns").list().map(readColumnSchema);
  const names = columns.map((column) => column.name);
  if (columns.length === 0) throw damagedDataset("it has no columns");
  if (names.includes(name) || new Set(names).size < names.length)
    throw damagedDataset("two of its columns share a name");
  return {
    rowCount: header.field("rowCount").integer(1, 2 ** 32 - 1),
    target: {
      name,
      task: target.field("task").oneOf(["classification", "regression"]),
      classes: target.field("classes").list().map(readLabel),
    },
    weightColumn: header.field("weightColumn").isNull() ? null : header.field("weightColumn").text(),
    report: header.field("report").texts(),
    columns,
  };
}

function readOffsets(section: SectionReader, { rowCount, target, columns }: DatasetHeader): Offset {
  const names = section.json("its offsets").texts();
  if (names.length === 0) throw damagedDataset("it has offsets of no columns");
  const others = new Set([target.name, ...columns.map(({ name }) => name)]);
  if (names.some((name) => others.has(name))) throw damagedDataset("its offset is one of its other columns");
  return { columns: names, values: joinOffsets(names, () => section.array("f64", rowCount)) };
}

function* readColumns(section: SectionReader, { columns: schemas, rowCount }: DatasetHeader): Turns<Column[]> {
  const columns: Column[] = [];
  for (const schema of schemas) {
    const { name } = schema;
    if (schema.kind === "numeric") {
      const numbers = section.array(schema.bytes === 4 ? "f32" : "f64", rowCount);
      columns.push({ kind: "numeric", name, values: yield* numbersOfColumn(name, numbers) });
    } else {
      const codes = section.array("i32", rowCount);
      yield* checkCodes(codes, -1, schema.categories.length, `column ${describe(name)}`);
      columns.push({ kind: "categorical", name, codes, categories: schema.categories });
    }
    yield;
  }
  return columns;
}

function* readBins(section: SectionReader, columns: readonly Column[]): Turns<Map<number, readonly BinnedColumn[]>> {
  const numeric = columns.filter(({ kind }) => kind === "numeric").length;
  const made = section.json("its bins").list();
  const byMaxBins = new Map<number, readonly BinnedColumn[]>();
  for (const { maxBins, cuts: counts } of made.map((item) => readBinning(item, numeric))) {
    if (byMaxBins.has(maxBins)) throw damagedDataset("it has bins for the same maxBins twice");
    let next = 0;
    const binned: BinnedColumn[] = [];
    for (const column of columns) {
      if (column.kind === "categorical") binned.push(binCategories(column));
      else {
        const cuts = section.array("f64", counts[next++]);
        const bins = section.array(binKind(cuts.length), column.values.length);
        yield* checkBins(column, bins, cuts);
        binned.push({ bins, cuts, binCount: cuts.length + 1 });
      }
      yield;
    }
    byMaxBins.set(maxBins, binned);
  }
  return byMaxBins;
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

function readBinning(made: JsonReader, numeric: number): BinningHeader {
  const maxBins = made.field("maxBins").integer(2, MOST_BINS);
  const cuts = made
    .field("cuts")
    .list()
    .map((count) => count.integer(0, maxBins - 1));
  if (cuts.length !== numeric) throw damagedDataset(`${made.path}.cuts should have a number for each numeric column`);
  return { maxBins, cuts };
}

function readLabel({ value, path }: JsonReader): ClassLabel {
  const label = classLabelOf(value);
  if (label !== null) return label;
  throw damagedDataset(`${path} should be text, a number or a boolean`);
}

function* readTarget(
  { name, task, classes }: DatasetHeader["target"],
  signal: Int32Array | Float64Array,
  weights: Float64Array | null,
): Turns<Target> {
  if (task === "regression" || !(signal instanceof Int32Array))
    return yield* targetInTurns(name, signal, weights, "regression");
  const isOrdered = classes.every((label, i) => i === 0 || compareLabels(classes[i - 1], label) < 0);
  if (!isOrdered || classes.length > MOST_CLASSES) throw damagedDataset("its classes are too many, or not in order");
  yield* checkCodes(signal, 0, classes.length, `target ${describe(name)}`);
  return { task, name, codes: signal, classes, weights };
}

function* checkCodes(codes: Int32Array, least: number, most: number, what: string): Turns<void> {
  yield* turnsOver(codes.length, (start, end) => {
    for (let row = start; row < end; row++) {
      if (codes[row] < least || codes[row] >= most) throw damagedDataset(`${what} has codes that stand for nothing`);
    }
  });
}

/** Every row stands in the bin of its value. */
function* checkBins({ name, values }: NumericColumn, bins: Uint8Array | Uint16Array, cuts: Float64Array): Turns<void> {
  const isAscending = cuts.every((cut, i) => !Number.isNaN(cut) && (i === 0 || cut > cuts[i - 1]));
  const isRight = (value: number, row: number) => {
    const bin = bins[row];
    if (Number.isNaN(value)) return bin === cuts.length + 1;
    return bin <= cuts.length && (bin === 0 || value > cuts[bin - 1]) && (bin === cuts.length || value <= cuts[bin]);
  };
  if (!isAscending) throw damagedDataset(`the cuts of column ${describe(name)} are not in order`);
  yield* turnsOver(bins.length, (start, end) => {
    for (let row = start; row < end; row++) {
      if (!isRight(values[row], row))
        throw damagedDataset(`column ${describe(name)} has a wrong bin in row ${row + 1}`);
    }
  });
}

function damagedDataset(what: string): CambiumError {
  return damagedFile(DATASET_FILE, what);
}
