/** A numeric feature. Missing values are NaN; -0 is stored as +0. */
export interface NumericColumn {
  readonly kind: "numeric";
  readonly name: string;
  readonly values: Float64Array | Float32Array;
}

/** A categorical feature. Row i belongs to `categories[codes[i]]`; a missing value has code -1. */
export interface CategoricalColumn {
  readonly kind: "categorical";
  readonly name: string;
  readonly codes: Int32Array;
  /** In code-point order. */
  readonly categories: readonly string[];
}

export type Column = NumericColumn | CategoricalColumn;

/** What a model remembers of a column: enough to read the same column of another table. */
export type FeatureSchema =
  | { readonly name: string; readonly kind: "numeric" }
  | { readonly name: string; readonly kind: "categorical"; readonly categories: readonly string[] };

export function schemaOf(column: Column): FeatureSchema {
  const { name } = column;
  return column.kind === "numeric"
    ? { name, kind: "numeric" }
    : { name, kind: "categorical", categories: column.categories };
}
