import type { Surrogates } from "../tree/surrogates.ts";
import { padTo8 } from "../util/ascii-json.ts";

/*
 * A model file: 16 bytes of preamble, a header, and the arrays.
 *
 *   0   "CAMB"
 *   4   format, u32
 *   8   length of the header in bytes, u32, a multiple of 8
 *   12  length of the arrays in bytes, u32
 *   16  the header: JSON in ASCII, padded with spaces
 *   …   the arrays: the initial scores, the weights of the trees where they are combined by weights, then for each tree the arrays of `treeArrays`, each padded with zeros to 8 bytes, then the figures of the learning curve
 *
 * All numbers are little-endian. The header says how long each array is, so the length of the whole is known before
 * anything is read. Equal models have equal bytes: nothing in them depends on time, machine or thread.
 */
export const MODEL_MAGIC = "CAMB";
export const MODEL_FORMAT = 1;
export const PREAMBLE_BYTES = 16;

/** What the header says of a tree: enough to know the length of its arrays. */
export interface TreeShape {
  readonly nodeCount: number;
  readonly valueWidth: number;
  readonly categoryWords: number;
  readonly rootImpurity: number;
  /** How many surrogates the tree has, and words of their categories; left out where it has none. */
  readonly surrogates?: { readonly count: number; readonly categoryWords: number };
}

export type ArrayKind = "u8" | "u32" | "i32" | "f64";

export interface ArrayShape<Name extends string> {
  readonly name: Name;
  readonly kind: ArrayKind;
  readonly length: number;
}

/** The arrays of a tree in the order in which they stand in the file; those of its surrogates follow. */
export function treeArrays(shape: TreeShape): readonly ArrayShape<TreeArrayName>[] {
  const n = shape.nodeCount;
  return [
    { name: "threshold", kind: "f64", length: n },
    { name: "value", kind: "f64", length: n * shape.valueWidth },
    { name: "gain", kind: "f64", length: n },
    { name: "cover", kind: "f64", length: n },
    { name: "feature", kind: "i32", length: n },
    { name: "firstChild", kind: "u32", length: n },
    { name: "childCount", kind: "u32", length: n },
    { name: "missingChild", kind: "u32", length: n },
    { name: "categoryStart", kind: "u32", length: n },
    { name: "categoryWords", kind: "u32", length: n },
    { name: "categories", kind: "u32", length: shape.categoryWords },
    { name: "rowCount", kind: "u32", length: n },
    { name: "kind", kind: "u8", length: n },
  ];
}

export type TreeArrayName =
  | "threshold"
  | "value"
  | "gain"
  | "cover"
  | "feature"
  | "firstChild"
  | "childCount"
  | "categoryStart"
  | "categoryWords"
  | "categories"
  | "rowCount"
  | "kind"
  | "missingChild";

export const bytesPerElement: Readonly<Record<ArrayKind, number>> = { u8: 1, u32: 4, i32: 4, f64: 8 };

/** The arrays of a tree's surrogates, in the order in which they stand in the file. */
export function surrogateArrays({ nodeCount, surrogates }: TreeShape): readonly ArrayShape<SurrogateArrayName>[] {
  if (surrogates === undefined) return [];
  const { count, categoryWords } = surrogates;
  return [
    { name: "threshold", kind: "f64", length: count },
    { name: "agreement", kind: "f64", length: count },
    { name: "adjusted", kind: "f64", length: count },
    { name: "start", kind: "u32", length: nodeCount },
    { name: "count", kind: "u32", length: nodeCount },
    { name: "feature", kind: "i32", length: count },
    { name: "categoryStart", kind: "u32", length: count },
    { name: "categoryWords", kind: "u32", length: count },
    { name: "categories", kind: "u32", length: categoryWords },
    { name: "lowChild", kind: "u8", length: count },
  ];
}

export type SurrogateArrayName = keyof Surrogates;

/** Length of all arrays of a model. */
export function arraysBytes(scoreCount: number, weightCount: number, trees: readonly TreeShape[]): number {
  let bytes = 8 * (scoreCount + weightCount);
  for (const shape of trees) {
    for (const { kind, length } of [...treeArrays(shape), ...surrogateArrays(shape)])
      bytes += padTo8(bytesPerElement[kind] * length);
  }
  return bytes;
}
