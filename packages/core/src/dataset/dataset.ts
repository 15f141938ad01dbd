import { createPacer, type Pacer } from "@cambium/kernels";
import type { KnownTable } from "../table/known-table.ts";
import { takeTable } from "../table/own-table.ts";
import { readColumn, requireColumn } from "../table/read-column.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions, describe } from "../util/check-options.ts";
import { demand } from "../util/demand.ts";
import { countOf, listNames } from "../util/nearest-name.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { ownOptions } from "../util/own-data.ts";
import { threadsWorth } from "../util/threads-option.ts";
import { inTurns } from "../util/turns.ts";
import { type BinnedColumn, binCategories, roomFor } from "./bin-column.ts";
import { binColumns } from "./bin-columns.ts";
import type { Column } from "./column.ts";
import { categoriesIdentifyRows, columnWarning, identifierLeftOut, targetWarning } from "./data-warnings.ts";
import { type DatasetParts, writeDataset } from "./dataset-format.ts";
import { type CreateDatasetOptions, createDatasetOptions, type DatasetOptions } from "./dataset-options.ts";
import { columnInTurns } from "./encode-column.ts";
import type { ValueCounts } from "./encode-labels.ts";
import { targetInTurns } from "./encode-target.ts";
import { featureNames, usedColumns } from "./feature-names.ts";
import { LentArrays } from "./lent-arrays.ts";
import { type Offset, offsetColumns, readOffset } from "./read-offset.ts";
import { rowKeysInTurns } from "./read-row-keys.ts";
import { readWeights } from "./read-weights.ts";
import type { OfTask, Target, TargetOf, Task } from "./target.ts";
import type { CambiumWarning } from "./warning.ts";

/** A larger dataset with the same features, and the rows of it that a smaller one has. */
export interface BinLender {
  readonly dataset: Dataset;
  readonly rows: Uint32Array;
}

/** Typed columns and a target, ready to be learned from. Immutable; what is computed from it is computed once. */
export class Dataset<T extends Task = Task> {
  readonly rowCount: number;
  readonly columns: readonly Column[];
  readonly target: TargetOf<T>;
  /** What was guessed while reading the table, in sentences. */
  readonly report: readonly string[];
  /** What is probably wrong with the data: each fit of this dataset tells it. Not in the bytes of `toBytes`. */
  readonly warnings: readonly CambiumWarning[];
  /** What random choices about rows go by, as `rowKey` says: whole numbers, no two alike; null: by the rows' places. */
  readonly rowKeys: Float64Array | null;
  /** The column that weighs the rows, by which other tables can be weighed as well; null where there is none. */
  readonly weightColumn: string | null;
  /** What the scores of the rows begin with, besides the constant that is learned; null where that is all. */
  readonly offset: Offset | null;
  readonly #sorted: (Uint32Array | undefined)[] = [];
  readonly #binned: Map<number, readonly BinnedColumn[]>;
  readonly #lender: BinLender | null;

  /** Where there is a `lender`, columns of numbers have the bins of its own. */
  constructor(parts: DatasetParts<T>, lender: BinLender | null = null) {
    const { target } = parts;
    this.rowCount = target.task === "classification" ? target.codes.length : target.values.length;
    this.columns = parts.columns;
    this.target = target;
    this.report = parts.report;
    this.warnings = parts.warnings;
    this.rowKeys = parts.rowKeys;
    this.weightColumn = parts.weightColumn;
    this.offset = parts.offset;
    this.#binned = new Map(parts.binned);
    this.#lender = lender;
  }

  /** The rows in ascending order of a numeric feature, missing last. Sorted at the first call, kept for the next fit. */
  async sorted(feature: number, pacer: Pacer): Promise<Uint32Array> {
    const column = this.columns[feature];
    if (column?.kind !== "numeric") throw new RangeError(`feature ${feature} is not numeric`);
    const order = this.#sorted[feature] ?? (await inTurns(orderInTurns(column.values), pacer));
    this.#sorted[feature] = order;
    return order;
  }

  /** A feature in bins: numbers in at most `maxBins`, categories in one each. All are made at the first call, and kept for the next fit. */
  async binned(feature: number, maxBins: number, pacer: Pacer, threads = 1): Promise<BinnedColumn> {
    const binned = this.#binned.get(maxBins) ?? (await this.#bin(maxBins, pacer, threads));
    this.#binned.set(maxBins, binned);
    return binned[feature];
  }

  async #bin(maxBins: number, pacer: Pacer, threads: number): Promise<readonly BinnedColumn[]> {
    const lender = this.#lender;
    if (lender === null) return binColumns(this.columns, this.target.weights, maxBins, pacer, threads);
    const binned: BinnedColumn[] = [];
    for (const [feature, column] of this.columns.entries()) {
      if (pacer.due()) await pacer.pause();
      // Which categories there are is settled by the rows at hand.
      if (column.kind === "categorical") binned.push(binCategories(column));
      else binned.push(binsOfRows(await lender.dataset.binned(feature, maxBins, pacer, threads), lender.rows));
    }
    return binned;
  }

  /** The same, cut where the lender's columns are: once, for all that are part of it. */
  withBinsOf(lender: BinLender): Dataset<T> {
    return new Dataset({ ...this, binned: new Map() }, lender);
  }

  /** The dataset and its bins as bytes, for `loadDataset`. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return writeDataset({ ...this, binned: this.#binned });
  }
}

function binsOfRows({ bins, binCount, cuts }: BinnedColumn, rows: Uint32Array): BinnedColumn {
  const some = roomFor(binCount, rows.length);
  for (let i = 0; i < rows.length; i++) some[i] = bins[rows[i]];
  return { bins: some, binCount, cuts };
}

/** What it takes to cut a column, a value, in milliseconds. */
const CUT_PER_VALUE = 2e-5;

