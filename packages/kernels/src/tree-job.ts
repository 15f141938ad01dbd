import { TreeSlot } from "./generated/tree-layout.ts";
import type { Heap } from "./heap.ts";

/** The slots of a tree at a byte offset, and its records, as the twins read them. Records are places in `heap.f64`. */
export class TreeJob {
  readonly #job: number;

  constructor(
    readonly heap: Heap,
    offset: number,
  ) {
    this.#job = offset / 8;
  }

  get(slot: number): number {
    return this.heap.f64[this.#job + slot];
  }

  put(slot: number, value: number): void {
    this.heap.f64[this.#job + slot] = value;
  }

  /** Numbers in a statistics record. */
  get width(): number {
    const classes = this.get(TreeSlot.classes);
    return classes === 0 ? 2 : classes + 1;
  }

  get parent(): number {
    return this.get(TreeSlot.records) / 8;
  }

  get left(): number {
    return this.parent + this.width;
  }

  get missing(): number {
    return this.parent + 2 * this.width;
  }

  get best(): number {
    return this.parent + 3 * this.width;
  }

  /** The feature at a place of the list. */
  featureAt(place: number): number {
    return this.heap.u32[this.get(TreeSlot.features) / 4 + place];
  }

  saveFeature(place: number, feature: number): void {
    this.heap.u32[this.get(TreeSlot.features) / 4 + place] = feature;
  }

  /** The number of a feature's run, or NO_RUN. */
  runNumberOf(feature: number): number {
    return this.heap.u32[this.get(TreeSlot.runNumbers) / 4 + feature];
  }

  /** The node's part of a run, a place in `heap.u32`. */
  partOfRun(number: number): number {
    return (this.get(TreeSlot.source) + number * this.get(TreeSlot.stride)) / 4 + this.get(TreeSlot.start);
  }

  /** The node's run of a feature. */
  runOf(feature: number): number {
    return this.partOfRun(this.runNumberOf(feature));
  }

  /** The node's rows in the order of their numbers. */
  get runOfRows(): number {
    return this.partOfRun(this.get(TreeSlot.rowsRun));
  }

  isCategorical(feature: number): boolean {
    return this.heap.u8[this.get(TreeSlot.kinds) + feature] === 1;
  }

  /** The record of a category of the node. */
  recordOf(category: number): number {
    return this.get(TreeSlot.tally) / 8 + category * this.width;
  }

  /** True where one threshold is drawn for each node, instead of all tried. */
  get isByChance(): boolean {
    return this.get(TreeSlot.thresholdKey) >= 0;
  }

  get rowMask(): number {
    return (1 << this.get(TreeSlot.rowBits)) - 1;
  }

  /** True where rows move with their node: entries have places, and those of a node stand side by side. */
  get movesRows(): boolean {
    return this.get(TreeSlot.rows) !== 0;
  }

  /** The row of an entry. */
  rowOf(entry: number): number {
    const place = entry & this.rowMask;
    return this.movesRows ? this.heap.u32[this.get(TreeSlot.rows) / 4 + place] : place;
  }
}

/** The state of core's `randomBits` after one more key below 2^32. */
export function moreBits(state: number, key: number): number {
  return mix((mix(state ^ mix(key)) + 0x7f4a7c15) | 0) >>> 0;
}

/** Of two features on which cuts gain alike, whether the first one's is taken: as core's `winsTie`. */
export function winsTie(job: TreeJob, feature: number, rival: number): boolean {
  return winsTieOf(job.get(TreeSlot.tieKey), job.get(TreeSlot.path), feature, rival);
}

/** The same in the node of this path; ties go to the lowest feature where the key is below 0. */
export function winsTieOf(key: number, path: number, feature: number, rival: number): boolean {
  if (key < 0 || feature === rival) return feature < rival;
  const state = moreBits(key, path);
  const [bits, rivalBits] = [moreBits(state, feature), moreBits(state, rival)];
  return bits < rivalBits || (bits === rivalBits && feature < rival);
}

/** `randomBits(parent, child)`: the path of a child. */
export function childPath(parent: number, child: number): number {
  return moreBits(moreBits(0x9e3779b9, parent), child);
}

/** A bijection of 32-bit integers, as in core's `random.ts`. */
function mix(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
