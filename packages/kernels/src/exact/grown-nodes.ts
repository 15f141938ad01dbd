import { NodeSlot } from "../generated/tree-layout.ts";

/** The nodes of a tree by their number: 0 is the root, children stand side by side, after their parent. */
export class GrownNodes {
  count = 0;
  /** -1 in a leaf, where nothing but `rows` and `stats` has a meaning. */
  feature = new Int32Array(64);
  gain = new Float64Array(64);
  /** The rows whose values stand below and above the cut; -1 where all values are below, and only missing ones above. */
  rowBelow = new Int32Array(64);
  rowAbove = new Int32Array(64);
  missingLeft = new Uint8Array(64);
  missingRows = new Uint32Array(64);
  rows = new Uint32Array(64);
  /** Where the node's rows begin, of those that the room has. */
  start = new Uint32Array(64);
  firstChild = new Uint32Array(64);
  /** Where thresholds are drawn. */
  threshold = new Float64Array(64);
  /** By node, where it parts categories: a row that has each of those in the node, or -1 - row where it goes right. */
  readonly categories = new Map<number, Float64Array>();
  /** A statistics record of `width` numbers a node. */
  stats: Float64Array;

  constructor(readonly width: number) {
    this.stats = new Float64Array(64 * width);
  }

  /** Takes finished nodes over, as a kernel has written them; `numberOf` gives the numbers that they have here. */
  add(written: Float64Array, numberOf: (id: number) => number = (id) => id): void {
    const { width } = this;
    for (let at = 0, next = 0; at < written.length; at = next) {
      const id = numberOf(written[at + NodeSlot.id]);
      if (id >= this.rows.length) this.#makeRoom(id + 1);
      this.count = Math.max(this.count, id + 1);
      this.feature[id] = written[at + NodeSlot.feature];
      this.gain[id] = written[at + NodeSlot.gain];
      this.rowBelow[id] = written[at + NodeSlot.rowBelow];
      this.rowAbove[id] = written[at + NodeSlot.rowAbove];
      this.missingLeft[id] = written[at + NodeSlot.missingLeft];
      this.missingRows[id] = written[at + NodeSlot.missingRows];
      this.rows[id] = written[at + NodeSlot.rows];
      this.start[id] = written[at + NodeSlot.start];
      this.firstChild[id] = numberOf(written[at + NodeSlot.firstChild]);
      this.threshold[id] = written[at + NodeSlot.threshold];
      const categories = at + NodeSlot.size + width;
      for (let k = 0; k < width; k++) this.stats[id * width + k] = written[at + NodeSlot.size + k];
      next = categories + written[at + NodeSlot.categories];
      if (next > categories) this.categories.set(id, written.slice(categories, next));
    }
  }

  #makeRoom(count: number): void {
    const length = Math.max(count, 2 * this.rows.length);
    this.feature = grown(this.feature, new Int32Array(length));
    this.gain = grown(this.gain, new Float64Array(length));
    this.rowBelow = grown(this.rowBelow, new Int32Array(length));
    this.rowAbove = grown(this.rowAbove, new Int32Array(length));
    this.missingLeft = grown(this.missingLeft, new Uint8Array(length));
    this.missingRows = grown(this.missingRows, new Uint32Array(length));
    this.rows = grown(this.rows, new Uint32Array(length));
    this.start = grown(this.start, new Uint32Array(length));
    this.firstChild = grown(this.firstChild, new Uint32Array(length));
    this.threshold = grown(this.threshold, new Float64Array(length));
    this.stats = grown(this.stats, new Float64Array(length * this.width));
  }
}

function grown<T extends Int32Array | Uint32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
