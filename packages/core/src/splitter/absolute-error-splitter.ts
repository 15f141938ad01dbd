import { midpoint } from "../util/midpoint.ts";
import { CHUNK } from "../util/ranges.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { type ColumnSearch, type Offer, openContext, type SearchContext } from "./column-search.ts";
import { ColumnwiseSearch } from "./columnwise-search.ts";
import { NodeMedians } from "./node-medians.ts";
import { type ColumnValues, endOfPresent } from "./row-partition.ts";
import { categoryBitset, NO_CATEGORIES, type Split } from "./split.ts";
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
    const { best, plan } = this.context;
    for (const [position, node] of nodes.entries()) {
      if (plan.pacer.due()) await plan.pacer.pause();
      const candidates = this.#candidatesOf(node);
      await inTurns(this.#offerAll(node, candidates), plan.pacer);
      if (best.gain > 0) offer(position, this.#splitAt(best.position, candidates));
    }
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

  /** Offers the splits by what they gain; no more than the weight of a record has a say besides. */
  *#offerAll(node: SearchNode, candidates: Candidates): Turns<void> {
    const { best } = this.context;
    const { weights } = this.medians;
    const { order, present } = candidates;
    const missing = order.subarray(present);
    const gainsLeft = missing.length > 0 ? yield* this.#gainsOf(candidates, true) : null;
    const gainsRight = yield* this.#gainsOf(candidates, false);
    const left = new Float64Array(2);
    const missingWeight = missing.reduce((sum, row) => sum + weights[row], 0);
    best.begin(node.stats, order.length, Float64Array.of(0, missingWeight), missing.length);
    for (let position = 1; position <= present; position++) {
      if (position % CHUNK === 0) yield;
      left[1] += weights[order[position - 1]];
      if (position === order.length || !this.#isBoundary(candidates, position)) continue;
      if (gainsLeft !== null) best.offerSide(left, position, position, true, gainsLeft[position]);
      best.offerSide(left, position, position, false, gainsRight[position]);
    }
  }

  /** What the split after each position gains: the left side grows forwards, the right side backwards. */
  *#gainsOf(candidates: Candidates, missingLeft: boolean): Turns<Float64Array> {
    const { order, present } = candidates;
    const { side } = this.medians;
    const gains = new Float64Array(present + 1);
    const begin = (hasMissing: boolean) => {
      side.clear();
      for (let i = present; hasMissing && i < order.length; i++) side.add(order[i]);
    };
    begin(missingLeft);
    for (let position = 1; position <= present; position++) {
      if (position % CHUNK === 0) yield;
      side.add(order[position - 1]);
      if (this.#isBoundary(candidates, position)) gains[position] = side.gain();
    }
    begin(!missingLeft);
    for (let position = present; position > 0; position--) {
      if (position % CHUNK === 0) yield;
      if (this.#isBoundary(candidates, position)) gains[position] += side.gain();
      side.add(order[position - 1]);
    }
    return gains;
  }

  /** Without the records of the children: only the best of all features needs them. */
  #splitAt(position: number, { order, present }: Candidates): Split {
    const { best, plan } = this.context;
    const column = plan.dataset.columns[this.feature];
    const valueAt = (place: number) => this.#values[order[place]];
    if (column.kind === "numeric") {
      const isLast = position === present;
      const threshold = isLast ? Number.POSITIVE_INFINITY : midpoint(valueAt(position - 1), valueAt(position));
      return best.found(this.feature, "threshold", threshold, NO_CATEGORIES);
    }
    const codes = Array.from(order.subarray(0, present), (row) => column.codes[row]);
    const isAbsentLeft = best.heavier === 0;
    const [left, right] = [codes.slice(0, position), codes.slice(position)];
    const categories = categoryBitset(column.categories.length, left, right, isAbsentLeft);
    return best.found(this.feature, "categories", Number.NaN, categories);
  }
}
