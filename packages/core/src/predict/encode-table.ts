import type { FeatureSchema } from "../dataset/column.ts";
import { categoryOf, isNumeric, kindOf, numbersOfColumn } from "../dataset/encode-column.ts";
import { joinOffsets } from "../dataset/read-offset.ts";
import type { Ensemble } from "../ensemble/ensemble.ts";
import { usedFeatures } from "../ensemble/used-features.ts";
import type { KnownTable } from "../table/known-table.ts";
import { fullColumn } from "../table/read-column.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { floatsOf } from "../util/other-realms.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";

/** How a model treats what training never saw. */
export interface InputPolicy {
  /** "learn": a missing value goes where training sent it; "surrogate": where other features say; "error": it is refused. */
  readonly missing: "learn" | "surrogate" | "error";
  /** A category that training never saw is treated as missing, or refused. */
  readonly unseen: "missing" | "error";
}

/**
 * Rows of bare numbers, row after row, in the order of a model's features. A category stands as its place in the feature's
 * `categories`; NaN is missing.
 */
export type FlatRows = Float32Array | Float64Array;

/** Rows that are turned into columns at once: so many stay in the cache until each column has taken its numbers. */
const BLOCK = 128;

export function isFlatRows(input: unknown): input is FlatRows {
  return floatsOf(input) !== null;
}

/** What a model predicts for: a table, or rows of bare numbers in the order of its features. */
export type PredictInput = TableInput | FlatRows;

/** What a model reads of a table. */
export interface ModelColumns extends InputPolicy {
  readonly features: readonly FeatureSchema[];
  /** The columns of the offsets; none where it is left out. */
  readonly offset?: readonly string[];
  /** The trees that read the features; left out where there are none yet. */
  readonly ensemble?: Ensemble;
  /** Where there are no trees yet: the features that none will read, as one without any value in training. */
  readonly ignored?: ReadonlySet<string>;
}

/** Reads the features of a model, and its offset, from a table: columns are found by name, others are ignored, one that lacks is an error. */
export function encodeTable(model: ModelColumns, input: PredictInput): EncodedRows {
  return atOnce(tableInTurns(model, input));
}

/** The same for rows by the million. */
export function* tableInTurns(model: ModelColumns, input: PredictInput): Turns<EncodedRows> {
  const { offset = [] } = model;
  if (isFlatRows(input)) {
    if (offset.length > 0) {
      const message = `the model adds the offset ${listNames(offset)} to the scores of the rows, for which an array of bare numbers has no place; pass a table, or objects`;
      throw new CambiumError("bad-table", message);
    }
    const rows = encodeFlat(model.features, input);
    for (let at = 0; at < rows.columns.length && model.missing === "error"; at++) {
      yield* refuseMissing(model.features[at].name, rows.columns[at]);
    }
    return rows;
  }
  if (ArrayBuffer.isView(input)) {
    const message =
      "expected a table, or a Float32Array or Float64Array of rows, got an array of another type; convert it";
    throw new CambiumError("bad-table", message);
  }
  const table = toTable(input);
  if (table.rowCount === 0) return rowsOfNone(model.features);
  const columns: EncodedRows["columns"][number][] = [];
  for (const [place, feature] of model.features.entries()) {
    const raw = knownColumn(table, feature.name, `a column "${feature.name}", which the table lacks`);
    yield;
    const values = yield* feature.kind === "numeric"
      ? readNumbers(model, place, raw)
      : readCategories(feature, raw, model.unseen);
    if (model.missing === "error") yield* refuseMissing(feature.name, values);
    columns.push(values);
  }
  return { rowCount: table.rowCount, columns, ...(offset.length > 0 && { offsets: readOffsets(table, offset) }) };
}

/**
 * The numbers of a feature. Values of a kind that training never saw, as text where it had no value at all, are unseen values: where no tree
 * asks for the feature they are taken as missing, if the model takes unseen values so. Where a tree does ask, they are a mistake in the
 * table, as objects are everywhere.
 */
function* readNumbers(model: ModelColumns, place: number, raw: ArrayLike<unknown>): Turns<Float64Array | Float32Array> {
  const refuses = model.unseen === "error" || model.missing === "error";
  if (!refuses && hasOtherKind(raw) && isIgnored(model, place)) return new Float64Array(raw.length).fill(Number.NaN);
  // Nothing is kept, and -0 and +0 are on the same side of every threshold: no copy is needed.
  return floatsOf(raw) ?? (yield* numbersOfColumn(model.features[place].name, raw));
}

