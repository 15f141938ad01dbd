import type { Dataset } from "../dataset/dataset.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { BranchGoal, BranchNode, BranchTest, ChooseTest } from "./branch-test.ts";
import { categoryTest, countCategories } from "./category-test.ts";
import { marksOf } from "./features-of-node.ts";
import { groupCategories } from "./group-categories.ts";
import { NodeOrder } from "./node-order.ts";
import type { TreeDraw } from "./splitter.ts";
import { thresholdTest } from "./threshold-test.ts";
import { winsTie } from "./wins-tie.ts";

/** A column with a category for so large a share of the rows has very many. */
const MANY = 0.3;

export interface BranchSearchPlan extends BranchGoal {
  readonly dataset: Dataset;
  /** The rows that have any weight. */
  readonly rows: Uint32Array;
  readonly draw?: TreeDraw;
  /** The rows in ascending order of each numeric column; null for the others. */
  readonly sorted: readonly (Uint32Array | null)[];
  readonly choose: ChooseTest;
  /** Whether categories that tell alike become one branch. */
  readonly grouping: boolean;
}

/** Finds the best test of a node, over all columns. */
export class BranchSearch {
  readonly #slots: Uint32Array;
  /** The features that the tree may use; null: all. */
  readonly #marks: Uint8Array | null;

  private constructor(
    private readonly plan: BranchSearchPlan,
    private readonly order: NodeOrder,
    /** The values that rows of this tree have, ascending, by feature. */
    private readonly values: readonly (Float64Array | null)[],
  ) {
    const { columns } = plan.dataset;
    this.#marks = marksOf(plan.draw?.features, columns.length);
    const counts = columns.map((column) => (column.kind === "categorical" ? column.categories.length : 0));
    this.#slots = new Uint32Array(counts.reduce((most, count) => Math.max(most, count), 0));
  }

  static *open(plan: BranchSearchPlan): Turns<BranchSearch> {
    const { dataset, rows, sorted } = plan;
    const order = new NodeOrder(dataset.rowCount);
    const isInTree = new Uint8Array(dataset.rowCount);
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) isInTree[rows[i]] = 1;
    });
    const values: (Float64Array | null)[] = [];
    for (const [feature, column] of dataset.columns.entries()) {
      const all = sorted[feature];
      if (column.kind === "categorical" || all === null) values.push(null);
      else {
        const known = yield* knownOf(column.values, all, isInTree);
        yield* order.add(feature, known.rows);
        values.push(known.values);
      }
    }
    return new BranchSearch(plan, order, values);
  }

  *find(node: BranchNode): Turns<BranchTest | null> {
    yield* this.order.enter(node.items);
    const tests: BranchTest[] = [];
    for (let feature = 0; feature < this.plan.dataset.columns.length; feature++) {
      if (this.#marks?.[feature] === 0) continue;
      const test = yield* this.#testOn(feature, node);
      if (test !== null) tests.push(test);
    }
    const chosen = this.plan.choose(this.#inOrderOfTies(tests, node.path));
    if (chosen === null || chosen.kind === "multiway") return chosen;
    return { ...chosen, threshold: this.#observed(chosen.feature, chosen.threshold) };
  }

  #inOrderOfTies(tests: readonly BranchTest[], path: number): readonly BranchTest[] {
    const { draw } = this.plan;
    if (draw === undefined) return tests;
    return [...tests].sort((a, b) => (winsTie(draw, path, a.feature, b.feature) ? -1 : 1));
  }

  *#testOn(feature: number, node: BranchNode): Turns<BranchTest | null> {
    const { plan } = this;
    const column = plan.dataset.columns[feature];
    if (column.kind === "numeric") {
      return yield* thresholdTest(feature, column.values, node, yield* this.order.placesBy(feature), plan);
    }
    const counts = yield* countCategories(column, node, plan, this.#slots);
    const groups = plan.grouping ? groupCategories(counts, node, plan) : counts.codes.map((_, place) => [place]);
    const test = categoryTest(feature, column, node, counts, groups, plan);
    const hasManyBranches = !plan.grouping && column.categories.length >= MANY * plan.rows.length;
    return test && { ...test, hasManyBranches };
  }

  /** C4.5 asks for values that occur: the largest in the tree's rows that is not above the middle. */
  #observed(feature: number, middle: number): number {
    const values = this.values[feature] as Float64Array;
    let low = 0;
    let high = values.length;
    while (low < high) {
      const at = (low + high) >>> 1;
      if (values[at] <= middle) low = at + 1;
      else high = at;
    }
    return values[low - 1];
  }
}

/** The rows of the tree that have a value, in this order, and their values. */
function* knownOf(
  values: ArrayLike<number>,
  order: Uint32Array,
  isInTree: Uint8Array,
): Turns<{ rows: Uint32Array; values: Float64Array }> {
  const [rows, known] = [new Uint32Array(order.length), new Float64Array(order.length)];
  let count = 0;
  yield* turnsOver(order.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const row = order[i];
      if (isInTree[row] === 0 || Number.isNaN(values[row])) continue;
      rows[count] = row;
      known[count++] = values[row];
    }
  });
  return { rows: rows.slice(0, count), values: known.slice(0, count) };
}
