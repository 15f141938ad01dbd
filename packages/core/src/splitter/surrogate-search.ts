import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { midpoint } from "../util/midpoint.ts";
import { CHUNK } from "../util/ranges.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { childRecords, type SearchContext } from "./column-search.ts";
import { type ColumnValues, sideOfRow, sideOfValue } from "./row-partition.ts";
import type { Split, SurrogateSplit } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/** Rows that a surrogate must send to either side, of those that have weight and that the split itself can part. */
const LEAST_ROWS = 2;

/**
 * Finds what stands in for a split where its feature is missing, as rpart does (Breiman et al. 1984, section 5.3): on every
 * other feature the cut that agrees best with the split, by weight of the rows that have a value on both. The agreement
 * is a share of all rows that the split can part, so that a feature with gaps of its own has less of it. A surrogate must
 * agree better than sending all rows to the heavier child; of equal ones the lowest feature, the lowest threshold first.
 */
export class SurrogateSearch {
  /** By row: the child by the split, -1 where its feature is missing. */
  readonly #side: Int8Array;

  constructor(
    private readonly context: SearchContext,
    private readonly columns: readonly ColumnValues[],
  ) {
    this.#side = new Int8Array(context.plan.dataset.rowCount);
  }

  /** The split with its surrogates, children that hold the missing rows too, and what it then gains on all rows. */
  *complete(node: SearchNode, split: Split, goal: FitGoal): Turns<Split> {
    const { criterion, maxSurrogates = 0 } = this.context.plan;
    const sums = yield* this.#sidesOf(node, split, goal);
    const found: SurrogateSplit[] = [];
    for (let feature = 0; feature < this.columns.length && maxSurrogates > 0; feature++) {
      if (feature !== split.feature) found.push(...(yield* this.#bestOn(feature, node, goal, sums)));
    }
    const surrogates = found.sort((a, b) => b.agreement - a.agreement || a.feature - b.feature).slice(0, maxSurrogates);
    const whole: Split = { ...split, surrogates, missingChild: sums[0] >= sums[1] ? 0 : 1 };
    const children = yield* this.#childrenOf(node, whole, goal);
    const { width } = this.context;
    const records = new Float64Array(3 * width);
    records.set(node.stats);
    records.set(children.childStats, width);
    return { ...whole, ...children, gain: criterion.gain(records, 0, width, 2, width) };
  }

  /** Marks the rows of the node, and gives the weight that the split sends to each child. */
  *#sidesOf({ start, end }: SearchNode, split: Split, goal: FitGoal): Turns<[number, number]> {
    const { rows } = this.context.partition;
    const values = this.columns[split.feature];
    const sums: [number, number] = [0, 0];
    yield* turnsOver(end - start, (first, last) => {
      for (let i = start + first; i < start + last; i++) {
        const side = sideOfValue(split, values[rows[i]]);
        this.#side[rows[i]] = side;
        if (side >= 0) sums[side] += weightOf(goal, rows[i]);
      }
    });
    return sums;
  }

  *#bestOn(feature: number, node: SearchNode, goal: FitGoal, sums: readonly [number, number]): Turns<SurrogateSplit[]> {
    const order = this.context.partition.orders[feature];
    const found = yield* order === null
      ? this.#bestGroups(feature, node, goal)
      : this.#bestCut(feature, order, node, goal);
    const majority = Math.max(...sums);
    if (found === null || !(found.agreed > majority)) return [];
    const { agreed, ...cut } = found;
    const all = sums[0] + sums[1];
    return [{ feature, ...cut, agreement: agreed / all, adjusted: (agreed - majority) / (all - majority) }];
  }

