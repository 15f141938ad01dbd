import type { Arena } from "../arena/arena.ts";
import { DRAWN_LEVELS, NodeSlot, OpenSlot, QueuedSlot, TreePhase, TreeRecord, TreeSlot } from "../generated/tree-layout.ts";
import { groupWords } from "./tree-rules.ts";
import type { OpenTreeNode, TreePlace, TreeShape } from "./tree-task.ts";

/** Bytes that finished nodes may take until they are taken away. */
const MOST_NODE_BYTES = 2 ** 20;

/** What a desk has room for. */
export interface DeskSize {
  /** Rows of the largest node. */
  readonly rows: number;
  /** Nodes that wait to be taken away: a kernel returns when there are so many. */
  readonly nodes: number;
  /** Nodes that wait until their split is the best of all; 0 where trees do not grow best first. */
  readonly queued: number;
}

/** Where a thread works on a tree: the slots of a job, and room for what no other thread may touch. */
export class TreeDesk implements TreePlace {
  readonly slots: Float64Array;
  readonly nodes: Float64Array;
  readonly width: number;
  readonly #features: Uint32Array;
  readonly #stack: Float64Array;
  readonly #records: Float64Array;
  /** By depth, what was drawn for a level. */
  readonly #levels: Uint32Array;
  /** The features above the node, and those that may stand beneath them. */
  readonly #above: Uint32Array;
  readonly #allowed: Uint32Array;
  readonly #queueOrder: Uint32Array;
  /** What these slots say is the desk's own. */
  readonly #own = new Map<number, number>();

