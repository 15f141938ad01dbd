import type { FitGoal } from "../goal/fit-goal.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { forRanges } from "../util/ranges.ts";
import { inTurns } from "../util/turns.ts";
import { mediansOf } from "../util/weighted-quantile.ts";
import type { SearchContext } from "./column-search.ts";
import { sideOfRow } from "./row-partition.ts";
import { copyOfSplit, type Split } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/** The weighted medians of rows, which the partition keeps in the order of their targets, too. */
export class NodeMedians {
  /** By row. */
  weights: Float64Array = new Float64Array(0);
  #targets: Float64Array = new Float64Array(0);
  /** Sums of weighted differences are multiples of 2^-`#step`. */
  #step = 0;
  /** By row, the place of its target among those of its node. */
  readonly #rank: Uint32Array;
  /** The rows on one side of a split, while it moves through the node. */
  side = new SideOfMedians(new Float64Array(1), 0, new Uint32Array(0), this.weights, 0);

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
    this.#step = gridExponent(rows.length, heaviest * (most - least));
    return inTurns(orderInTurns(goal.targets), this.context.plan.pacer);
  }

  /** The rows of a node in the order of their targets. */
  byTarget({ start, end }: Pick<SearchNode, "start" | "end">): Uint32Array {
    const { orders } = this.context.partition;
    return (orders[orders.length - 1] as Uint32Array).subarray(start, end);
  }

  /** The record of rows in the order of their targets. The median is halfway between the two, where there are two. */
  recordOf(rows: ArrayLike<number>): Float64Array {
    const { lower, upper, weight } = mediansOf(rows, this.#targets, this.weights);
    return Float64Array.of(lower === upper ? lower : lower / 2 + upper / 2, weight);
  }

  /** Begins to search a node: ranks its targets, as differences from the lower median. */
  async enter(node: SearchNode): Promise<void> {
    const rows = this.byTarget(node);
    const targets = this.#targets;
    const { lower } = mediansOf(rows, targets, this.weights);
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
    this.side = new SideOfMedians(Float64Array.from(differences), zero, this.#rank, this.weights, this.#step);
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

/**
 * The rows on one side of a split while it moves: how much closer they are to their own median than to that of the node.
 *
 * A Fenwick tree over the node's distinct targets, as differences d from the node's median, holds the weights and the sums
 * of w·d, both exact on their grids. With the own median at h < 0, what the side gains is
 * -h·(2·W[d <= h] - W) - 2·Σ[h < d < 0] w·d, and likewise above 0: no term is negative, none cancels, and it is exactly 0
 * where the node's median is one of the side's.
 */
class SideOfMedians {
  readonly #weights: Float64Array;
  readonly #sums: Float64Array;
  readonly #top: number;
  #weight = 0;
  readonly #up: number;
  readonly #down: number;

  /** `differences` ascend, and the one at `zero` is 0; `ranks` and `weights` are by row. Sums are multiples of 2^-`step`. */
  constructor(
    private readonly differences: Float64Array,
    private readonly zero: number,
    private readonly ranks: Uint32Array,
    private readonly weights: Float64Array,
    step: number,
  ) {
    this.#up = powerOfTwo(step);
    this.#down = powerOfTwo(-step);
    this.#weights = new Float64Array(differences.length + 1);
    this.#sums = new Float64Array(differences.length + 1);
    this.#top = 1 << (31 - Math.clz32(differences.length));
  }

  clear(): void {
    this.#weights.fill(0);
    this.#sums.fill(0);
    this.#weight = 0;
  }

  add(row: number): void {
    const rank = this.ranks[row];
    const weight = this.weights[row];
    const sum = Math.round(weight * this.differences[rank] * this.#up) * this.#down;
    this.#weight += weight;
    for (let at = rank + 1; at < this.#weights.length; at += at & -at) {
      this.#weights[at] += weight;
      this.#sums[at] += sum;
    }
  }

  gain(): number {
    const all = this.#weight;
    if (!(all > 0)) return 0;
    const upper = this.#rankAt(all, true);
    if (upper < this.zero) {
      const between = prefix(this.#sums, this.zero) - prefix(this.#sums, upper + 1);
      return -this.differences[upper] * (2 * prefix(this.#weights, upper + 1) - all) - 2 * between;
    }
    const lower = this.#rankAt(all, false);
    if (lower <= this.zero) return 0;
    const between = prefix(this.#sums, lower) - prefix(this.#sums, this.zero + 1);
    return this.differences[lower] * (all - 2 * prefix(this.#weights, lower)) + 2 * between;
  }

  /** The first rank up to which there is half of the weight, or more than half. */
  #rankAt(all: number, isMore: boolean): number {
    let at = 0;
    let below = 0;
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = at + step;
      if (next >= this.#weights.length) continue;
      const up = below + this.#weights[next];
      if (isMore ? 2 * up > all : 2 * up >= all) continue;
      at = next;
      below = up;
    }
    return at;
  }
}

/** The sum of the first `count` entries. */
function prefix(tree: Float64Array, count: number): number {
  let sum = 0;
  for (let at = count; at > 0; at -= at & -at) sum += tree[at];
  return sum;
}
