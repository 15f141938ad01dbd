import { midpoint } from "../util/midpoint.ts";
import { CHUNK } from "../util/ranges.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { categoryBitset } from "./category-bitset.ts";
import {
  type ColumnSearch,
  isConstant,
  NO_CATEGORIES,
  type Offer,
  openContext,
  type SearchContext,
} from "./column-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { NodeMedians, weightOf } from "./node-medians.ts";
import { type ColumnValues, endOfPresent } from "./row-partition.ts";
import type { Split } from "./split.ts";
import type { SearchNode, Splitter } from "./splitter.ts";

/**
 * The exact splitter of absolute error: every threshold between two neighbouring values, in O(n log n) a column and node. Categories
 * are sorted by their medians and split along that order, a heuristic: no order is known that always holds the best partition.
 * The record of a node is [median, weight].
 */
export function absoluteErrorSplitter(): Splitter {
  return {
    name: "absolute error",
    async begin(plan) {
      const context = await openContext(plan, true, true);
      const medians = new NodeMedians(context);
      const searches = context.values.map((_, feature) => new MedianSearch(context, feature, medians));
      return new ColumnwiseSearch(context, searches, { medians });
    },
  };
}

/** The rows of a node in the order in which they are split, the missing ones last. */
interface Candidates {
  readonly order: Uint32Array;
  readonly present: number;
}

interface FoundSplit {
  readonly gain: number;
  readonly position: number;
  readonly missingLeft: boolean;
  readonly leftWeight: number;
}

class MedianSearch implements ColumnSearch {
  readonly #values: ColumnValues;

  constructor(
    private readonly context: SearchContext,
    private readonly feature: number,
    private readonly medians: NodeMedians,
  ) {
    this.#values = context.values[feature];
  }

