import { NodeSlot } from "../generated/tree-layout.ts";

/** Room for the nodes of a tree by their number: 0 is the root, children stand side by side, after their parent. */
export function roomForNodes(count: number, width: number) {
  return {
    count,
    /** -1 in a leaf, where nothing but `rows`, `start` and `stats` has a meaning. */
    feature: new Int32Array(count),
    gain: new Float64Array(count),
    /** The rows whose values stand below and above the threshold; -1 where all values are below, and only missing ones above. */
    rowBelow: new Int32Array(count),
    rowAbove: new Int32Array(count),
    missingLeft: new Uint8Array(count),
    missingRows: new Uint32Array(count),
    rows: new Uint32Array(count),
    /** Where the node's rows begin, of those that the room has. */
    start: new Uint32Array(count),
    firstChild: new Uint32Array(count),
    /** Where thresholds are drawn. */
    threshold: new Float64Array(count),
    /** By node, where it parts categories: a row that has each of those in the node, or -1 - row where it goes right. */
    categories: new Map<number, Float64Array>(),
    /** A statistics record of `width` numbers a node. */
    stats: new Float64Array(count * width),
    width,
  };
}

export type GrownNodes = Readonly<ReturnType<typeof roomForNodes>>;

/** Takes finished nodes over, as a kernel has written them. What has the number 0 there has `root` here, and the next `first` + 1. */
export function addNodes(grown: GrownNodes, written: Float64Array, root = 0, first = 0): void {
  const { width } = grown;
  for (let at = 0, next = 0; at < written.length; at = next) {
    const number = written[at + NodeSlot.id];
    const id = number === 0 ? root : first + number;
    grown.feature[id] = written[at + NodeSlot.feature];
    grown.gain[id] = written[at + NodeSlot.gain];
    grown.rowBelow[id] = written[at + NodeSlot.rowBelow];
    grown.rowAbove[id] = written[at + NodeSlot.rowAbove];
    grown.missingLeft[id] = written[at + NodeSlot.missingLeft];
    grown.missingRows[id] = written[at + NodeSlot.missingRows];
    grown.rows[id] = written[at + NodeSlot.rows];
    grown.start[id] = written[at + NodeSlot.start];
    grown.firstChild[id] = first + written[at + NodeSlot.firstChild];
    grown.threshold[id] = written[at + NodeSlot.threshold];
    const categories = at + NodeSlot.size + width;
    for (let k = 0; k < width; k++) grown.stats[id * width + k] = written[at + NodeSlot.size + k];
    next = categories + written[at + NodeSlot.categories];
    if (next > categories) grown.categories.set(id, written.slice(categories, next));
  }
}
