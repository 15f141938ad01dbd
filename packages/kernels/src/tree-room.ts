import type { Arena } from "./arena.ts";
import { entriesLength, type TreeEntries } from "./tree-entries.ts";
import { ENTRY_BITS, IN_BAG, NodeSlot, OpenSlot, TREE_RECORDS, TreeSlot } from "./tree-slots.ts";
import type { TreePlace, TreeShape, TreeTask } from "./tree-task.ts";

/** Nodes that wait to be taken away: a kernel returns when there are so many. */
const NODES = 4096;
const MOST_NODE_BYTES = 2 ** 20;

/** All weight together is below this where weights stand in the entries, so that products with counts are exact. */
const MOST_WHOLE_WEIGHT = 2 ** 26;

/** Room in an arena for one tree at a time to be grown whole. */
export class TreeRoom implements TreePlace {
  readonly slots: Float64Array;
  readonly nodes: Float64Array;
  readonly width: number;
  readonly #payload: Uint32Array;
  readonly #features: Uint32Array;
  readonly #signal: Float64Array;
  readonly #weights: Float64Array;
  readonly #targets: Float64Array;
  readonly #stack: Float64Array;
  readonly #drawsThresholds: boolean;

  constructor(arena: Arena, shape: TreeShape, shared: TreeEntries) {
    const { rowCount, classes, categories, drawsThresholds } = shape;
    const featureCount = categories.length;
    this.width = widthOf(shape);
    this.slots = arena.float64(TreeSlot.end);
    const runs = arena.uint32(shared.entries.length);
    this.#payload = arena.uint32(rowCount);
    const side = arena.uint8(rowCount);
    const scratch = arena.uint32(rowCount + 1);
    this.#features = arena.uint32(featureCount);
    const draws = arena.uint32(featureCount);
    this.#signal = arena.float64(classes === 0 ? rowCount : 0);
    this.#weights = arena.float64(rowCount);
    this.#targets = arena.float64(classes === 0 ? rowCount : 0);
    this.#stack = arena.float64(stackLength(shape));
    const records = arena.float64(TREE_RECORDS * this.width);
    this.nodes = arena.float64(nodesLength(shape));
    const seen = arena.float64(drawsThresholds ? rowCount : 0);
    const most = mostCategories(shape);
    this.#place({
      ...{ base: shared.entries, runNumbers: shared.runNumbers, kinds: shared.kinds, values: shared.values },
      ...{ runs, payload: this.#payload, side, scratch, features: this.#features, draws, signal: this.#signal },
      ...{ stack: this.#stack, records, nodes: this.nodes, seen },
      tally: arena.float64(most * this.width),
      tallyRows: arena.uint32(most),
      order: arena.uint32(most),
      keys: arena.float64(most),
      sides: arena.uint8(most),
      bestSides: arena.uint8(most),
      axes: arena.float64(3 * classes),
    });
    this.slots[TreeSlot.rowStride] = 8 * featureCount;
    this.slots[TreeSlot.stride] = 4 * shared.stride;
    this.slots[TreeSlot.rowsRun] = shared.rowsRun;
    this.slots[TreeSlot.rowCount] = rowCount;
    this.slots[TreeSlot.classes] = classes;
    this.slots[TreeSlot.rowBits] = bitsFor(rowCount);
    this.slots[TreeSlot.codeBits] = classes === 0 ? 0 : bitsFor(classes);
    this.slots[TreeSlot.nodeCapacity] = this.nodes.length - mostNumbers(shape);
    this.#drawsThresholds = drawsThresholds;
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static byteLengths(shape: TreeShape): number[] {
    const { rowCount, classes, categories, drawsThresholds } = shape;
    const byRow = 8 * rowCount;
    const rows = [4 * rowCount, rowCount, 4 * (rowCount + 1), byRow, ...(classes === 0 ? [byRow, byRow] : [])];
    const features = [4 * entriesLength(shape), 4 * categories.length, 4 * categories.length];
    const numbers = [TreeSlot.end, stackLength(shape), TREE_RECORDS * widthOf(shape), nodesLength(shape), 3 * classes];
    const tally = [8 * widthOf(shape), 4, 4, 8, 1, 1].map((bytes) => bytes * mostCategories(shape));
    return [...rows, ...features, ...numbers.map((length) => 8 * length), ...tally, drawsThresholds ? byRow : 0];
  }

  /** True where a row and its class fit into one entry. */
  static fits({ rowCount, classes }: TreeShape): boolean {
    return bitsFor(rowCount) + (classes === 0 ? 0 : bitsFor(classes)) <= ENTRY_BITS;
  }

  /** Puts a task into the memory; the kernel then begins with the root. */
  begin(task: TreeTask): void {
    const { slots } = this;
    const weightBits = this.#weightBits(task);
    const isUnit = task.gradients !== null && task.rows.every((row) => task.weights[row] === 1);
    slots.fill(0, TreeSlot.phase);
    slots[TreeSlot.weightBits] = weightBits;
    slots[TreeSlot.weights] = weightBits > 0 || isUnit ? 0 : this.#weights.byteOffset;
    slots[TreeSlot.targets] = task.targets === null ? 0 : this.#targets.byteOffset;
    slots[TreeSlot.featureCount] = task.features.length;
    for (const name of limits) slots[TreeSlot[name]] = task[name];
    slots[TreeSlot.tieKey] = task.tieKey ?? -1;
    slots[TreeSlot.thresholdKey] = this.#drawsThresholds ? task.thresholdKey : -1;
    slots[TreeSlot.oneVsRest] = task.oneVsRest ? 1 : 0;
    slots[TreeSlot.open] = 1;
    slots[TreeSlot.made] = 1;
    this.#features.set(task.features);
    if (slots[TreeSlot.weights] !== 0) this.#weights.set(task.weights);
    if (task.gradients !== null) this.#signal.set(task.gradients);
    if (task.targets !== null) this.#targets.set(task.targets);
    this.#pushRoot(task);
  }

  /** The nodes that were finished since the last look; their places are free again. */
  takeNodes(): Float64Array {
    const written = this.slots[TreeSlot.written];
    this.slots[TreeSlot.written] = 0;
    return this.nodes.subarray(0, written);
  }

  /** Tells the kernel where things are. */
  #place(views: Partial<Record<keyof typeof TreeSlot, { readonly byteOffset: number }>>): void {
    for (const [name, view] of Object.entries(views)) {
      this.slots[TreeSlot[name as keyof typeof TreeSlot]] = view.byteOffset;
    }
  }

