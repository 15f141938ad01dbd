/** Rows, ascending, with the weight that each has here: a row without a value is in several branches, in parts. */
export interface WeightedRows {
  readonly rows: Uint32Array;
  readonly weights: Float64Array;
}
