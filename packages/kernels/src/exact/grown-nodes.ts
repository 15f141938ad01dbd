import { NodeSlot } from "../generated/tree-layout.ts";

/** The nodes of a tree by their number: 0 is the root, children stand side by side, after their parent. */
export class GrownNodes {
  /** -1 in a leaf, where nothing but `rows`, `start` and `stats` has a meaning. */
  readonly feature: Int32Array;
  readonly gain: Float64Array;
  /** The rows whose values stand below and above the threshold; -1 where all values are below, and only missing ones above. */
  readonly rowBelow: Int32Array;
  readonly rowAbove: Int32Array;
  readonly missingLeft: Uint8Array;
  readonly missingRows: Uint32Array;
  readonly rows: Uint32Array;
  /** Where the node's rows begin, of those that the room has. */
  readonly start: Uint32Array;
  readonly firstChild: Uint32Array;
  /** Where thresholds are drawn. */
  readonly threshold: Float64Array;
  /** By node, where it parts categories: a row that has each of those in the node, or -1 - row where it goes right. */
  readonly categories = new Map<number, Float64Array>();
  /** A statistics record of `width` numbers a node. */
  readonly stats: Float64Array;

  constructor(
    readonly count: number,
    readonly width: number,
  ) {
    this.feature = new Int32Array(count);
    this.gain = new Float64Array(count);
    this.rowBelow = new Int32Array(count);
    this.rowAbove = new Int32Array(count);
    this.missingLeft = new Uint8Array(count);
    this.missingRows = new Uint32Array(count);
    this.rows = new Uint32Array(count);
    this.start = new Uint32Array(count);
    this.firstChild = new Uint32Array(count);
    this.threshold = new Float64Array(count);
    this.stats = new Float64Array(count * width);
  }

  /** Takes finished nodes over, as a kernel has written them. What has the number 0 there has `root` here, and the next `first` + 1. */
  add(written: Float64Array, root = 0, first = 0): void {
    const { width } = this;
    for (let at = 0, next = 0; at < written.length; at = next) {
      const number = written[at + NodeSlot.id];
      const id = number === 0 ? root : first + number;
      this.feature[id] = written[at + NodeSlot.feature];
      this.gain[id] = written[at + NodeSlot.gain];
      this.rowBelow[id] = written[at + NodeSlot.rowBelow];
      this.rowAbove[id] = written[at + NodeSlot.rowAbove];
      this.missingLeft[id] = written[at + NodeSlot.missingLeft];
      this.missingRows[id] = written[at + NodeSlot.missingRows];
      this.rows[id] = written[at + NodeSlot.rows];
      this.start[id] = written[at + NodeSlot.start];
      this.firstChild[id] = first + written[at + NodeSlot.firstChild];
      this.threshold[id] = written[at + NodeSlot.threshold];
      const categories = at + NodeSlot.size + width;
      for (let k = 0; k < width; k++) this.stats[id * width + k] = written[at + NodeSlot.size + k];
      next = categories + written[at + NodeSlot.categories];
      if (next > categories) this.categories.set(id, written.slice(categories, next));
    }
  }
}
