import type { Arena } from "../arena/arena.ts";
import { type ListsOf, listBytes, takeLists } from "../arena/arena-lists.ts";
import {
  FEW_ROWS,
  IN_BAG,
  Measure,
  OpenSlot,
  TOGETHER,
  TreeOutcome,
  TreePhase,
  TreeSlot,
} from "../generated/tree-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { addNodes, type GrownNodes, roomForNodes } from "./grown-nodes.ts";
import { groupWords, openLength, queueLength, TreeDesk } from "./tree-desk.ts";
import { entriesLength, type TreeEntries } from "./tree-entries.ts";
import { growInWorker } from "./tree-in-worker.ts";
import type { TreeShape, TreeTask } from "./tree-task.ts";

/** The bits of an entry that its row, its class and its weight may take. */
const ENTRY_BITS = 30;

/** All weight together is below this where weights stand in the entries, so that products with counts are exact. */
const MOST_WHOLE_WEIGHT = 2 ** 26;

/** Bytes that the nodes of a tree may take that wait until their split is the best. */
const MOST_QUEUE_BYTES = 2 ** 28;

/** Entries of a tree between two looks: 0.2 ms at 4 ns an entry. */
const ENTRIES_PER_LOOK = 65_536;

/** As core's `ROOT_PATH`. */
const ROOT_PATH = 1;

/** Room in an arena for one tree at a time to be grown whole. */
export class TreeRoom extends TreeDesk {
  readonly #lists: ListsOf<ReturnType<typeof listsOf>>;

