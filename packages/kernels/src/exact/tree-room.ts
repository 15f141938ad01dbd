import type { Arena } from "../arena/arena.ts";
import { FEW_ROWS, IN_BAG, Measure, TOGETHER, TreePhase, TreeSlot } from "../generated/tree-layout.ts";
import { type DeskSize, TreeDesk } from "./tree-desk.ts";
import { entriesLength, type TreeEntries } from "./tree-entries.ts";
import { placeRules, rulesBytes } from "./tree-rules.ts";
import type { OpenTreeNode, TreePlace, TreeShape, TreeTask } from "./tree-task.ts";

/** The bits of an entry that its row, its class and its weight may take. */
const ENTRY_BITS = 30;

/** Nodes that wait to be taken away: a kernel returns when there are so many. */
const NODES = 4096;

/** All weight together is below this where weights stand in the entries, so that products with counts are exact. */
const MOST_WHOLE_WEIGHT = 2 ** 26;

/** Bytes that the nodes of a tree may take that wait until their split is the best. */
const MOST_QUEUE_BYTES = 2 ** 28;

/** Room in an arena for one tree at a time to be grown whole. */
export class TreeRoom implements TreePlace {
  readonly desk: TreeDesk;
  readonly #payload: Uint32Array;
  readonly #pairs: Float64Array;
  /** The rows of a tree of gradients: those of a node side by side, and of a leaf where the task settles rows. */
  readonly rows: Uint32Array;
  readonly #weights: Float64Array;
  readonly #targets: Float64Array;
  readonly #shape: TreeShape;

  constructor(arena: Arena, shape: TreeShape, shared: TreeEntries) {
    const { rowCount, classes, categories, drawsThresholds } = shape;
    this.desk = new TreeDesk(arena, shape, sizeOf(shape));
    const runs = arena.uint32(shared.entries.length);
    this.#payload = arena.uint32(rowCount);
    const [moved, still] = movesRows(shape) ? [rowCount, 0] : [0, rowCount];
    const side = arena.uint8(still);
    this.rows = arena.uint32(moved);
    const places = arena.uint32(moved);
    const spareRows = arena.uint32(moved);
    const sparePairs = arena.float64(2 * moved);
    this.#pairs = arena.float64(classes === 0 ? 2 * rowCount : 0);
    this.#weights = arena.float64(classes === 0 ? 0 : rowCount);
    this.#targets = arena.float64(classes === 0 ? rowCount : 0);
    const seen = arena.uint8(drawsThresholds ? seenBytes(rowCount) : 0);
    const near = arena.float64(drawsThresholds ? FEW_ROWS : 0);
    this.#place({
      ...{ base: shared.entries, runNumbers: shared.runNumbers, kinds: shared.kinds, values: shared.values },
      ...{ coarse: shared.coarse, coarseFacts: shared.coarseFacts },
      ...{ runs, payload: this.#payload, side, pairs: this.#pairs, seen, near },
      ...(moved > 0 && { rows: this.rows, places, spareRows, sparePairs }),
    });
    this.slots[TreeSlot.rowStride] = 2 * categories.length;
    this.slots[TreeSlot.stride] = 4 * shared.stride;
    this.slots[TreeSlot.rowsRun] = shared.rowsRun;
    this.slots[TreeSlot.rowCount] = rowCount;
    this.slots[TreeSlot.classes] = classes;
    this.slots[TreeSlot.rowBits] = bitsFor(rowCount);
    this.slots[TreeSlot.codeBits] = classes === 0 ? 0 : bitsFor(classes);
    placeRules(arena, shape, this.slots);
    this.#shape = shape;
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static byteLengths(shape: TreeShape): number[] {
    const { rowCount, classes, drawsThresholds } = shape;
    const byRow = 8 * rowCount;
    const moved = movesRows(shape) ? [4 * rowCount, 4 * rowCount, 4 * rowCount, 2 * byRow] : [rowCount];
    const rows = [4 * rowCount, ...moved, ...(classes === 0 ? [2 * byRow, byRow] : [byRow])];
    const entries = [4 * entriesLength(shape), ...(drawsThresholds ? [seenBytes(rowCount), 8 * FEW_ROWS] : [0, 0])];
    return [...TreeDesk.byteLengths(shape, sizeOf(shape)), ...rows, ...entries, ...rulesBytes(shape)];
  }

  get slots(): Float64Array {
    return this.desk.slots;
  }

  get width(): number {
    return this.desk.width;
  }

  /** True where a row and its class fit into one entry, and nodes that wait take no vast memory. */
  static fits(shape: TreeShape): boolean {
    const { rowCount, classes } = shape;
    const bits = bitsFor(rowCount) + (classes === 0 ? 0 : bitsFor(classes));
    return bits <= ENTRY_BITS && TreeDesk.queueBytes(shape, sizeOf(shape)) <= MOST_QUEUE_BYTES;
  }

