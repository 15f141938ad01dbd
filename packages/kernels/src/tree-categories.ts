import { NEW, PARTITION_SWEEPS, TREE_CHUNK, TreeSlot } from "./generated/tree-layout.ts";
import { principalOrder, sortByKeys } from "./tree-category-order.ts";
import { gainOfLeft, isWide, keepIfBetter } from "./tree-gain.ts";
import type { TreeJob } from "./tree-job.ts";
import { addEntries, beginScan } from "./tree-scan.ts";

/** Tallies the next rows of the feature in the node, and tries the cuts when all are; returns where it stands then. */
export function scanCategories(job: TreeJob, feature: number, cursor: number): number {
  const run = job.runOf(feature);
  const count = job.get(TreeSlot.count);
  if (cursor === 0) {
    beginScan(job, run, count);
    job.put(TreeSlot.categories, 0);
  }
  const present = job.get(TreeSlot.present);
  const to = Math.min(present, cursor + TREE_CHUNK);
  tally(job, run, cursor, to);
  if (to < present) return to;
  new CategoryCuts(job, count - present).keepBest(feature);
  return count;
}

/** Adds up stretches of one category each; the first may go on with the one before. */
function tally(job: TreeJob, run: number, from: number, to: number): void {
  const { f64, u32 } = job.heap;
  const rows = job.get(TreeSlot.tallyRows) / 4;
  let categories = job.get(TreeSlot.categories);
  for (let start = from, end = from; end < to; start = end) {
    if (start === 0 || u32[run + start] & NEW) {
      const record = job.recordOf(categories);
      f64.fill(0, record, record + job.width);
      u32[rows + categories++] = 0;
    }
    for (end = start + 1; end < to && !(u32[run + end] & NEW); ) end++;
    addEntries(job, job.recordOf(categories - 1), run, start, end);
    u32[rows + categories - 1] += end - start;
  }
  job.put(TreeSlot.categories, categories);
}

/** The cuts of a feature whose categories are tallied, numbered in the order of their codes: `CategorySearch` of core. */
class CategoryCuts {
  readonly #count: number;
  /** Place of the bytes that say which categories go left. */
  readonly #sides: number;
  readonly #order: number;
  // The best so far, and what it was offered with.
  #gain = 0;
  #chosen = 0;
  #chosenRows = 0;
  #chosenMissingLeft = false;
  /** The rows of those that stand on the left now. */
  #leftRows = 0;

  constructor(
    private readonly job: TreeJob,
    private readonly missing: number,
  ) {
    this.#count = job.get(TreeSlot.categories);
    this.#sides = job.get(TreeSlot.sides);
    this.#order = job.get(TreeSlot.order) / 4;
    this.#clear();
    this.#tryCuts();
  }