  constructor(
    private readonly arena: Arena,
    shape: TreeShape,
    shared: TreeEntries,
  ) {
    super(arena, shape, shape.rowCount);
    const { slots } = this;
    const { rowCount, classes, categories, monotone, gainFactors, groups = [] } = shape;
    this.#lists = takeLists(arena, listsOf(shape));
    this.place({ ...shared.lists, ...this.#lists });
    if (monotone !== undefined) this.#lists.monotone.set(monotone);
    if (gainFactors !== undefined) this.#lists.gainFactors.set(gainFactors);
    const words = groupWords(shape);
    for (const [group, features] of groups.entries()) {
      for (const feature of features) this.#lists.groups[2 * words * group + (feature >>> 5)] |= 1 << (feature & 31);
    }
    slots[TreeSlot.groupCount] = groups.length;
    slots[TreeSlot.groupWords] = words;
    slots[TreeSlot.rowStride] = 2 * categories.length;
    slots[TreeSlot.stride] = 4 * shared.stride;
    slots[TreeSlot.rowsRun] = shared.rowsRun;
    slots[TreeSlot.rowCount] = rowCount;
    slots[TreeSlot.classes] = classes;
    slots[TreeSlot.rowBits] = bitsFor(rowCount);
    slots[TreeSlot.codeBits] = codeBits(shape);
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static override byteLengths(shape: TreeShape): number[] {
    return [...TreeDesk.byteLengths(shape, shape.rowCount), ...listBytes(listsOf(shape))];
  }

  /** True where a row and its class fit into one entry, and nodes that wait take no vast memory. */
  static fits(shape: TreeShape): boolean {
    const bits = bitsFor(shape.rowCount) + codeBits(shape);
    return bits <= ENTRY_BITS && 8 * queueLength(shape) <= MOST_QUEUE_BYTES;
  }

  /** The rows of a tree of gradients: those of a node side by side, and of a leaf where the task settles rows. */
  get rows(): Uint32Array {
    return this.#lists.rows;
  }

  /** Puts a task into the memory; the kernel then begins with the root, which is given back as `open` takes it. */
  begin(task: TreeTask): Float64Array {
    const { slots, shape } = this;
    const { weights, targets } = this.#lists;
    // What is a number in a task has a slot of its name.
    for (const [name, value] of Object.entries(task)) {
      if (name in TreeSlot && typeof value !== "object") slots[TreeSlot[name as keyof typeof TreeSlot]] = Number(value);
    }
    const weightBits = this.#weightBits(task);
    const isWhole = movesRows(shape) && task.rows.length === shape.rowCount;
    slots[TreeSlot.isWhole] = Number(isWhole);
    slots[TreeSlot.weightBits] = weightBits;
    slots[TreeSlot.weights] = task.codes === null || weightBits > 0 ? 0 : weights.byteOffset;
    slots[TreeSlot.targets] = task.targets === null ? 0 : targets.byteOffset;
    slots[TreeSlot.featureCount] = task.features.length;
    slots[TreeSlot.measure] = Measure[task.measure];
    slots[TreeSlot.tieKey] = task.tieKey ?? -1;
    if (!shape.drawsThresholds) slots[TreeSlot.thresholdKey] = -1;
    this.setFeatures(task.features);
    if (slots[TreeSlot.weights] !== 0) weights.set(task.weights);
    if (task.targets !== null) targets.set(task.targets);
    const record = task.codes === null ? this.#takePairs(task) : this.#takeClasses(task, task.codes);
    const root = new Float64Array(openLength(shape));
    root[OpenSlot.count] = task.rows.length;
    root[OpenSlot.path] = ROOT_PATH;
    root[OpenSlot.lower] = Number.NEGATIVE_INFINITY;
    root[OpenSlot.upper] = Number.POSITIVE_INFINITY;
    root.set(record, OpenSlot.size);
    this.open(root);
    slots[TreeSlot.splitsLeft] = task.maxLeaves - 1;
    slots[TreeSlot.phase] = isWhole ? TreePhase.next : TreePhase.load;
    return root;
  }

  /**
   * Grows the tree that was begun. Pauses when the pacer says so, and rejects with the signal's reason. Thread 0 is the caller's, the
   * others are workers of the arena; each grows one tree at a time, in a room that nobody else uses.
   */
  async grow(pacer: Pacer, thread = 0): Promise<GrownNodes> {
    const { arena, slots } = this;
    const byWorker = thread > 0 ? await growInWorker(arena, thread, slots, pacer) : null;
    const chunks = byWorker ?? (await this.#growHere(pacer));
    const grown = roomForNodes(slots[TreeSlot.made], this.width);
    for (const chunk of chunks) {
      addNodes(grown, chunk);
      if (pacer.due()) await pacer.pause();
    }
    return grown;
  }

  async #growHere(pacer: Pacer): Promise<Float64Array[]> {
    const chunks: Float64Array[] = [];
    for (;;) {
      const outcome = this.arena.loops.growTree(this.slots.byteOffset, ENTRIES_PER_LOOK);
      if (outcome !== TreeOutcome.more) chunks.push(this.takeNodes());
      if (outcome === TreeOutcome.done) return chunks;
      if (pacer.due()) await pacer.pause();
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
    const { pairs } = this.#lists;
    const moves = movesRows(this.shape);
    const payload = this.#lists.payload.fill(0);
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
    const payload = this.#lists.payload.fill(0);
    const codeShift = this.slots[TreeSlot.rowBits];
    const weightShift = codeShift + this.slots[TreeSlot.codeBits];
    const weightFactor = this.slots[TreeSlot.weightBits] > 0 ? 1 : 0;
    const record = new Float64Array(this.width);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const weight = weights[row];
      record[record.length - 1] += weight;
      record[codes[row]] += weight;
      payload[row] = IN_BAG | (codes[row] << codeShift) | ((weight * weightFactor) << weightShift);
    }
    return record;
  }
}

function listsOf(shape: TreeShape) {
  const { rowCount, categories, classes, drawsThresholds, monotone, gainFactors, groups = [] } = shape;
  const moved = movesRows(shape) ? rowCount : 0;
  const [ofGradients, ofClasses] = classes === 0 ? [rowCount, 0] : [0, rowCount];
  return {
    runs: [Uint32Array, entriesLength(shape)],
    payload: [Uint32Array, rowCount],
    side: [Uint8Array, rowCount - moved],
    rows: [Uint32Array, moved],
    places: [Uint32Array, moved],
    spareRows: [Uint32Array, moved],
    sparePairs: [Float64Array, 2 * moved],
    pairs: [Float64Array, 2 * ofGradients],
    weights: [Float64Array, ofClasses],
    targets: [Float64Array, ofGradients],
    // For each feature eight more than there are rows: loops read eight at a time.
    seen: [Uint16Array, drawsThresholds ? TOGETHER * (rowCount + 8) : 0],
    near: [Float64Array, drawsThresholds ? FEW_ROWS : 0],
    monotone: [Uint8Array, monotone ? categories.length : 0],
    gainFactors: [Float64Array, gainFactors ? categories.length : 0],
    groups: [Uint32Array, 2 * groupWords(shape) * groups.length],
  } as const;
}

/** True where the rows of a node are brought together: not where classes stand in the entries, nor where values are looked up by row. */
function movesRows({ classes, drawsThresholds }: TreeShape): boolean {
  return classes === 0 && !drawsThresholds;
}

/** Bits that the numbers 0 … count-1 take; at least 1. */
function bitsFor(count: number): number {
  return Math.max(1, 32 - Math.clz32(count - 1));
}

function codeBits({ classes }: TreeShape): number {
  return classes === 0 ? 0 : bitsFor(classes);
}
