import type { Target } from "../dataset/target.ts";
import type { EncodedRows } from "../tree/route-row.ts";

/**
 * The training rows of a forest, for what can be learned from rows that a tree did not see. It holds on to the columns that
 * `fit` was given; a model that was loaded from its bytes has none.
 */
export interface OutOfBag {
  readonly columns: EncodedRows;
  readonly target: Target;
  /** The rows that this tree did not see, ascending. Trees are counted from 0. */
  rowsOutOf(tree: number): Uint32Array;
}
