import type { Arena } from "../arena/arena.ts";
import { type ListsOf, listBytes, takeLists } from "../arena/arena-lists.ts";
import {
  DRAWN_LEVELS,
  NodeSlot,
  OpenSlot,
  QueuedSlot,
  TreePhase,
  TreeRecord,
  TreeSlot,
} from "../generated/tree-layout.ts";
import type { TreeShape } from "./tree-task.ts";

/** Bytes that finished nodes may take until they are taken away. */
const MOST_NODE_BYTES = 2 ** 20;

/** Nodes that wait to be taken away, if they are no larger: a kernel returns when there are so many. */
const NODES = 512;

/** Where a thread works on a tree: the slots of a job, and room for what no other thread may touch. */
export class TreeDesk {
  readonly slots: Float64Array;
  /** Numbers in a statistics record. */
  readonly width: number;
  readonly #lists: ListsOf<ReturnType<typeof listsOf>>;

  constructor(
    arena: Arena,
    protected readonly shape: TreeShape,
    /** Of the largest node. */
    rows: number,
  ) {
    this.width = widthOf(shape);
    this.slots = arena.float64(TreeSlot.size);
    this.#lists = takeLists(arena, listsOf(shape, rows));
    this.#placeOwn();
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static byteLengths(shape: TreeShape, rows: number): number[] {
    return [8 * TreeSlot.size, ...listBytes(listsOf(shape, rows))];
  }

  /** Tells the kernel where lists are, by the names of their slots; 0 for those of no length. */
  protected place(lists: Partial<Record<keyof typeof TreeSlot, ArrayBufferView>>): void {
    for (const [name, { byteLength, byteOffset }] of Object.entries(lists)) {
      this.slots[TreeSlot[name as keyof typeof TreeSlot]] = byteLength > 0 ? byteOffset : 0;
    }
  }

  #placeOwn(): void {
    this.place(this.#lists);
    this.slots[TreeSlot.nodeCapacity] = this.#lists.nodes.length - mostNumbers(this.shape);
  }

  /** True where the best split that was found here is one that the rules allow. */
  get isToBeCut(): boolean {
    const gain = this.slots[TreeSlot.gain];
    return gain > 0 && gain / this.slots[TreeSlot.gainUnit] >= this.slots[TreeSlot.minGain];
  }

  /** Takes over what is given of the task that another desk works on. */
  follow(desk: TreeDesk): void {
    this.slots.set(desk.slots.subarray(0, TreeSlot.phase));
    this.#placeOwn();
    this.setFeatures(desk.#lists.features);
  }

  /** Takes over what the other desk found out of its node: to work on the same one. */
  join(desk: TreeDesk): void {
    this.slots.set(desk.slots.subarray(TreeSlot.phase), TreeSlot.phase);
    for (const name of ["records", "features", "above", "allowed"] as const) this.#lists[name].set(desk.#lists[name]);
  }

  /** Begins with a tree that may use these features. */
  setFeatures(features: ArrayLike<number>): void {
    this.#lists.features.set(features);
    this.#lists.levels.fill(0);
  }

  /** Begins with a node, and nothing else. It is an `OpenSlot`, its record, and the features above it. */
  open(node: Float64Array, id = node[OpenSlot.id]): void {
    const { slots } = this;
    const { stack, queueOrder } = this.#lists;
    slots.fill(0, TreeSlot.phase);
    slots[TreeSlot.phase] = TreePhase.next;
    slots[TreeSlot.open] = 1;
    slots[TreeSlot.made] = 1;
    stack.set(node);
    stack[OpenSlot.id] = id;
    stack[OpenSlot.constants] = 0;
    for (let place = 0; place < queueOrder.length; place++) queueOrder[place] = place;
  }

  /** The nodes on the stack, which is empty then. */
  takeOpen(): Float64Array[] {
    const each = openLength(this.shape);
    const count = this.slots[TreeSlot.open];
    this.slots[TreeSlot.open] = 0;
    return Array.from({ length: count }, (_, i) => this.#lists.stack.slice(i * each, (i + 1) * each));
  }

  /** The nodes that were finished since the last look. Their places are free then. */
  takeNodes(): Float64Array {
    const written = this.slots[TreeSlot.written];
    this.slots[TreeSlot.written] = 0;
    return this.#lists.nodes.slice(0, written);
  }
}

function listsOf(shape: TreeShape, rows: number) {
  const { categories, classes } = shape;
  const most = mostCategories(shape);
  const words = groupWords(shape);
  return {
    features: [Uint32Array, categories.length],
    draws: [Float64Array, categories.length],
    // By depth, what was drawn for a level.
    levels: [Uint32Array, 2 * DRAWN_LEVELS],
    // The features above the node, and those that may stand beneath them.
    above: [Uint32Array, 2 * words],
    allowed: [Uint32Array, 2 * words],
    // The smaller child is always next: no more nodes wait than the rows have binary digits, and a few.
    stack: [Float64Array, 36 * openLength(shape)],
    queue: [Float64Array, queueLength(shape)],
    queueOrder: [Uint32Array, mostQueued(shape)],
    records: [Float64Array, TreeRecord.size * widthOf(shape)],
    nodes: [Float64Array, nodesLength(shape)],
    scratch: [Uint32Array, rows + 1],
    tally: [Float64Array, most * widthOf(shape)],
    tallyRows: [Uint32Array, most],
    order: [Uint32Array, most],
    keys: [Float64Array, most],
    sides: [Uint8Array, most],
    bestSides: [Uint8Array, most],
    axes: [Float64Array, 3 * classes],
  } as const;
}

function widthOf({ classes }: TreeShape): number {
  return classes === 0 ? 2 : classes + 1;
}

/** The 64-bit words that have a bit for each feature; none where all features may stand together. */
export function groupWords({ categories, groups }: TreeShape): number {
  return groups === undefined ? 0 : Math.ceil(categories.length / 64);
}

/** Numbers of an open node; where features stand in groups, with 64 bits for those above it in each. */
export function openLength(shape: TreeShape): number {
  return OpenSlot.size + widthOf(shape) + groupWords(shape);
}

/** Nodes that wait until their split is the best of all; none where trees do not grow best first. A node that waits has two rows or more. */
function mostQueued({ rowCount, maxLeaves }: TreeShape): number {
  return maxLeaves === undefined ? 0 : Math.max(1, Math.min(maxLeaves, Math.floor(rowCount / 2)));
}

/** Numbers of all that wait, with their best splits. */
export function queueLength(shape: TreeShape): number {
  return mostQueued(shape) * (openLength(shape) + QueuedSlot.size + widthOf(shape));
}

function mostCategories({ categories }: TreeShape): number {
  return Math.max(0, ...categories);
}

/** The most numbers that a finished node takes. */
function mostNumbers(shape: TreeShape): number {
  return NodeSlot.size + widthOf(shape) + mostCategories(shape);
}

function nodesLength(shape: TreeShape): number {
  const numbers = mostNumbers(shape);
  return numbers * Math.max(1, Math.min(NODES, Math.floor(MOST_NODE_BYTES / (8 * numbers))));
}
