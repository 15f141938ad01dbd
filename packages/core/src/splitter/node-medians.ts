import { sortColumn } from "../dataset/sort-column.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { forRanges } from "../util/ranges.ts";
import type { SearchContext } from "./column-search.ts";
import { sideOfRow } from "./row-partition.ts";
import { SideOfMedians } from "./side-of-medians.ts";
import { copyOfSplit, type Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/** Both ends of the values that part the weight in halves; they are one value but for an even count, so to say. */
interface Medians {
  readonly lower: number;
  readonly upper: number;
  readonly weight: number;
}

/** The weighted medians of rows, which the partition keeps in the order of their targets, too. */
export class NodeMedians {
  /** By row. */
  weights: Float64Array = new Float64Array(0);
  #targets: Float64Array = new Float64Array(0);
  /** What sums of weighted differences are rounded to: multiples of `#down`, which is 1 / `#up`. */
  #up = 1;
  #down = 1;
  /** By row, the place of its target among those of its node. */
  readonly #rank: Uint32Array;
  /** The rows on one side of a split, while it moves through the node. */
  #side = new SideOfMedians(new Float64Array(1), 0);

  constructor(private readonly context: SearchContext) {
    this.#rank = new Uint32Array(context.plan.dataset.rowCount);
  }

  /** Begins a tree; gives all rows of the dataset in the order of their targets. */
  async begin(goal: FitGoal, rows: Uint32Array): Promise<Uint32Array> {
    if (goal.kind !== "gradients" || goal.targets === null)
      throw new TypeError("absolute error needs a numeric target");
    this.weights = goal.hessians;
    this.#targets = goal.targets;
    let heaviest = 0;
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const row of rows) {
      heaviest = Math.max(heaviest, goal.hessians[row]);
      least = Math.min(least, goal.targets[row]);
      most = Math.max(most, goal.targets[row]);
    }
    this.#up = powerOfTwo(gridExponent(rows.length, heaviest * (most - least)));
    this.#down = 1 / this.#up;
    return sortColumn(goal.targets, this.context.plan.pacer);
  }

  /** The rows of a node in the order of their targets. */
  byTarget({ start, end }: Pick<SearchNode, "start" | "end">): Uint32Array {
    const { orders } = this.context.partition;
    return (orders[orders.length - 1] as Uint32Array).subarray(start, end);
  }

  /** The record of rows in the order of their targets. The median is halfway between the two, where there are two. */
  recordOf(rows: ArrayLike<number>): Float64Array {
    const { lower, upper, weight } = this.#mediansOf(rows);
    return Float64Array.of(lower === upper ? lower : lower / 2 + upper / 2, weight);
  }

  /** Rows without weight have no say, and no rows at all say 0. */
  #mediansOf(rows: ArrayLike<number>): Medians {
    const targets = this.#targets;
    const { weights } = this;
    const weight = weightOf(rows, weights);
    if (!(weight > 0)) return { lower: 0, upper: 0, weight: 0 };
    let below = 0;
    let lower = Number.NaN;
    for (let i = 0; i < rows.length; i++) {
      below += weights[rows[i]];
      if (Number.isNaN(lower) && 2 * below >= weight) lower = targets[rows[i]];
      if (2 * below > weight) return { lower, upper: targets[rows[i]], weight };
    }
    throw new TypeError("unreachable: all of the weight is more than half of it");
  }

  /** Begins to search a node: ranks its targets, as differences from the lower median. */
  async enter(node: SearchNode): Promise<void> {
    const rows = this.byTarget(node);
    const targets = this.#targets;
    const { lower } = this.#mediansOf(rows);
    const differences: number[] = [];
    let zero = 0;
    await forRanges(rows.length, this.context.plan.pacer, (start, end) => {
      for (let i = start; i < end; i++) {
        const target = targets[rows[i]];
        if (i === 0 || target !== targets[rows[i - 1]]) {
          if (target <= lower) zero = differences.length;
          differences.push(target - lower);
        }
        this.#rank[rows[i]] = differences.length - 1;
      }
    });
    this.#side = new SideOfMedians(Float64Array.from(differences), zero);
  }

  /** A side of a split without rows. */
  emptySide(): SideOfMedians {
    this.#side.clear();
    return this.#side;
  }

  addTo(side: SideOfMedians, row: number): void {
    const rank = this.#rank[row];
    const weight = this.weights[row];
    side.add(rank, weight, Math.round(weight * side.differences[rank] * this.#up) * this.#down);
  }

  /** The split of a node with the records of its children, which take a while. */
  withChildren(node: SearchNode, split: Split): Split {
    const rows = this.byTarget(node);
    const [left, right] = [0, 1].map((child) =>
      this.recordOf(rows.filter((row) => sideOfRow(split, this.context.values, row) === child)),
    );
    return { ...copyOfSplit(split), childStats: Float64Array.of(...left, ...right) };
  }
}

export function weightOf(rows: ArrayLike<number>, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += weights[rows[i]];
  return sum;
}