  async search(nodes: readonly SearchNode[], _goal: unknown, offer: Offer): Promise<void> {
    const { pacer } = this.context.plan;
    for (const [position, node] of nodes.entries()) {
      if (pacer.due()) await pacer.pause();
      const candidates = this.#candidatesOf(node);
      const found = await inTurns(this.#best(candidates), pacer);
      if (found !== null) offer(position, this.#splitOf(node, candidates, found));
    }
  }

  isConstantIn(node: SearchNode): boolean {
    return isConstant(this.context, this.feature, this.#values, node);
  }

  #candidatesOf(node: SearchNode): Candidates {
    const order = this.context.partition.orders[this.feature];
    if (order === null) return this.#categoriesOf(node);
    const present = endOfPresent(this.#values, order, node.start, node.end) - node.start;
    return { order: order.subarray(node.start, node.end), present };
  }

  /** The rows by their category's median, then by its code; within it by target. */
  #categoriesOf(node: SearchNode): Candidates {
    const codes = this.#values;
    const groups = new Map<number, number[]>();
    for (const row of this.medians.byTarget(node)) {
      const group = groups.get(codes[row]);
      if (group === undefined) groups.set(codes[row], [row]);
      else group.push(row);
    }
    const missing = groups.get(-1) ?? [];
    groups.delete(-1);
    const ordered = [...groups]
      .map(([code, rows]) => ({ code, rows, median: this.medians.recordOf(rows)[0] }))
      .sort((a, b) => a.median - b.median || a.code - b.code);
    const order = Uint32Array.from([...ordered.flatMap(({ rows }) => rows), ...missing]);
    return { order, present: order.length - missing.length };
  }

  /** Whether a split may lie before this position. */
  #isBoundary({ order, present }: Candidates, position: number): boolean {
    return position === present || this.#values[order[position - 1]] !== this.#values[order[position]];
  }

  /** The split that gains most; of equals the lowest, then the one that sends missing values left. */
  *#best(candidates: Candidates): Turns<FoundSplit | null> {
    const { order, present } = candidates;
    const { minRowsLeaf, minChildWeight = 0 } = this.context.plan;
    const { weights } = this.medians;
    const missing = order.subarray(present);
    const gainsLeft = missing.length > 0 ? yield* this.#gainsOf(candidates, true) : null;
    const gainsRight = yield* this.#gainsOf(candidates, false);
    const total = weightOf(order, weights);
    const missingWeight = weightOf(missing, weights);
    let best: FoundSplit | null = null;
    const offer = (position: number, gain: number, missingLeft: boolean, leftWeight: number) => {
      if (!(gain > (best?.gain ?? 0))) return;
      const leftRows = position + (missingLeft ? missing.length : 0);
      const leastWeight = Math.min(leftWeight, total - leftWeight);
      if (Math.min(leftRows, order.length - leftRows) < minRowsLeaf) return;
      if (leastWeight > 0 && leastWeight >= minChildWeight) best = { gain, position, missingLeft, leftWeight };
    };
    let weight = 0;
    for (let position = 1; position <= present; position++) {
      if (position % CHUNK === 0) yield;
      weight += weights[order[position - 1]];
      if (position === order.length || !this.#isBoundary(candidates, position)) continue;
      if (gainsLeft !== null) offer(position, gainsLeft[position], true, weight + missingWeight);
      offer(position, gainsRight[position], false, weight);
    }
    return best;
  }

  /** What the split after each position gains: the left side grows forwards, the right side backwards. */
  *#gainsOf(candidates: Candidates, missingLeft: boolean): Turns<Float64Array> {
    const { order, present } = candidates;
    const { medians } = this;
    const gains = new Float64Array(present + 1);
    const sideOf = (hasMissing: boolean) => {
      const side = medians.emptySide();
      for (let i = present; hasMissing && i < order.length; i++) medians.addTo(side, order[i]);
      return side;
    };
    const left = sideOf(missingLeft);
    for (let position = 1; position <= present; position++) {
      if (position % CHUNK === 0) yield;
      medians.addTo(left, order[position - 1]);
      if (this.#isBoundary(candidates, position)) gains[position] = left.gain();
    }
    const right = sideOf(!missingLeft);
    for (let position = present; position > 0; position--) {
      if (position % CHUNK === 0) yield;
      if (this.#isBoundary(candidates, position)) gains[position] += right.gain();
      medians.addTo(right, order[position - 1]);
    }
    return gains;
  }

  /** Without the records of the children: only the best of all features needs them. */
  #splitOf(node: SearchNode, { order, present }: Candidates, found: FoundSplit): Split {
    const column = this.context.plan.dataset.columns[this.feature];
    const { gain, position, missingLeft, leftWeight } = found;
    const leftRows = position + (missingLeft ? order.length - present : 0);
    const heavier = leftWeight >= node.stats[1] - leftWeight ? 0 : 1;
    const learned = missingLeft ? 0 : 1;
    const isNumeric = column.kind === "numeric";
    return {
      kind: isNumeric ? "threshold" : "categories",
      feature: this.feature,
      gain,
      threshold: isNumeric ? this.#thresholdAt(order, position, present) : Number.NaN,
      categories: isNumeric
        ? NO_CATEGORIES
        : categoryBitset(
            column.categories.length,
            this.#codesOf(order.subarray(0, position)),
            this.#codesOf(order.subarray(position, present)),
            heavier === 0,
          ),
      missingChild: present < order.length ? learned : heavier,
      childStats: NO_STATS,
      childRows: [leftRows, order.length - leftRows],
    };
  }

  #thresholdAt(order: Uint32Array, position: number, present: number): number {
    if (position === present) return Number.POSITIVE_INFINITY;
    return midpoint(this.#values[order[position - 1]], this.#values[order[position]]);
  }

  /** The categories of rows that are sorted by them. */
  #codesOf(rows: Uint32Array): number[] {
    const codes = this.#values;
    return Array.from(
      rows.filter((row, i) => i === 0 || codes[row] !== codes[rows[i - 1]]),
      (row) => codes[row],
    );
  }
}

const NO_STATS = new Float64Array(0);
