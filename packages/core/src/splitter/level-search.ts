import type { FitGoal } from "../goal/fit-goal.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { heavierChild } from "./best-cut.ts";
import type { BinSearch } from "./bin-search.ts";
import { BinGroup } from "./bin-tally.ts";
import type { SearchContext } from "./column-search.ts";
import { NO_CATEGORIES, type Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/** A split of all nodes of a level. */
interface SplitOfLevel {
  readonly feature: number;
  /** The last bin on the left. */
  readonly bin: number;
  readonly missingLeft: boolean;
  /** In all nodes together. */
  readonly gain: number;
}

/** What the split of a level makes of one of its nodes. */
interface SplitOfNode extends Pick<Split, "gain" | "childStats"> {
  readonly rows: number;
  /** Those with a value on the left, and those without. */
  readonly leftRows: number;
  readonly missingRows: number;
}

/** Finds the one split of all nodes of a level whose gains add up to the most. Columns of numbers only, in bins. */
export class LevelSearch {
  constructor(
    private readonly context: SearchContext,
    private readonly columns: readonly BinSearch[],
  ) {}

  /** By node; null where the split leaves too little on a side, and for all where no split gains. Ties go to the lowest feature, and bin. */
  async best(nodes: readonly SearchNode[], features: readonly number[], goal: FitGoal): Promise<(Split | null)[]> {
    this.context.best.hold();
    let best: SplitOfLevel | null = null;
    for (const feature of features) {
      const found = await this.#bestOn(feature, nodes, goal);
      if (found.gain > (best?.gain ?? 0)) best = found;
    }
    return best === null ? nodes.map(() => null) : this.#splitsOf(best, nodes, goal);
  }

  async #bestOn(feature: number, nodes: readonly SearchNode[], goal: FitGoal): Promise<SplitOfLevel> {
    const column = this.columns[feature];
    // By bin, with the missing values on the left and on the right.
    const gains = new Float64Array(2 * column.tally.missing);
    for (const node of nodes) {
      await column.begin(node, goal);
      this.#addGains(column, gains);
    }
    const at = indexOfLargest(gains, 0, gains.length);
    const factor = this.context.plan.gainFactors?.[feature] ?? 1;
    return { feature, bin: at >> 1, missingLeft: at % 2 === 0, gain: gains[at] * factor };
  }

  /** Adds what the splits behind each bin gain in the node that was summed. */
  #addGains({ tally }: BinSearch, gains: Float64Array): void {
    const { best } = this.context;
    const sides = tally.present.filter((bin) => tally.matters(bin));
    if (sides.length === 0) return;
    const [first, last] = [sides[0], sides[sides.length - 1]];
    const end = tally.lacks ? tally.missing : last;
    const left = new BinGroup(tally);
    for (let bin = 0; bin < end; bin++) {
      left.add(bin);
      if ((tally.lacks || bin >= first) && bin < last) gains[2 * bin] += best.gainOf(left.record, left.rows, true) ?? 0;
      if (bin >= first) gains[2 * bin + 1] += best.gainOf(left.record, left.rows, false) ?? 0;
    }
  }

  async #splitsOf(split: SplitOfLevel, nodes: readonly SearchNode[], goal: FitGoal): Promise<(Split | null)[]> {
    const { feature, bin, missingLeft } = split;
    const column = this.columns[feature];
    const made: (SplitOfNode | null)[] = [];
    const sums = new Float64Array(2 * this.context.width);
    let lacks = false;
    for (const node of nodes) {
      await column.begin(node, goal);
      lacks ||= column.tally.lacks;
      const own = this.#splitOf(node, column, split);
      for (let k = 0; k < sums.length; k++) sums[k] += own?.childStats[k] ?? 0;
      made.push(own);
    }
    // Where no row of the level lacks the feature, those that do later go where most of the level went.
    const learned = missingLeft ? 0 : 1;
    const missingChild = lacks ? learned : heavierChild(this.context.plan.criterion, sums);
    const threshold = column.binned.cuts?.[bin] ?? Number.POSITIVE_INFINITY;
    const common = { kind: "threshold", feature, threshold, categories: NO_CATEGORIES, missingChild } as const;
    return made.map((own) => {
      if (own === null) return null;
      const { gain, childStats, rows, missingRows } = own;
      const leftRows = own.leftRows + (missingChild === 0 ? missingRows : 0);
      return { ...common, gain, childStats, childRows: [leftRows, rows - leftRows] };
    });
  }

  /** In the node that was summed; null where a side has too little. */
  #splitOf({ start, end }: SearchNode, { tally }: BinSearch, { bin, missingLeft }: SplitOfLevel): SplitOfNode | null {
    const { best } = this.context;
    const { missing, touched } = tally;
    const sides = touched.filter((at) => tally.matters(at)).map((at) => (at === missing ? missingLeft : at <= bin));
    if (!(sides.includes(true) && sides.includes(false))) return null;
    const binsLeft = touched.filter((at) => at <= bin);
    const left = new BinGroup(tally, binsLeft);
    const gain = best.gainOf(left.record, left.rows, missingLeft);
    if (gain === null) return null;
    const childStats = best.triedChildren;
    return { gain, childStats, rows: end - start, leftRows: left.rows, missingRows: tally.rows[missing] };
  }
}