  constructor(
    arena: Arena,
    private readonly shape: TreeShape,
    size: DeskSize,
  ) {
    const { categories, classes } = shape;
    this.width = widthOf(shape);
    this.slots = arena.float64(TreeSlot.size);
    this.#features = arena.uint32(categories.length);
    this.#stack = arena.float64(stackLength(shape));
    this.#records = arena.float64(recordsLength(shape));
    this.nodes = arena.float64(nodesLength(shape, size));
    this.#levels = arena.uint32(2 * DRAWN_LEVELS);
    this.#above = arena.uint32(2 * groupWords(shape));
    this.#allowed = arena.uint32(2 * groupWords(shape));
    this.#queueOrder = arena.uint32(size.queued);
    const queue = arena.float64(size.queued * queuedLength(shape));
    const most = mostCategories(shape);
    const places = {
      ...{ features: this.#features, stack: this.#stack, records: this.#records, nodes: this.nodes },
      ...{ levels: this.#levels, allowed: this.#allowed, above: this.#above },
      draws: arena.float64(categories.length),
      ...(size.queued > 0 && { queue, queueOrder: this.#queueOrder }),
      scratch: arena.uint32(size.rows + 1),
      tally: arena.float64(most * this.width),
      tallyRows: arena.uint32(most),
      order: arena.uint32(most),
      keys: arena.float64(most),
      sides: arena.uint8(most),
      bestSides: arena.uint8(most),
      axes: arena.float64(3 * classes),
    };
    for (const [name, { byteOffset }] of Object.entries(places)) {
      this.#own.set(TreeSlot[name as keyof typeof places], byteOffset);
    }
    this.#own.set(TreeSlot.nodeCapacity, this.nodes.length - mostNumbers(shape));
    this.#takeOwn();
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static byteLengths(shape: TreeShape, size: DeskSize): number[] {
    const { categories, classes } = shape;
    const numbers = [TreeSlot.size, stackLength(shape), recordsLength(shape), nodesLength(shape, size), DRAWN_LEVELS];
    numbers.push(groupWords(shape), groupWords(shape), categories.length, size.queued * queuedLength(shape));
    const tally = [8 * widthOf(shape), 4, 4, 8, 1, 1].map((bytes) => bytes * mostCategories(shape));
    const rows = 4 * (size.rows + 1);
    const lists = [4 * categories.length, 4 * size.queued];
    return [...lists, ...numbers.map((length) => 8 * length), rows, ...tally, 24 * classes];
  }

  static queueBytes(shape: TreeShape, { queued }: DeskSize): number {
    return 8 * queued * queuedLength(shape);
  }

  /** The job's place in the memory. */
  get offset(): number {
    return this.slots.byteOffset;
  }

  /** True where the best cut that was found here is one that the rules allow. */
  get isToBeCut(): boolean {
    const gain = this.slots[TreeSlot.gain];
    return gain > 0 && gain / this.slots[TreeSlot.gainUnit] >= this.slots[TreeSlot.minGain];
  }

  /** Takes over what is given of the task that another desk works on. */
  follow(desk: TreeDesk): void {
    this.slots.set(desk.slots.subarray(0, TreeSlot.phase));
    this.#takeOwn();
    this.features(desk.#features);
  }

  /** Takes over what the other desk found out of its node: to work on the same one. */
  join(desk: TreeDesk): void {
    this.slots.set(desk.slots.subarray(TreeSlot.phase), TreeSlot.phase);
    this.#records.set(desk.#records);
    this.#features.set(desk.#features);
    this.#above.set(desk.#above);
    this.#allowed.set(desk.#allowed);
  }

  /** Begins with a tree that may use these features. */
  features(features: ArrayLike<number>): void {
    this.#features.set(features);
    this.#levels.fill(0);
  }

  /** Begins with a node, and nothing else. */
  open({ id, start, count, depth, path, lower, upper, record }: OpenTreeNode): void {
    const { slots } = this;
    slots.fill(0, TreeSlot.phase);
    slots[TreeSlot.phase] = TreePhase.next;
    slots[TreeSlot.open] = 1;
    slots[TreeSlot.made] = 1;
    this.#stack.fill(0);
    this.#stack[OpenSlot.id] = id;
    this.#stack[OpenSlot.start] = start;
    this.#stack[OpenSlot.count] = count;
    this.#stack[OpenSlot.depth] = depth;
    this.#stack[OpenSlot.path] = path;
    this.#stack[OpenSlot.lower] = lower;
    this.#stack[OpenSlot.upper] = upper;
    this.#stack.set(record, OpenSlot.size);
    for (let place = 0; place < this.#queueOrder.length; place++) this.#queueOrder[place] = place;
  }

  /** The nodes on the stack, which is empty then. */
  takeOpen(): OpenTreeNode[] {
    const each = openLength(this.shape);
    const nodes = Array.from({ length: this.slots[TreeSlot.open] }, (_, i) => {
      const open = this.#stack.subarray(i * each, (i + 1) * each);
      return {
        id: open[OpenSlot.id],
        start: open[OpenSlot.start],
        count: open[OpenSlot.count],
        depth: open[OpenSlot.depth],
        path: open[OpenSlot.path],
        lower: open[OpenSlot.lower],
        upper: open[OpenSlot.upper],
        record: open.slice(OpenSlot.size),
      };
    });
    this.slots[TreeSlot.open] = 0;
    return nodes;
  }

  /** The nodes that were finished since the last look. Their places are free again: they are there until a kernel goes on. */
  takeNodes(): Float64Array {
    const written = this.slots[TreeSlot.written];
    this.slots[TreeSlot.written] = 0;
    return this.nodes.subarray(0, written);
  }

  #takeOwn(): void {
    for (const [slot, value] of this.#own) this.slots[slot] = value;
  }
}

function widthOf({ classes }: TreeShape): number {
  return classes === 0 ? 2 : classes + 1;
}

/** Numbers of an open node; where features stand in groups, with 64 bits for those above it in each. */
function openLength(shape: TreeShape): number {
  return OpenSlot.size + widthOf(shape) + groupWords(shape);
}

function queuedLength(shape: TreeShape): number {
  return openLength(shape) + QueuedSlot.size + widthOf(shape);
}

/** The smaller child is always next: no more nodes wait than the rows have binary digits, and a few. */
function stackLength(shape: TreeShape): number {
  return 36 * openLength(shape);
}

function recordsLength(shape: TreeShape): number {
  return TreeRecord.size * widthOf(shape);
}

function mostCategories({ categories }: TreeShape): number {
  return Math.max(0, ...categories);
}

/** The most numbers that a finished node takes. */
function mostNumbers(shape: TreeShape): number {
  return NodeSlot.size + widthOf(shape) + mostCategories(shape);
}

function nodesLength(shape: TreeShape, { nodes }: DeskSize): number {
  const numbers = mostNumbers(shape);
  return numbers * Math.max(1, Math.min(nodes, Math.floor(MOST_NODE_BYTES / (8 * numbers))));
}