  /** Puts a task into the memory; the kernel then begins with the root, which is given back. */
  begin(task: TreeTask): OpenTreeNode {
    const { slots } = this;
    const weightBits = this.#weightBits(task);
    const isWhole = movesRows(this.#shape) && task.rows.length === this.#shape.rowCount;
    slots[TreeSlot.isWhole] = Number(isWhole);
    slots[TreeSlot.settlesRows] = Number(task.settlesRows);
    slots[TreeSlot.weightBits] = weightBits;
    slots[TreeSlot.weights] = task.codes === null || weightBits > 0 ? 0 : this.#weights.byteOffset;
    slots[TreeSlot.targets] = task.targets === null ? 0 : this.#targets.byteOffset;
    slots[TreeSlot.featureCount] = task.features.length;
    for (const name of limits) slots[TreeSlot[name]] = task[name];
    slots[TreeSlot.measure] = Measure[task.measure];
    slots[TreeSlot.tieKey] = task.tieKey ?? -1;
    slots[TreeSlot.thresholdKey] = this.#shape.drawsThresholds ? task.thresholdKey : -1;
    slots[TreeSlot.oneVsRest] = Number(task.oneVsRest);
    slots[TreeSlot.drawsConstants] = Number(task.drawsConstants);
    this.desk.features(task.features);
    if (slots[TreeSlot.weights] !== 0) this.#weights.set(task.weights);
    if (task.targets !== null) this.#targets.set(task.targets);
    const record = task.codes === null ? this.#takePairs(task) : this.#takeClasses(task, task.codes);
    const root = { id: 0, start: 0, count: task.rows.length, depth: 0, path: ROOT_PATH, ...NO_BOUNDS, record };
    this.desk.open(root);
    slots[TreeSlot.splitsLeft] = task.maxLeaves - 1;
    slots[TreeSlot.phase] = isWhole ? TreePhase.next : TreePhase.load;
    return root;
  }

  takeNodes(): Float64Array {
    return this.desk.takeNodes();
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

  /** Takes the rows of the bag in, and sums them up. */
  #takePairs({ rows, gradients, weights }: TreeTask): Float64Array {
    const pairs = this.#pairs;
    const moves = movesRows(this.#shape);
    const payload = this.#payload.fill(0);
    let [G, H] = [0, 0];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const place = moves ? i : row;
      const [gradient, hessian] = [(gradients as Float64Array)[row], weights[row]];
      pairs[2 * place] = gradient;
      pairs[2 * place + 1] = hessian;
      G += gradient;
      H += hessian;
      payload[row] = moves ? IN_BAG | i : IN_BAG;
    }
    if (moves) this.rows.set(rows);
    return Float64Array.of(G, H);
  }

  /** Marks the rows by their class, and sums them up. */
  #takeClasses({ rows, weights }: TreeTask, codes: Int32Array): Float64Array {
    const payload = this.#payload.fill(0);
    const { rowBits, codeBits } = { rowBits: this.slots[TreeSlot.rowBits], codeBits: this.slots[TreeSlot.codeBits] };
    const weightFactor = this.slots[TreeSlot.weightBits] > 0 ? 1 : 0;
    const record = new Float64Array(this.width);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const weight = weights[row];
      record[record.length - 1] += weight;
      record[codes[row]] += weight;
      payload[row] = IN_BAG | (codes[row] << rowBits) | ((weight * weightFactor) << (rowBits + codeBits));
    }
    return record;
  }
}

/** As core's `ROOT_PATH`. */
const ROOT_PATH = 1;

const NO_BOUNDS = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };

const limits = [
  ...(["l2", "minRowsLeaf", "minChildWeight", "maxDepth", "minRowsSplit", "minGain", "gainUnit", "purity"] as const),
  ...([
    "featuresPerLevel",
    "featuresPerNode",
    "drawKey",
    "levelKey",
    "smoothing",
    "mostCategories",
    "mostTried",
  ] as const),
  ...(["l1", "lowest", "highest"] as const),
];

/** True where the rows of a node are brought together: not where classes stand in the entries, nor where values are looked up by row. */
function movesRows({ classes, drawsThresholds }: TreeShape): boolean {
  return classes === 0 && !drawsThresholds;
}

/** For each feature eight more than there are rows: loops read eight at a time. */
function seenBytes(rowCount: number): number {
  return TOGETHER * 2 * (rowCount + 8);
}

/** A node in the queue has two rows or more. */
function sizeOf({ rowCount, maxLeaves }: TreeShape): DeskSize {
  const queued = maxLeaves === undefined ? 0 : Math.max(1, Math.min(maxLeaves, Math.floor(rowCount / 2)));
  return { rows: rowCount, nodes: NODES, queued };
}

/** Bits that the numbers 0 … count-1 take; at least 1. */
function bitsFor(count: number): number {
  return Math.max(1, 32 - Math.clz32(count - 1));
}