  /** Entries take whole weights in, where all of them are small enough to fit; 0 where they are not. */
  #weightBits({ rows, codes, weights }: TreeTask): number {
    if (codes === null) return 0;
    let most = 1;
    let sum = 0;
    for (let i = 0; i < rows.length; i++) {
      const weight = weights[rows[i]];
      if (!Number.isInteger(weight)) return 0;
      if (weight > most) most = weight;
      sum += weight;
    }
    const bits = bitsFor(Math.min(MOST_WHOLE_WEIGHT, most) + 1);
    const used = this.slots[TreeSlot.rowBits] + this.slots[TreeSlot.codeBits] + bits;
    return sum < MOST_WHOLE_WEIGHT && used <= ENTRY_BITS ? bits : 0;
  }

  /** Marks the rows of the bag, and sums them up. */
  #pushRoot({ rows, codes, gradients, weights }: TreeTask): void {
    const stack = this.#stack.fill(0, 0, OpenSlot.end + this.width);
    const payload = this.#payload.fill(0);
    const { rowBits, codeBits } = { rowBits: this.slots[TreeSlot.rowBits], codeBits: this.slots[TreeSlot.codeBits] };
    const weightFactor = this.slots[TreeSlot.weightBits] > 0 ? 1 : 0;
    const last = OpenSlot.end + this.width - 1;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const weight = weights[row];
      stack[last] += weight;
      if (codes === null) {
        stack[OpenSlot.end] += (gradients as Float64Array)[row];
        payload[row] = IN_BAG;
      } else {
        stack[OpenSlot.end + codes[row]] += weight;
        payload[row] = IN_BAG | (codes[row] << rowBits) | ((weight * weightFactor) << (rowBits + codeBits));
      }
    }
    stack[OpenSlot.count] = rows.length;
    stack[OpenSlot.path] = ROOT_PATH;
  }
}

/** As core's `ROOT_PATH`. */
const ROOT_PATH = 1;

const limits = [
  ...(["l2", "minRowsLeaf", "minChildWeight", "maxDepth", "minRowsSplit", "minGain", "gainUnit", "purity"] as const),
  ...(["featuresPerNode", "drawKey", "mostTried"] as const),
];

function widthOf({ classes }: TreeShape): number {
  return classes === 0 ? 2 : classes + 1;
}

/** Bits that the numbers 0 … count-1 take; at least 1. */
function bitsFor(count: number): number {
  return Math.max(1, 32 - Math.clz32(count - 1));
}

/** The smaller child is always next: no more nodes wait than the rows have binary digits, and a few. */
function stackLength(shape: TreeShape): number {
  return 36 * (OpenSlot.end + widthOf(shape));
}

function mostCategories({ categories }: TreeShape): number {
  return Math.max(0, ...categories);
}

/** The most numbers that a finished node takes. */
function mostNumbers(shape: TreeShape): number {
  return NodeSlot.end + widthOf(shape) + mostCategories(shape);
}

function nodesLength(shape: TreeShape): number {
  const numbers = mostNumbers(shape);
  return numbers * Math.max(1, Math.min(NODES, Math.floor(MOST_NODE_BYTES / (8 * numbers))));
}
