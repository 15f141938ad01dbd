/**
 * The only input of core: anything with named columns of equal length.
 *
 * Life cycle
 * 1. A reader (`readCsv`, `fromArrow`) makes one, or `toTable` adapts what the user already has: an object of arrays, an
 *    array of row objects, an Arrow table.
 * 2. `fit`, `createDataset`, folds and searches take each column that they use once, before they give their promise, and copy it: the
 *    table is free from then on. Row objects and Arrow columns that have to be decoded are read in steps: they are free once the promise
 *    settles, or at the first report of progress. With `lend: true` nothing is copied, and nothing may change until the promise settles.
 * 3. `predict` and `evaluate` read the columns that the model names; every other column is ignored.
 *
 * `column(name)` may build its result on each call, so callers read a column once and keep it. A value is a number, a
 * bigint, a string, a boolean, a Date, or missing: `null`, `undefined`, `NaN`.
 */
export interface TableLike {
  readonly rowCount: number;
  readonly columnNames: readonly string[];
  column(name: string): ArrayLike<unknown>;
}

/** What `apache-arrow` and its kin have in common, as far as core reads it. */
export interface ArrowTableLike {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: string }[] };
  getChild(name: string): ArrowVectorLike | null;
  getChildAt?(place: number): ArrowVectorLike | null;
}

export interface ArrowVectorLike {
  readonly length: number;
  readonly nullCount: number;
  get(index: number): unknown;
  toArray(): ArrayLike<unknown>;
}

/**
 * Named arrays whose type is an interface. TypeScript does not see the columns of an interface as a record, so whether they are
 * arrays is checked when the table is read. A promise, a dataset and a model are no tables.
 */
export type NamedArrays = object & { readonly then?: never; readonly toBytes?: never };

/** What `fit`, `predict` and `evaluate` accept as a table. */
export type TableInput =
  | TableLike
  | ArrowTableLike
  | Readonly<Record<string, ArrayLike<unknown>>>
  | NamedArrays
  | ReadonlyMap<string, ArrayLike<unknown>>
  | readonly object[];
