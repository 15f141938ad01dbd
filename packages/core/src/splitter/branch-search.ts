import type { NumericColumn } from "../dataset/column.ts";
import type { Dataset } from "../dataset/dataset.ts";
import { firstWhere } from "../util/first-where.ts";
import type { Turns } from "../util/turns.ts";
import { BinTally, categoriesAsBins } from "./bin-tally.ts";
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
  readonly #order: NodeOrder;
  /** Of the columns of categories. */
  readonly #tallies = new Map<number, BinTally>();
  /** The features that the tree may use; null: all. */
  readonly #marks: Uint8Array | null;

  private constructor(private readonly plan: BranchSearchPlan) {
    this.#order = new NodeOrder(plan.dataset.rowCount);
    this.#marks = marksOf(plan.draw?.features, plan.dataset.columns.length);
  }

  static *open(plan: BranchSearchPlan): Turns<BranchSearch> {
    const search = new BranchSearch(plan);
    const width = plan.goal.classCount + 1;
    yield* search.#order.enter(plan.items);
    for (const [feature, column] of plan.dataset.columns.entries()) {
      if (column.kind === "numeric") {
        yield* search.#order.add(feature, column.values, plan.sorted[feature] as Uint32Array);
      } else search.#tallies.set(feature, new BinTally(categoriesAsBins(column), width, true, true));
    }
    return search;
  }

  *find(node: BranchNode): Turns<BranchTest | null> {
    yield* this.#order.enter(node.items);
    const goal = { ...this.plan.goal, weights: this.#order.weights };
    const tests: BranchTest[] = [];
    for (const [feature, column] of this.plan.dataset.columns.entries()) {
      if (this.#marks?.[feature] === 0) continue;
      const tally = this.#tallies.get(feature) as BinTally;
      const test = yield* column.kind === "numeric"
        ? thresholdTest(feature, column.values, node, yield* this.#order.rowsBy(feature), goal, this.plan.leastWeight)
        : categoryTest(feature, tally, node, goal, this.plan);
      if (test !== null) tests.push(test);
    }
    const { choose, draw } = this.plan;
    if (draw) tests.sort((a, b) => (winsTie(draw, node.path, a.feature, b.feature) ? -1 : 1));
    const chosen = choose(tests);
    if (chosen === null || chosen.kind === "multiway") return chosen;
    return { ...chosen, threshold: this.#observed(chosen.feature, chosen.threshold) };
  }

  /** C4.5 asks for values that occur: the largest in the tree's rows that is not above the middle. */
  #observed(feature: number, middle: number): number {
    const { values } = this.plan.dataset.columns[feature] as NumericColumn;
    const rows = this.#order.rootBy(feature);
    return values[rows[firstWhere(0, rows.length, (at) => values[rows[at]] > middle) - 1]];
  }
}