/** Text or booleans, before any object. */
function hasOtherKind(raw: ArrayLike<unknown>): boolean {
  for (let row = 0; row < raw.length && !ArrayBuffer.isView(raw); row++) {
    const kind = kindOf(raw[row]);
    if (kind === "object") return false;
    if (kind !== "missing" && !isNumeric(kind)) return true;
  }
  return false;
}

function isIgnored({ features, ensemble, ignored }: ModelColumns, place: number): boolean {
  if (ensemble !== undefined) return !usedFeatures(ensemble).has(place);
  return ignored?.has(features[place].name) === true;
}

function readOffsets(table: KnownTable, names: readonly string[]): Float64Array {
  const added = (name: string) =>
    `an offset "${name}", a column that is added to the scores of the rows, and the table lacks it`;
  return joinOffsets(names, (name) => knownColumn(table, name, added(name)));
}

/** A column; `lacks` says that the table has none, in the words of an error. */
function knownColumn(table: KnownTable, name: string, lacks: string): ArrayLike<unknown> {
  if (table.has(name)) return fullColumn(table, name);
  const hint = didYouMean(name, table.columnNames);
  const message = `the model was trained with ${lacks}; ${hint}there are ${listNames(table.columnNames)}`;
  throw new CambiumError("unknown-column", message);
}

/** A table without rows need not have columns either: a filter that found nothing is no mistake. */
function rowsOfNone(features: readonly FeatureSchema[]): EncodedRows {
  return {
    rowCount: 0,
    columns: features.map(({ kind }) => (kind === "numeric" ? new Float64Array(0) : new Int32Array(0))),
  };
}

function* readCategories(
  feature: Extract<FeatureSchema, { kind: "categorical" }>,
  raw: ArrayLike<unknown>,
  unseen: InputPolicy["unseen"],
): Turns<Int32Array> {
  const codes = new Map(feature.categories.map((category, code) => [category, code]));
  const out = new Int32Array(raw.length);
  yield* turnsOver(raw.length, (start, end) => {
    for (let row = start; row < end; row++) {
      const category = categoryOf(feature.name, row, raw[row]);
      const code = category === null ? -1 : codes.get(category);
      if (code === undefined && unseen === "error") {
        const message = `column "${feature.name}" has the category ${describe(category)} in row ${row + 1}, which training never saw; it saw ${listNames(feature.categories)}`;
        throw new CambiumError("unknown-category", message);
      }
      out[row] = code ?? -1;
    }
  });
  return out;
}

function* refuseMissing(name: string, values: ArrayLike<number>): Turns<void> {
  yield* turnsOver(values.length, (start, end) => {
    for (let row = start; row < end; row++) {
      const value = values[row] as number;
      if (Number.isNaN(value) || (values instanceof Int32Array && value < 0)) {
        const message = `column "${name}" has no value in row ${row + 1}, and this model refuses missing values; train with missing: "learn" to allow them`;
        throw new CambiumError("missing-value", message);
      }
    }
  });
}

function encodeFlat(features: readonly FeatureSchema[], flat: FlatRows): EncodedRows {
  const width = features.length;
  const rowCount = flat.length / width;
  if (!Number.isInteger(rowCount)) {
    const message = `the array has ${flat.length} numbers, which are no whole rows of the model's ${width} features: ${listNames(features.map(({ name }) => name))}`;
    throw new CambiumError("bad-table", message);
  }
  const numbers = features.map(() =>
    flat.BYTES_PER_ELEMENT === 4 ? new Float32Array(rowCount) : new Float64Array(rowCount),
  );
  for (let start = 0; start < rowCount; start += BLOCK) {
    const end = Math.min(start + BLOCK, rowCount);
    numbers.forEach((column, at) => {
      for (let row = start; row < end; row++) column[row] = flat[row * width + at];
    });
  }
  const columns = features.map((feature, at) =>
    feature.kind === "numeric" ? numbers[at] : codesOf(feature, numbers[at]),
  );
  return { rowCount, columns };
}

function codesOf({ name, categories }: Extract<FeatureSchema, { kind: "categorical" }>, numbers: FlatRows): Int32Array {
  const codes = new Int32Array(numbers.length);
  for (let row = 0; row < codes.length; row++) {
    const code = numbers[row];
    const isCode = Number.isInteger(code) && code >= 0 && code < categories.length;
    if (!isCode && !Number.isNaN(code)) {
      const message = `column "${name}" has ${code} in row ${row + 1} of an array; expected NaN for missing, or the place of a category among the ${categories.length} of the model, from 0`;
      throw new CambiumError("unknown-category", message);
    }
    codes[row] = isCode ? code : -1;
  }
  return codes;
}
