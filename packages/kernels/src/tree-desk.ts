import type { Arena } from "./arena.ts";
import { StatsRecord } from "./generated/scan-layout.ts";
import { NodeSlot, OpenSlot, TreePhase, TreeSlot } from "./generated/tree-layout.ts";
import type { OpenTreeNode, TreePlace, TreeShape } from "./tree-task.ts";

/** Bytes that finished nodes may take until they are taken away. */
const MOST_NODE_BYTES = 2 ** 20;

/** What a desk has room for. */
export interface DeskSize {
  /** Rows of the largest node. */
  readonly rows: number;
  /** Nodes that wait to be taken away: a kernel returns when there are so many. */
  readonly nodes: number;
}

/** Where a thread works on a tree: the slots of a job, and room for what no other thread may touch. */
export class TreeDesk implements TreePlace {
  readonly slots: Float64Array;
  readonly nodes: Float64Array;
  readonly width: number;
  readonly #features: Uint32Array;
  readonly #stack: Float64Array;
  readonly #records: Float64Array;
  /** What these slots say is the desk's own. */
  readonly #own = new Map<number, number>();

  constructor(arena: Arena, shape: TreeShape, size: DeskSize) {
    const { categories, classes } = shape;
    this.width = widthOf(shape);
    this.slots = arena.float64(TreeSlot.size);
    this.#features = arena.uint32(categories.length);
    this.#stack = arena.float64(stackLength(shape));
    this.#records = arena.float64(StatsRecord.size * this.width);
    this.nodes = arena.float64(nodesLength(shape, size));
    const most = mostCategories(shape);
    const places = {
      ...{ features: this.#features, stack: this.#stack, records: this.#records, nodes: this.nodes },
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
    const numbers = [TreeSlot.size, stackLength(shape), StatsRecord.size * widthOf(shape), nodesLength(shape, size)];
    const tally = [8 * widthOf(shape), 4, 4, 8, 1, 1].map((bytes) => bytes * mostCategories(shape));
    const rows = 4 * (size.rows + 1);
    return [4 * categories.length, ...numbers.map((length) => 8 * length), rows, ...tally, 24 * classes];
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
  }

  /** Takes the features in that a tree may use. */
  features(features: ArrayLike<number>): void {
    this.#features.set(features);
  }

  /** Begins with a node, and nothing else. */
  open({ id, start, count, depth, path, record }: OpenTreeNode): void {
    const { slots } = this;
    slots.fill(0, TreeSlot.phase);
    slots[TreeSlot.phase] = TreePhase.next;
    slots[TreeSlot.open] = 1;
    slots[TreeSlot.made] = 1;
    this.#stack[OpenSlot.id] = id;
    this.#stack[OpenSlot.start] = start;
    this.#stack[OpenSlot.count] = count;
    this.#stack[OpenSlot.depth] = depth;
    this.#stack[OpenSlot.path] = path;
    this.#stack[OpenSlot.constants] = 0;
    this.#stack.set(record, OpenSlot.size);
  }

  /** The nodes on the stack, which is empty then. */
  takeOpen(): OpenTreeNode[] {
    const each = OpenSlot.size + this.width;
    const nodes = Array.from({ length: this.slots[TreeSlot.open] }, (_, i) => {
      const open = this.#stack.subarray(i * each, (i + 1) * each);
      return {
        id: open[OpenSlot.id],
        start: open[OpenSlot.start],
        count: open[OpenSlot.count],
        depth: open[OpenSlot.depth],
        path: open[OpenSlot.path],
        record: open.slice(OpenSlot.size),
      };
    });
    this.slots[TreeSlot.open] = 0;
    return nodes;
  }

  /** The nodes that were finished since the last look; their places are free again. */
  takeNodes(): Float64Array {
    const written = this.slots[TreeSlot.written];
    this.slots[TreeSlot.written] = 0;
    return this.nodes.slice(0, written);
  }

  #takeOwn(): void {
    for (const [slot, value] of this.#own) this.slots[slot] = value;
  }
}

function widthOf({ classes }: TreeShape): number {
  return classes === 0 ? 2 : classes + 1;
}

/** The smaller child is always next: no more nodes wait than the rows have binary digits, and a few. */
function stackLength(shape: TreeShape): number {
  return 36 * (OpenSlot.size + widthOf(shape));
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