  /** Keeps the best cut if it is that of the node. */
  keepBest(feature: number): void {
    const { f64, u8 } = this.job.heap;
    const [position, missingLeft] = [this.#chosenRows, this.#chosenMissingLeft];
    if (!keepIfBetter(this.job, this.#gain, { feature, position, missingLeft, missingRows: this.missing })) return;
    u8.copyWithin(this.job.get(TreeSlot.bestSides), this.#sides, this.#sides + this.#count);
    this.#addLeft();
    const { best, left, missing, width } = this.job;
    for (let k = 0; k < width; k++) f64[best + k] = f64[left + k] + (missingLeft ? f64[missing + k] : 0);
  }

  #tryCuts(): void {
    const { job } = this;
    if (job.get(TreeSlot.oneVsRest) === 1) {
      this.#tryEach();
      return;
    }
    const classes = job.get(TreeSlot.classes);
    let weighty = 0;
    let last = 0;
    for (let code = 0; code < classes; code++) {
      if (!(job.heap.f64[job.parent + code] > 0)) continue;
      weighty++;
      last = code;
    }
    if (weighty <= 2) {
      this.#sortByMean(last, classes === 0 ? -1 : 1);
      this.#tryRuns(classes === 0 ? job.get(TreeSlot.mostCategories) : Number.POSITIVE_INFINITY);
    } else if (this.#count <= job.get(TreeSlot.mostTried)) this.#tryEveryPartition();
    else this.#tryAlongAxis();
  }

  /** Sorts the categories by what they would say alone: -G/H, or the share of a class. */
  #sortByMean(slot: number, sign: number): void {
    const { f64 } = this.job.heap;
    const keys = this.job.get(TreeSlot.keys) / 8;
    const smoothing = this.job.get(TreeSlot.smoothing);
    for (let category = 0; category < this.#count; category++) {
      const record = this.job.recordOf(category);
      const weight = f64[record + this.job.width - 1];
      f64[keys + category] = weight === 0 ? 0 : (sign * f64[record + slot]) / (weight + smoothing);
    }
    sortByKeys(this.job, this.#count);
  }

  /** The runs of the sorted categories from the lowest on, with at most so many categories on one of the two sides. */
  #tryRuns(most: number): void {
    const { u32 } = this.job.heap;
    for (let place = 0; place < this.#count; place++) {
      this.#add(u32[this.#order + place]);
      if (place < most || this.#count - 1 - place <= most) this.#offer(place);
    }
    for (let place = 0; place < this.#count; place++) {
      this.#saveSide(u32[this.#order + place], place <= this.#chosen);
    }
  }

  /** Each category against all others. */
  #tryEach(): void {
    for (let category = 0; category < this.#count; category++) {
      this.#clear();
      this.#add(category);
      this.#offer(category);
    }
    this.#tryAll(this.#count);
    for (let category = 0; category < this.#count; category++) {
      this.#saveSide(category, this.#chosen === this.#count || this.#chosen === category);
    }
  }

  /** All that are present, against the missing values. */
  #tryAll(position: number): void {
    this.#clear();
    for (let category = 0; category < this.#count; category++) this.#add(category);
    this.#offer(position);
  }

  /** Every partition, as the bits of a number that counts up; the last category is always on the right. */
  #tryEveryPartition(): void {
    const all = (1 << this.#count) - 1;
    for (let bits = 1; bits <= all >>> 1; bits++) {
      let place = 0;
      for (; ((bits >>> place) & 1) === 0; place++) this.#remove(place);
      this.#add(place);
      this.#offer(bits);
    }
    this.#tryAll(all);
    for (let category = 0; category < this.#count; category++) {
      this.#saveSide(category, ((this.#chosen >>> category) & 1) === 1);
    }
  }

  /** The runs along the axis by which the shares of the classes differ most, then one category after the other moved. */
  #tryAlongAxis(): void {
    principalOrder(this.job, this.#count);
    this.#tryRuns(Number.POSITIVE_INFINITY);
    if (this.#gain === 0) return;
    this.#addLeft();
    let hasMoved = true;
    for (let sweep = 0; hasMoved && sweep < PARTITION_SWEEPS; sweep++) {
      hasMoved = false;
      for (let category = 0; category < this.#count; category++) {
        this.#toggle(category);
        if (this.#offer(category)) hasMoved = true;
        else this.#toggle(category);
      }
    }
  }

  /** Tries what stands on the left, with the missing values on either side; returns whether it is the best so far. */
  #offer(position: number): boolean {
    const before = this.#gain;
    if (this.missing > 0) this.#offerSide(this.#leftRows + this.missing, true, position);
    this.#offerSide(this.#leftRows, false, position);
    return this.#gain > before;
  }

  #offerSide(rows: number, missingLeft: boolean, position: number): void {
    if (!isWide(this.job, rows)) return;
    const gain = gainOfLeft(this.job, missingLeft);
    if (!(gain > this.#gain)) return;
    this.#gain = gain;
    this.#chosen = position;
    this.#chosenRows = this.#leftRows;
    this.#chosenMissingLeft = missingLeft;
  }

  #clear(): void {
    this.job.heap.f64.fill(0, this.job.left, this.job.left + this.job.width);
    this.#leftRows = 0;
  }

  /** Puts those that go left there. */
  #addLeft(): void {
    this.#clear();
    for (let category = 0; category < this.#count; category++) if (this.#isLeft(category)) this.#add(category);
  }

  #add(category: number): void {
    const { f64 } = this.job.heap;
    const { left, width } = this.job;
    const record = this.job.recordOf(category);
    for (let k = 0; k < width; k++) f64[left + k] += f64[record + k];
    this.#leftRows += this.#rowsOf(category);
  }

  #remove(category: number): void {
    const { f64 } = this.job.heap;
    const { left, width } = this.job;
    const record = this.job.recordOf(category);
    for (let k = 0; k < width; k++) f64[left + k] -= f64[record + k];
    this.#leftRows -= this.#rowsOf(category);
  }

  #toggle(category: number): void {
    const wasLeft = this.#isLeft(category);
    if (wasLeft) this.#remove(category);
    else this.#add(category);
    this.#saveSide(category, !wasLeft);
  }

  #rowsOf(category: number): number {
    return this.job.heap.u32[this.job.get(TreeSlot.tallyRows) / 4 + category];
  }

  #isLeft(category: number): boolean {
    return this.job.heap.u8[this.#sides + category] === 1;
  }

  #saveSide(category: number, isLeft: boolean): void {
    this.job.heap.u8[this.#sides + category] = isLeft ? 1 : 0;
  }
}
