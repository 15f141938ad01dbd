import type { BinnedColumn } from "./bin-column.ts";
import type { Column, FeatureSchema } from "./column.ts";
import type { Offset } from "./read-offset.ts";
import type { ClassLabel, Target, Task } from "./target.ts";

/*
 * A dataset file: 16 bytes of preamble, a header, and the arrays.
 *
 *   0   "CAMD"
 *   4   format, u32
 *   8   length of the header in bytes, u32, a multiple of 8
 *   12  0, u32
 *   16  the header: JSON in ASCII, padded with spaces
 *   …   the arrays of `datasetArrays`, each padded with zeros to 8 bytes
 *
 * All numbers are little-endian. The header says how long each array is, so the length of the whole is known before
 * anything is read.
 */
export const DATASET_MAGIC = "CAMD";
export const DATASET_FORMAT = 1;
export const DATASET_PREAMBLE_BYTES = 16;

/** All that a dataset knows. */
export interface DatasetParts {
  readonly columns: readonly Column[];
  readonly target: Target;
  readonly report: readonly string[];
  readonly rowKeys: Float64Array | null;
  /** The column that weighs rows; null where none does, or the weights are no column. */
  readonly weightColumn: string | null;
  readonly offset: Offset | null;
  /** By `maxBins`: the columns in bins. */
  readonly binned: ReadonlyMap<number, readonly BinnedColumn[]>;
}

export interface DatasetHeader {
  readonly rowCount: number;
  readonly target: { readonly name: string; readonly task: Task; readonly classes: readonly ClassLabel[] };
  readonly isWeighted: boolean;
  readonly hasRowKeys: boolean;
  readonly weightColumn: string | null;
  /** Left out where there are none. */
  readonly offsetColumns?: readonly string[];
  readonly report: readonly string[];
  /** `bytes` of a number; 4 of a code. */
  readonly columns: readonly (FeatureSchema & { readonly bytes: 4 | 8 })[];
  /** `cuts`: how many each numeric column has, in their order. The bins of categories are their codes. */
  readonly binned: readonly { readonly maxBins: number; readonly cuts: readonly number[] }[];
}

export type DatasetArrayKind = "u8" | "u16" | "i32" | "f32" | "f64";

/** The arrays in the order in which they stand in the file, and how many numbers each has. */
export function datasetArrays(header: DatasetHeader): { readonly kind: DatasetArrayKind; readonly length: number }[] {
  const { rowCount: length, target, columns, binned } = header;
  const byRow = (kind: DatasetArrayKind) => ({ kind, length });
  return [
    byRow(target.task === "classification" ? "i32" : "f64"),
    ...(header.isWeighted ? [byRow("f64")] : []),
    ...(header.hasRowKeys ? [byRow("f64")] : []),
    ...(header.offsetColumns ?? []).map(() => byRow("f64")),
    ...columns.map(({ kind, bytes }) => byRow(kind === "categorical" ? "i32" : bytes === 4 ? "f32" : "f64")),
    ...binned.flatMap(({ cuts }) =>
      cuts.flatMap((count) => [{ kind: "f64" as const, length: count }, byRow(count < 255 ? "u8" : "u16")]),
    ),
  ];
}

export const datasetArrayBytes = { u8: 1, u16: 2, i32: 4, f32: 4, f64: 8 } as const;
