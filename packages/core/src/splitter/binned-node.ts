import type { SearchNode } from "./splitter.ts";
import type { ValueBounds } from "./value-bounds.ts";

/** A node of a tree on bins, with what the search keeps of it. */
export class BinnedNode implements SearchNode {
  /** Its histogram; null where it was not summed, or is not kept. */
  histogram: number | null = null;
  isCut = false;

  constructor(
    /** Whose node it is. */
    readonly tree: object,
    readonly depth: number,
    readonly path: number,
    readonly start: number,
    readonly end: number,
    readonly stats: Float64Array,
    /** The record by which its cuts are chosen; its own is finer where sums are narrow. */
    readonly record: Float64Array,
    readonly bounds: ValueBounds | undefined,
    /** The node that was cut, and the side of it that this one is; null: the root. */
    readonly parent: BinnedNode | null,
    readonly side: 0 | 1,
  ) {}

  /** Its histogram while its cuts are looked for: there it has one. */
  get summed(): number {
    return this.histogram as number;
  }
}

/** The sides on the way from the root. */
export function wayTo(leaf: BinnedNode): number[] {
  const sides: number[] = [];
  for (let node = leaf; node.parent !== null; node = node.parent) sides.push(node.side);
  return sides.reverse();
}

/** A copy of one of two records that stand one after the other; of so few numbers, faster than a slice. */
export function recordOf(records: Float64Array, side: number, width: number): Float64Array {
  const record = new Float64Array(width);
  for (let k = 0; k < width; k++) record[k] = records[side * width + k];
  return record;
}
