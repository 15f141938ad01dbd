import { LeafBounds, LeafSlot, LeafWord } from "../generated/leaf-layout.ts";

/** The nodes of a tree that has grown in a `LeafRoom`, by number. It stands in the arena until the next tree begins. */
export class GrownLeaves {
  readonly count: number;
  readonly #numbers: Float64Array;

  constructor(
    job: Uint32Array,
    private readonly nodes: Uint32Array,
    private readonly allBounds: Float64Array | null,
  ) {
    const made = job[LeafWord.nodeCount];
    this.count = job[LeafWord.ahead] === 0 ? made : removeDropped(made, nodes, allBounds);
    this.#numbers = new Float64Array(nodes.buffer, nodes.byteOffset, nodes.length / 2);
  }

  /** The rows of a node are a run of those of the room. */
  start(node: number): number {
    return this.nodes[node * LeafSlot.size + LeafSlot.from];
  }

  end(node: number): number {
    return this.nodes[node * LeafSlot.size + LeafSlot.to];
  }

  /** 0 of a leaf; the other child follows. Children have higher numbers than their parent. */
  firstChild(node: number): number {
    return this.nodes[node * LeafSlot.size + LeafSlot.firstChild];
  }

  feature(node: number): number {
    return this.nodes[node * LeafSlot.size + LeafSlot.feature];
  }

  /** The last bin on the left. */
  bin(node: number): number {
    return this.nodes[node * LeafSlot.size + LeafSlot.bin];
  }

  gain(node: number): number {
    return this.#numbers[(node * LeafSlot.size + LeafSlot.gain) / 2];
  }

  missingChild(node: number): number {
    return this.nodes[node * LeafSlot.size + LeafSlot.missingChild];
  }

  /** Whether all rows that have a value go left. */
  takesPresent(node: number): boolean {
    return this.nodes[node * LeafSlot.size + LeafSlot.takesPresent] !== 0;
  }

  /** The categories that go left, a bit each, of a node that is split by categories. */
  categories(node: number, words: number): Uint32Array {
    const { buffer } = this.nodes;
    return new Uint32Array(buffer, this.nodes[node * LeafSlot.size + LeafSlot.bits], words).slice();
  }

  /** Of the values of leaves in a node; null if no feature is monotone. */
  bounds(node: number): { readonly lower: number; readonly upper: number } | null {
    if (this.allBounds === null) return null;
    const at = node * LeafBounds.size;
    return { lower: this.allBounds[at + LeafBounds.lower], upper: this.allBounds[at + LeafBounds.upper] };
  }
}

/** Removes the children of splits that were made ahead of their turn and dropped. Gives how many nodes are left. */
function removeDropped(made: number, nodes: Uint32Array, bounds: Float64Array | null): number {
  const { size, parent, firstChild } = LeafSlot;
  const placeOf = new Uint32Array(made);
  let count = 1;
  for (let child = 1; child < made; child += 2) {
    const above = size * placeOf[nodes[size * child + parent]];
    if (nodes[above + firstChild] !== child) continue;
    nodes[above + firstChild] = count;
    nodes.copyWithin(size * count, size * child, size * (child + 2));
    bounds?.copyWithin(LeafBounds.size * count, LeafBounds.size * child, LeafBounds.size * (child + 2));
    placeOf[child] = count++;
    placeOf[child + 1] = count++;
  }
  return count;
}
