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
    const weights = weightsOf(goal);
    const sums: [number, number] = [0, 0];
    yield* turnsOver(end - start, (first, last) => {
      for (let i = start + first; i < start + last; i++) {
        const side = sideOfValue(split, values[rows[i]]);
        this.#side[rows[i]] = side;
        if (side >= 0) sums[side] += weights[rows[i]];
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
    const run = { values, order, side: this.#side, weights: weightsOf(goal) };
    const present = endOfPresent(run, start, end);
    const all = new Sides();
    for (let from = start; from < present; from += CHUNK) {
      if (from > start) yield;
      addSides(all, run, from, Math.min(present, from + CHUNK));
    }
    const below = new Sides();
    const best: BestThreshold = { agreed: Math.max(all.first, all.second), position: -1, lowChild: 0 };
    for (let from = start; from + 1 < present; from += CHUNK) {
      if (from > start) yield;
      tryThresholds(run, from, Math.min(present - 1, from + CHUNK), below, all, best);
    }
    if (best.position < 0) return null;
    const { agreed, position, lowChild } = best;
    const threshold = midpoint(values[order[position]], values[order[position + 1]]);
    return { agreed, threshold, lowChild, categories: NO_CATEGORIES };
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
    for (const [code, tally] of tallies) {
      const side = tally.first === tally.second ? all.heavier : tally.heavier;
      agreed += side === 0 ? tally.first : tally.second;
      sent[side] += tally.rows;
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
    const weights = weightsOf(goal);
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) {
        const code = values[rows[i]];
        const [side, weight] = [this.#side[rows[i]], weights[rows[i]]];
        if (code < 0 || side < 0 || weight === 0) continue;
        const tally = tallies.get(code) ?? new Sides();
        if (tally.rows === 0) tallies.set(code, tally);
        tally.add(side, weight);
        all.add(side, weight);
      }
    });
    return { tallies, all };
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
  first = 0;
  second = 0;

  add(side: number, weight: number): void {
    this.rows++;
    if (side === 0) this.first += weight;
    else this.second += weight;
  }

  /** The child that most of the weight goes to. */
  get heavier(): 0 | 1 {
    return this.first >= this.second ? 0 : 1;
  }
}

/** The rows of a node in the order of a column, and by row the child by the split, -1 for one that has no say, and the weight. */
interface VotingRun {
  readonly values: ColumnValues;
  readonly order: Uint32Array;
  readonly side: Int8Array;
  readonly weights: Float64Array;
}

interface Agreement extends Pick<SurrogateSplit, "threshold" | "lowChild" | "categories"> {
  /** Weight of the rows that go the same way by both. */
  readonly agreed: number;
}

/** The best threshold so far: it lies behind the row of this position. */
interface BestThreshold {
  agreed: number;
  position: number;
  lowChild: 0 | 1;
}

const NO_CATEGORIES = new Uint32Array(0);

/** Rows with a value stand first: where they end is found by halving. */
function endOfPresent({ values, order }: VotingRun, start: number, end: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Number.isNaN(values[order[middle]])) high = middle;
    else low = middle + 1;
  }
  return low;
}

function addSides(sides: Sides, { order, side, weights }: VotingRun, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const child = side[order[i]];
    const weight = weights[order[i]];
    if (child >= 0 && weight !== 0) sides.add(child, weight);
  }
}

/** Tries the thresholds behind rows `from` to `to` - 1; `below` are the sides of the rows before them, and afterwards of these too. */
function tryThresholds(
  { values, order, side, weights }: VotingRun,
  from: number,
  to: number,
  below: Sides,
  all: Sides,
  best: BestThreshold,
): void {
  let value = values[order[from]];
  for (let i = from; i < to; i++) {
    const child = side[order[i]];
    const weight = weights[order[i]];
    const before = value;
    value = values[order[i + 1]];
    if (child >= 0 && weight !== 0) below.add(child, weight);
    if (before === value || below.rows < LEAST_ROWS || all.rows - below.rows < LEAST_ROWS) continue;
    const low = below.first + all.second - below.second;
    const high = below.second + all.first - below.first;
    if (low > best.agreed) keepThreshold(best, low, i, 0);
    if (high > best.agreed) keepThreshold(best, high, i, 1);
  }
}

function keepThreshold(best: BestThreshold, agreed: number, position: number, lowChild: 0 | 1): void {
  best.agreed = agreed;
  best.position = position;
  best.lowChild = lowChild;
}

function weightsOf(goal: FitGoal): Float64Array {
  return goal.kind === "classes" ? goal.weights : goal.hessians;
}
