import type { NumericColumn } from "../dataset/column.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Turns } from "../util/turns.ts";
import type { BranchGoal, BranchNode, BranchTest, ChooseTest } from "./branch-test.ts";
import { categoryTest } from "./category-test.ts";
import { marksOf } from "./features-of-node.ts";
import { NodeOrder } from "./node-order.ts";
import type { TreeDraw } from "./splitter.ts";
import { thresholdTest } from "./threshold-test.ts";
import { winsTie } from "./wins-tie.ts";

export interface BranchSearchPlan extends BranchGoal {
  readonly dataset: Dataset;
  readonly draw?: TreeDraw;
  /** The rows in ascending order of each numeric column; null for the others. */
  readonly sorted: readonly (Uint32Array | null)[];
  readonly choose: ChooseTest;
}

/** Finds the best test of a node, over all columns. */
export class BranchSearch {
  readonly #slots: Uint32Array;
  /** The features that the tree may use; null: all. */
  readonly #marks: Uint8Array | null;

  private constructor(
    private readonly plan: BranchSearchPlan,
    private readonly order: NodeOrder,
  ) {
    const { columns } = plan.dataset;
    this.#marks = marksOf(plan.draw?.features, columns.length);
    const counts = columns.map((column) => (column.kind === "categorical" ? column.categories.length : 0));
    this.#slots = new Uint32Array(counts.reduce((most, count) => Math.max(most, count), 0));
  }

  static *open(plan: BranchSearchPlan): Turns<BranchSearch> {
    const { dataset, rows, sorted } = plan;
    const order = new NodeOrder(dataset.rowCount);
    yield* order.enter(rows);
    for (const [feature, column] of dataset.columns.entries()) {
      if (column.kind === "numeric") yield* order.add(feature, column.values, sorted[feature] as Uint32Array);
    }
    return new BranchSearch(plan, order);
  }

  *find(node: BranchNode): Turns<BranchTest | null> {
    yield* this.order.enter(node.items.rows);
    const tests: BranchTest[] = [];
    for (const [feature, column] of this.plan.dataset.columns.entries()) {
      if (this.#marks?.[feature] === 0) continue;
      const test =
        column.kind === "numeric"
          ? yield* thresholdTest(feature, column.values, node, yield* this.order.placesBy(feature), this.plan)
          : yield* categoryTest(feature, column, node, this.plan, this.#slots);
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

  /** C4.5 asks for values that occur: the largest in the tree's rows that is not above the middle. */
  #observed(feature: number, middle: number): number {
    const { values } = this.plan.dataset.columns[feature] as NumericColumn;
    const rows = this.order.sortedBy(feature);
    let [low, high] = [0, rows.length];
    while (low < high) {
      const at = (low + high) >>> 1;
      if (values[rows[at]] <= middle) low = at + 1;
      else high = at;
    }
    return values[rows[low - 1]];
  }
}
