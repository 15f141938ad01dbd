import { addRow, type FitGoal } from "../goal/fit-goal.ts";
import { midpoint } from "../util/midpoint.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { SearchContext } from "./column-search.ts";
import { endOfPresent, sideOfRow, sideOfValue } from "./row-partition.ts";
import { copyOfSplit, NO_CATEGORIES, type Split, type SurrogateSplit } from "./split.ts";
import type { SearchNode } from "./splitter.ts";

/** Rows that a surrogate must send to either side, of those that have weight and that the split itself can part. */
const LEAST_ROWS = 2;

/** A surrogate, with the weight of the rows that go the same way by it and by the split. */
interface Agreement extends Pick<SurrogateSplit, "threshold" | "lowChild" | "categories"> {
  readonly agreed: number;
}

/**
 * Finds what stands in for a split where its feature is missing, as rpart does (Breiman et al. 1984, section 5.3): on every
 * other feature the split that agrees best with it, by weight of the rows that have a value on both. The agreement
 * is a share of all rows that the split can part, so that a feature with gaps of its own has less of it. A surrogate must
 * agree better than sending all rows to the heavier child; of equal ones the lowest feature, the lowest threshold first.
 */
export class SurrogateSearch {
  /** By row its weight, below 0 where it goes to the second child, and 0 where the feature of the split is missing. */
  readonly #votes: Float64Array;

  constructor(private readonly context: SearchContext) {
    this.#votes = new Float64Array(context.plan.dataset.rowCount);
  }

  /** The split with its surrogates, children that hold the missing rows too, and what it then gains on all rows. */
  *complete(node: SearchNode, split: Split, goal: FitGoal): Turns<Split> {
    const { partition, plan, values, width } = this.context;
    const { criterion, maxSurrogates = 0 } = plan;
    const all = yield* this.#vote(node, split, goal);
    const found: SurrogateSplit[] = [];
    for (let feature = 0; feature < values.length && maxSurrogates > 0; feature++) {
      if (feature === split.feature) continue;
      const order = partition.orders[feature];
      const best = yield* order === null ? this.#bestGroups(feature, node) : this.#bestThreshold(feature, order, node);
      const majority = Math.max(all.first, all.second);
      if (best === null || !(best.agreed > majority)) continue;
      const { agreed, ...test } = best;
      const total = all.first + all.second;
      found.push({ feature, ...test, agreement: agreed / total, adjusted: (agreed - majority) / (total - majority) });
    }
    const surrogates = found.sort((a, b) => b.agreement - a.agreement || a.feature - b.feature).slice(0, maxSurrogates);
    const whole: Split = { ...copyOfSplit(split), surrogates, missingChild: all.heavier };
    // Parent, first and second child.
    const records = new Float64Array(3 * width);
    let leftRows = 0;
    records.set(node.stats);
    const rows = this.#rowsOf(node);
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) {
        if (sideOfRow(whole, values, rows[i]) !== 0) continue;
        addRow(goal, rows[i], records, width);
        leftRows++;
      }
    });
    for (let k = 0; k < width; k++) records[2 * width + k] = records[k] - records[width + k];
    const gain = criterion.gain(records, 0, width, 2, width);
    return { ...whole, gain, childStats: records.subarray(width), childRows: [leftRows, rows.length - leftRows] };
  }

  #rowsOf({ start, end }: SearchNode): Uint32Array {
    return this.context.partition.rows.subarray(start, end);
  }

  /** Notes the votes of the rows of the node. */
  *#vote(node: SearchNode, split: Split, goal: FitGoal): Turns<Sides> {
    const rows = this.#rowsOf(node);
    const values = this.context.values[split.feature];
    const weights = goal.kind === "classes" ? goal.weights : goal.hessians;
    const all = new Sides();
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) {
        const side = sideOfValue(split, values[rows[i]]);
        const weight = side < 0 ? 0 : weights[rows[i]];
        this.#votes[rows[i]] = side === 1 ? -weight : weight;
        all.add(this.#votes[rows[i]]);
      }
    });
    return all;
  }

  /** The threshold that agrees best. Rows that lack the split's feature have no say, but their values are neighbours too. */
  *#bestThreshold(feature: number, order: Uint32Array, { start, end }: SearchNode): Turns<Agreement | null> {
    const votes = this.#votes;
    const values = this.context.values[feature];
    const rows = order.subarray(start, endOfPresent(values, order, start, end));
    const all = new Sides();
    yield* turnsOver(rows.length, (from, to) => {
      for (let i = from; i < to; i++) all.add(votes[rows[i]]);
    });
    const below = new Sides();
    let agreed = Math.max(all.first, all.second);
    let position = -1;
    let lowChild: 0 | 1 = 0;
    yield* turnsOver(rows.length - 1, (from, to) => {
      for (let i = from; i < to; i++) {
        below.add(votes[rows[i]]);
        if (values[rows[i]] === values[rows[i + 1]] || below.rows < LEAST_ROWS) continue;
        if (all.rows - below.rows < LEAST_ROWS) continue;
        const low = below.first + all.second - below.second;
        const high = below.second + all.first - below.first;
        if (Math.max(low, high) <= agreed) continue;
        agreed = Math.max(low, high);
        lowChild = low >= high ? 0 : 1;
        position = i;
      }
    });
    if (position < 0) return null;
    const threshold = midpoint(values[rows[position]], values[rows[position + 1]]);
    return { agreed, threshold, lowChild, categories: NO_CATEGORIES };
  }

  /** Each category goes where most of its weight goes by the split; in a tie where most of all does. */
  *#bestGroups(feature: number, node: SearchNode): Turns<Agreement | null> {
    const rows = this.#rowsOf(node);
    const codes = this.context.values[feature];
    const tallies = new Map<number, Sides>();
    const all = new Sides();
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) {
        const code = codes[rows[i]];
        const vote = this.#votes[rows[i]];
        if (code < 0 || vote === 0) continue;
        const tally = tallies.get(code) ?? new Sides();
        if (tally.rows === 0) tallies.set(code, tally);
        tally.add(vote);
        all.add(vote);
      }
    });
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
}

/** How rows fall by the split: those that have a say, and their weight for each child. */
class Sides {
  rows = 0;
  first = 0;
  second = 0;

  add(vote: number): void {
    if (vote === 0) return;
    this.rows++;
    if (vote > 0) this.first += vote;
    else this.second -= vote;
  }

  /** The child that most of the weight goes to. */
  get heavier(): 0 | 1 {
    return this.first >= this.second ? 0 : 1;
  }
}