/** Reads a table once, so that many fits can share its typed columns, their order and their bins. Later changes of the table change nothing. */
export function createDataset<T extends Task>(
  input: TableInput,
  given: CreateDatasetOptions & OfTask<T>,
): Promise<Dataset<T>>;
export function createDataset(input: TableInput, given: CreateDatasetOptions): Promise<Dataset>;
export async function createDataset(input: TableInput, given: CreateDatasetOptions): Promise<Dataset> {
  const options = { ...given };
  checkOptions("createDataset", options, createDatasetOptions);
  const { maxBins, threads = "auto", signal, lend = false } = options;
  if (signal?.aborted) throw signal.reason;
  const taken = takeTable(input, (table) => usedColumns(table, options), lend);
  const own = ownOptions(options);
  const lent = new LentArrays(taken.lent, signal);
  return lent.guard(async () => {
    const pacer = createPacer(lent.signal);
    const dataset = await readDataset(await taken.read(pacer), { ...own, signal: lent.signal });
    if (maxBins === undefined) return dataset;
    const work = CUT_PER_VALUE * dataset.rowCount * dataset.columns.length;
    const count = threads === "auto" ? threadsWorth(work, dataset.columns.length) : threads;
    await dataset.binned(0, maxBins, pacer, count);
    return dataset;
  });
}

/** The same without bins, from a table whose columns nobody else changes: its typed arrays are kept as they are. */
export async function readDataset(input: TableInput, options: DatasetOptions): Promise<Dataset> {
  if (options.signal?.aborted) throw options.signal.reason;
  const table = toTable(input);
  demand(table.rowCount > 0, "the table has no rows; expected at least one", "bad-table");
  const pacer = createPacer(options.signal);
  const targetValues = readColumn(table, requireTarget(table, options.target), "target");
  const weights = readWeights(table, options.weight);
  const target = await inTurns(
    targetInTurns(options.target, targetValues, weights, options.task, options.classes),
    pacer,
  );
  const rowKeys = await inTurns(rowKeysInTurns(table, options.rowKey), pacer);
  const names = featureNames(table, options);
  const offset = readOffset(table, offsetColumns(options.offset));
  checkTypes(table, options);
  const { columns, warnings } = await readFeatures(table, names, target, options, pacer);
  const weightColumn = typeof options.weight === "string" ? options.weight : null;
  const report = describeGuesses(columns, target, options);
  return new Dataset({ columns, target, report, rowKeys, weightColumn, offset, binned: new Map(), warnings });
}

/** The columns of these names, typed, but for those that identify rows and nobody asked for. */
async function readFeatures(
  table: KnownTable,
  names: readonly string[],
  target: Target,
  options: DatasetOptions,
  pacer: Pacer,
): Promise<{ readonly columns: readonly Column[]; readonly warnings: readonly CambiumWarning[] }> {
  const { features, types = {} } = options;
  const columns: Column[] = [];
  const warnings = [targetWarning(target, options.task)];
  for (const name of names) {
    if (pacer.due()) await pacer.pause();
    const declared = Object.hasOwn(types, name) ? types[name] : undefined;
    const isWanted = features !== undefined || declared !== undefined;
    const leavesOut = (counts: ValueCounts) => {
      if (isWanted || !categoriesIdentifyRows(table.rowCount, counts.values, counts.distinct)) return false;
      warnings.push(identifierLeftOut(name, counts));
      return true;
    };
    const values = readColumn(table, name, "features");
    const column = await inTurns(columnInTurns(name, values, declared, leavesOut), pacer);
    table.origin.drop?.(name);
    if (column === null) continue;
    if (pacer.due()) await pacer.pause();
    warnings.push(columnWarning(column, target, options));
    columns.push(column);
  }
  const found = `besides the target "${target.name}" the table has only columns that identify rows: ${listNames(names)}`;
  demand(columns.length > 0, `${found}; to learn from them, list them in features`, "bad-table");
  return { columns, warnings: Object.freeze(warnings.filter((warning) => warning !== null)) };
}

function checkTypes(table: KnownTable, { types = {}, target }: DatasetOptions): void {
  for (const [name, type] of Object.entries(types)) {
    requireColumn(table, name, "types");
    const repair = 'say task: "classification" or task: "regression" of it';
    demand(name !== target, `types: "${name}" is the target; ${repair}`);
    const isType = type === "numeric" || type === "categorical";
    demand(isType, `types: "${name}" expects "numeric" or "categorical", got ${describe(type)}`);
  }
}

/** The name of the target, as `fit` was given it. */
export function requireTarget(table: KnownTable, target: unknown): string {
  if (typeof target === "string") return target;
  const expected = `target: expected the name of the column to learn, got ${describe(target)}`;
  throw new CambiumError("bad-option", `${expected}; there are ${listNames(table.columnNames)}`);
}

function describeGuesses(columns: readonly Column[], target: Target, { task, types = {} }: DatasetOptions): string[] {
  const found = target.task === "classification" ? countOf(target.classes.length, "class", "classes") : "numbers";
  const ofTarget = `target "${target.name}" has ${found}: ${target.task}`;
  const ofColumns = columns.flatMap((column) => {
    if (column.kind === "numeric" || Object.hasOwn(types, column.name)) return [];
    const categories = countOf(column.categories.length, "category", "categories");
    return [`column "${column.name}" is not numeric: taken as categorical, ${categories}`];
  });
  return task === undefined ? [ofTarget, ...ofColumns] : ofColumns;
}
