import type { Split } from "../splitter/split.ts";
import type { SearchNode } from "../splitter/splitter.ts";
import type { OpenCut } from "./growing-tree.ts";

/** A cut that the tree may come to, and what was found behind it. */
export class KnownCut implements OpenCut {
  readonly id: number;
  readonly node: SearchNode;
  readonly way: readonly number[];
  readonly split: Split;
  /** The cuts of its children; null where it was not made yet. */
  behind: readonly KnownCut[] | null = null;
  /** Whether the tree has come to it. */
  isTaken = false;
  /** When it came into the queue. */
  turn = 0;
  /** The least gain on the way to it from where the tree is: best first, cuts are taken in the order of this number. */
  reach: number;

  constructor(
    { id, node, way, split }: OpenCut,
    /** The cut of its parent; null for the root's. */
    private readonly above: KnownCut | null,
  ) {
    this.id = id;
    this.node = node;
    this.way = way;
    this.split = split;
    this.reach = split.gain;
  }

  /** To be called where the tree has come nearer; first for the cuts above. */
  reachAnew(): void {
    const { above, split } = this;
    this.reach = above === null || above.isTaken ? split.gain : Math.min(above.reach, split.gain);
  }

  get rows(): number {
    return this.node.end - this.node.start;
  }
}