  /** The threshold that agrees best. Rows that lack the split's feature have no say, but their values are neighbours too. */
  *#bestCut(feature: number, order: Uint32Array, { start, end }: SearchNode, goal: FitGoal): Turns<Agreement | null> {
    const values = this.columns[feature];
    const below = new Sides();
    const { all, present } = yield* this.#presentSides(values, order.subarray(start, end), goal);
    let agreed = Math.max(...all.weight);
    let best: Agreement | null = null;
    for (let i = start; i + 1 < start + present; i++) {
      if (i % CHUNK === 0) yield;
      this.#addTo(below, order[i], goal);
      if (below.rows < LEAST_ROWS || all.rows - below.rows < LEAST_ROWS) continue;
      const [value, next] = [values[order[i]], values[order[i + 1]]];
      if (value === next) continue;
      for (const lowChild of [0, 1] as const) {
        const both = below.weight[lowChild] + all.weight[1 - lowChild] - below.weight[1 - lowChild];
        if (!(both > agreed)) continue;
        agreed = both;
        best = { agreed, threshold: midpoint(value, next), lowChild, categories: NO_CATEGORIES };
      }
    }
    return best;
  }

  /** How the rows that have a value fall, and how many there are: they stand first. */
  *#presentSides(values: ColumnValues, order: Uint32Array, goal: FitGoal): Turns<{ all: Sides; present: number }> {
    const all = new Sides();
    let present = 0;
    for (; present < order.length && !Number.isNaN(values[order[present]]); present++) {
      if (present % CHUNK === 0) yield;
      this.#addTo(all, order[present], goal);
    }
    return { all, present };
  }

  /** Each category goes where most of its weight goes by the split; of equals where most of all does. */
  *#bestGroups(feature: number, { start, end }: SearchNode, goal: FitGoal): Turns<Agreement | null> {
    const { rows } = this.context.partition;
    const values = this.columns[feature];
    const { tallies, all } = yield* this.#tallyGroups(values, rows.subarray(start, end), goal);
    const column = this.context.plan.dataset.columns[feature];
    const words = column.kind === "categorical" ? Math.ceil(column.categories.length / 32) : 0;
    const categories = new Uint32Array(2 * words);
    const sent = [0, 0];
    let agreed = 0;
    for (const [code, { rows: count, weight }] of tallies) {
      if (count === 0) continue;
      const side = weight[0] === weight[1] ? heavier(all) : heavier({ weight });
      agreed += weight[side];
      sent[side] += count;
      if (side === 0) categories[code >>> 5] |= 1 << (code & 31);
      categories[words + (code >>> 5)] |= 1 << (code & 31);
    }
    if (Math.min(...sent) < LEAST_ROWS) return null;
    return { agreed, threshold: Number.NaN, lowChild: 0, categories };
  }

  *#tallyGroups(
    values: ColumnValues,
    rows: Uint32Array,
    goal: FitGoal,
  ): Turns<{ tallies: ReadonlyMap<number, Sides>; all: Sides }> {
    const tallies = new Map<number, Sides>();
    const all = new Sides();
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) {
        const code = values[rows[i]];
        if (code < 0) continue;
        const tally = tallies.get(code) ?? new Sides();
        if (tally.rows === 0) tallies.set(code, tally);
        this.#addTo(tally, rows[i], goal);
        this.#addTo(all, rows[i], goal);
      }
    });
    return { tallies, all };
  }

  #addTo(sides: Sides, row: number, goal: FitGoal): void {
    const side = this.#side[row];
    const weight = weightOf(goal, row);
    if (side < 0 || weight === 0) return;
    sides.rows++;
    sides.weight[side] += weight;
  }

  *#childrenOf(
    { start, end, stats }: SearchNode,
    split: Split,
    goal: FitGoal,
  ): Turns<Pick<Split, "childStats" | "childRows">> {
    const { rows } = this.context.partition;
    const left = new Float64Array(stats.length);
    let leftRows = 0;
    for (let i = start; i < end; i++) {
      if (i % CHUNK === 0) yield;
      if (sideOfRow(split, this.columns, rows[i]) !== 0) continue;
      addRow(goal, rows[i], left, 0);
      leftRows++;
    }
    return { childStats: childRecords(stats, left), childRows: [leftRows, end - start - leftRows] };
  }
}

/** How rows fall by the split: those that have a say, and their weight for each child. */
class Sides {
  rows = 0;
  readonly weight: [number, number] = [0, 0];
}

interface Agreement extends Pick<SurrogateSplit, "threshold" | "lowChild" | "categories"> {
  /** Weight of the rows that go the same way by both. */
  readonly agreed: number;
}

const NO_CATEGORIES = new Uint32Array(0);

function heavier({ weight }: Pick<Sides, "weight">): 0 | 1 {
  return weight[0] >= weight[1] ? 0 : 1;
}

function weightOf(goal: FitGoal, row: number): number {
  return goal.kind === "classes" ? goal.weights[row] : goal.hessians[row];
}
